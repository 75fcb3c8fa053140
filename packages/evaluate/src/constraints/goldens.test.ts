import { readFileSync } from 'node:fs';
import { type Mat4, mat4FromEuler, ROTATE_ORDERS, type Vec3 } from '@rigline/math';
import { type NodeSketch, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { Graph } from '../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../nodes/index.ts';

interface Golden {
  readonly tolerance: number;
  readonly cases: readonly {
    readonly name: string;
    readonly nodes: Readonly<Record<string, NodeSketch>>;
    readonly connections: readonly (readonly [string, string])[];
    readonly expected: { readonly translate?: Vec3; readonly scale?: Vec3; readonly rotation?: readonly number[][] };
  }[];
}

const KINDS = ['point', 'orient', 'parent', 'aim', 'scale', 'pole-vector'];

function worst(a: readonly number[], b: readonly number[]): number {
  expect(a).toHaveLength(b.length);
  return a.reduce((most, v, i) => Math.max(most, Math.abs(v - (b[i] as number))), 0);
}

function rows(m: Mat4): number[] {
  return [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]];
}

describe.each(KINDS)('%s constraint', (kind) => {
  const file = new URL(`../../../../fixtures/constraints/${kind}.golden.json`, import.meta.url);
  const golden = JSON.parse(readFileSync(file, 'utf8')) as Golden;
  test.each(golden.cases)('$name', ({ nodes, connections, expected }) => {
    const graph = new Graph(sketchScene(nodes, connections), MAYA_NODE_TYPES);
    if (expected.translate) {
      expect(worst(graph.get('k.constraintTranslate') as Vec3, expected.translate)).toBeLessThan(golden.tolerance);
    }
    if (expected.scale) {
      expect(worst(graph.get('k.constraintScale') as Vec3, expected.scale)).toBeLessThan(golden.tolerance);
    }
    if (expected.rotation) {
      const order = ROTATE_ORDERS[graph.get('node.rotateOrder') as number] ?? 'xyz';
      const turned = mat4FromEuler(graph.get('k.constraintRotate') as Vec3, order);
      expect(worst(rows(turned), expected.rotation.flat())).toBeLessThan(golden.tolerance);
    }
  });
});
