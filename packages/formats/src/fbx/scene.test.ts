import { RiglineError } from '@rigline/diagnostics';
import { type FbxConnectionSketch, type FbxObjectSketch, type FbxPropertySketch, sketchFbx } from '@rigline/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFbx } from './index.ts';

const KINDS: readonly (readonly [string, string])[] = [
  ['Model', 'Mesh'],
  ['Model', 'Camera'],
  ['Model', 'LimbNode'],
  ['NodeAttribute', 'Camera'],
  ['NodeAttribute', 'Light'],
  ['NodeAttribute', 'LimbNode'],
  ['Geometry', 'Mesh'],
  ['Geometry', 'Shape'],
  ['Geometry', 'NurbsCurve'],
  ['Deformer', 'Skin'],
  ['Deformer', 'Cluster'],
  ['Deformer', 'BlendShape'],
  ['Deformer', 'BlendShapeChannel'],
  ['AnimationStack', ''],
  ['AnimationLayer', ''],
  ['AnimationCurveNode', ''],
  ['AnimationCurve', ''],
  ['Constraint', 'Parent-Child'],
  ['Constraint', 'Aim'],
  ['Constraint', 'Single Chain IK'],
  ['Material', ''],
  ['Texture', ''],
  ['Video', 'Clip'],
  ['Pose', 'BindPose'],
  ['Unheard', 'Of'],
];

const PROPERTIES = [
  'Lcl Translation',
  'Lcl Rotation',
  'Lcl Scaling',
  'RotationOrder',
  'InheritType',
  'Visibility',
  'LookAtProperty',
  'FieldOfView',
  'ApertureMode',
  'LightType',
  'Intensity',
  'DeformPercent',
  'LocalStart',
  'LocalStop',
  'Weight',
  'BlendMode',
  'd|X',
  'd|Y',
  'DiffuseColor',
  'Source',
  'Constrained object (Child)',
  '__proto__',
] as const;

const value = fc.oneof(
  fc.integer({ min: -3, max: 9 }),
  fc.double().map((number) => ({ code: 'D' as const, value: number })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((number) => ({ code: 'L' as const, value: number })),
  fc.constantFrom('', 'a', '1.#INF', '__proto__'),
);

const property: fc.Arbitrary<FbxPropertySketch> = fc
  .tuple(
    fc.constantFrom(...PROPERTIES),
    fc.constantFrom('', 'Number', 'enum', 'Vector3D', 'KTime', 'object', 'KString'),
    fc.constantFrom('', 'A', 'U', 'A+U'),
    fc.array(value, { maxLength: 4 }),
  )
  .map(([name, type, flags, values]) => [name, type, flags, ...values]);

const COUNT = 14;

const objects: fc.Arbitrary<FbxObjectSketch[]> = fc
  .array(
    fc.tuple(
      fc.constantFrom(...KINDS),
      fc.constantFrom('a', 'b', '', 'x|y', '__proto__'),
      fc.array(property, { maxLength: 5 }),
    ),
    { minLength: 1, maxLength: COUNT },
  )
  .map((list) => list.map(([[kind, subtype], name, properties], i) => [i + 1, kind, subtype, name, properties]));

const connections: fc.Arbitrary<FbxConnectionSketch[]> = fc.array(
  fc
    .tuple(
      fc.integer({ min: 0, max: COUNT }),
      fc.integer({ min: 0, max: COUNT }),
      fc.option(fc.constantFrom(...PROPERTIES)),
    )
    .map(([source, destination, name]) => (name === null ? [source, destination] : [source, destination, name])),
  { maxLength: 3 * COUNT },
);

describe('buildFbxScene', () => {
  test('makes a scene of any objects, properties and connections, or refuses them with a code', () => {
    fc.assert(
      fc.property(
        objects,
        connections,
        fc.constantFrom('baked', 'live'),
        (someObjects, someConnections, constraints) => {
          const bytes = sketchFbx({ objects: someObjects, connections: someConnections });
          try {
            const { scene } = readFbx(bytes, { constraints });
            expect(scene.dagPaths.length).toBeGreaterThanOrEqual(0);
            for (const node of scene.nodes) {
              for (const stored of node.values.values()) expect(stored).not.toBeNaN();
            }
          } catch (error) {
            expect(error).toBeInstanceOf(RiglineError);
            expect((error as RiglineError).code).toBe('FBX_NODE_CYCLE');
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
