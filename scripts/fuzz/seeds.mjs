/** Files that fuzzing begins with: small ones made here, those found before, and the corpus where it is present. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Corpus files beyond this size are left out: they take long and find the same. */
const MAX_SEED_BYTES = 60_000;

/** A scene in a few hundred bytes that has some of everything. */
function scenes({ fbxRecord: record }) {
  const property = (name, type, ...values) => record('P', [name, type, '', 'A', ...values]);
  const attribute = (name, value) => record(name, [value]);
  const curve = (id) =>
    record(
      'AnimationCurve',
      [id, '\0\x01AnimCurve', ''],
      [
        attribute('Default', 0),
        record('KeyTime', [BigInt64Array.of(0n, 46186158000n, 92372316000n)]),
        record('KeyValueFloat', [Float32Array.of(0, 10, -5)]),
        record('KeyAttrFlags', [Int32Array.of(24840)]),
        record('KeyAttrDataFloat', [Float32Array.of(0, 0, 0, 0)]),
        record('KeyAttrRefCount', [Int32Array.of(3)]),
      ],
    );
  const objects = record(
    'Objects',
    [],
    [
      record(
        'Geometry',
        [10, 'Box\0\x01Geometry', 'Mesh'],
        [
          record('Vertices', [Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0)]),
          record('PolygonVertexIndex', [Int32Array.of(0, 1, 2, -4)]),
          record(
            'LayerElementUV',
            [0],
            [
              record('MappingInformationType', ['ByPolygonVertex']),
              record('ReferenceInformationType', ['IndexToDirect']),
              record('UV', [Float64Array.of(0, 0, 1, 0, 1, 1, 0, 1)]),
              record('UVIndex', [Int32Array.of(0, 1, 2, 3)]),
            ],
          ),
        ],
      ),
      record(
        'Geometry',
        [11, 'smile\0\x01Geometry', 'Shape'],
        [record('Indexes', [Int32Array.of(1, 2)]), record('Vertices', [Float64Array.of(0, 0, 1, 0, 0, 1)])],
      ),
      record('Deformer', [12, 'morph\0\x01Deformer', 'BlendShape']),
      record(
        'Deformer',
        [13, 'smile\0\x01SubDeformer', 'BlendShapeChannel'],
        [attribute('DeformPercent', 25), record('FullWeights', [Float64Array.of(100)])],
      ),
      record('Deformer', [14, 'skin\0\x01Deformer', 'Skin'], [record('SkinningType', ['Linear'])]),
      record(
        'Deformer',
        [15, 'cluster\0\x01SubDeformer', 'Cluster'],
        [
          record('Indexes', [Int32Array.of(0, 1, 3)]),
          record('Weights', [Float64Array.of(1, 0.5, 0.25)]),
          record('Transform', [Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)]),
          record('TransformLink', [Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 1)]),
        ],
      ),
      record(
        'Model',
        [20, 'a\0\x01Model', 'Mesh'],
        [
          record(
            'Properties70',
            [],
            [
              property('Lcl Translation', 'Lcl Translation', 1, 2, 3),
              property('RotationOrder', 'enum', 2),
              property('PreRotation', 'Vector3D', 0, 90, 0),
              property('InheritType', 'enum', 1),
            ],
          ),
        ],
      ),
      record('Model', [21, 'b\0\x01Model', 'LimbNode']),
      record(
        'NodeAttribute',
        [22, 'cam\0\x01NodeAttribute', 'Camera'],
        [record('Properties70', [], [property('FocalLength', 'Number', 35), property('ApertureMode', 'enum', 3)])],
      ),
      record('Model', [23, 'cam\0\x01Model', 'Camera']),
      record('AnimationStack', [30, 'Take\0\x01AnimStack', '']),
      record('AnimationLayer', [31, 'Base\0\x01AnimLayer', '']),
      record(
        'AnimationCurveNode',
        [32, 'T\0\x01AnimCurveNode', ''],
        [record('Properties70', [], [property('d|X', 'Number', 1)])],
      ),
      curve(33),
      record('Constraint', [40, 'c\0\x01Constraint', 'Parent-Child']),
    ],
  );
  const link = (...values) => record('C', values);
  const connections = record(
    'Connections',
    [],
    [
      ...[link('OO', 20, 0), link('OO', 21, 20), link('OO', 10, 20), link('OO', 12, 10), link('OO', 13, 12)],
      ...[link('OO', 11, 13), link('OO', 14, 10), link('OO', 15, 14), link('OO', 21, 15), link('OO', 23, 0)],
      ...[link('OO', 22, 23), link('OO', 31, 30), link('OO', 32, 31), link('OP', 32, 20, 'Lcl Translation')],
      ...[
        link('OP', 33, 32, 'd|X'),
        link('OP', 20, 40, 'Constrained object (Child)'),
        link('OP', 21, 40, 'Source (Parent)'),
      ],
    ],
  );
  return [record('FBXHeaderExtension', [], [attribute('FBXVersion', 7400)]), objects, connections];
}

/** Files by name. */
export function readSeeds(root, testkit) {
  const seeds = new Map();
  const tree = scenes(testkit);
  for (const version of [7400, 7700]) {
    seeds.set(`made ${version}`, testkit.writeFbxBinary(tree, { version }));
    seeds.set(`made ${version} packed`, testkit.writeFbxBinary(tree, { version, packed: true }));
    seeds.set(`made ${version} big endian`, testkit.writeFbxBinary(tree, { version, isBigEndian: true }));
    seeds.set(`made ${version} text`, testkit.writeFbxAscii(tree, { version }));
  }
  for (const folder of ['fixtures/fbx/fuzz', '../shared/corpus/fbx', '../shared/corpus/fbx/fuzz']) {
    const path = join(root, folder);
    if (!existsSync(path)) continue;
    for (const name of readdirSync(path).filter((file) => file.endsWith('.fbx'))) {
      const file = join(path, name);
      if (statSync(file).size <= MAX_SEED_BYTES) seeds.set(name, new Uint8Array(readFileSync(file)));
    }
  }
  return seeds;
}
