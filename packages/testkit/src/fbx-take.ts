/** Sketches of what a take of an FBX file is made of. */
import { fbxRecord } from './fbx.ts';
import type { FbxConnectionSketch, FbxObjectSketch, FbxPropertySketch, FbxSketch } from './fbx-scene.ts';

const TICKS = 46186158000;

/** An animation layer. */
export function sketchLayer(id: number, name: string, ...properties: FbxPropertySketch[]): FbxObjectSketch {
  return [id, 'AnimationLayer', '', name, properties];
}

/** A curve node with `d|X` … or one number of any name. */
export function sketchCurveNode(id: number, values: Readonly<Record<string, number>>): FbxObjectSketch {
  const properties = Object.entries(values).map(([name, value]): FbxPropertySketch => {
    return [`d|${name}`, 'Number', 'A', { code: 'D', value }];
  });
  return [id, 'AnimationCurveNode', '', 'T', properties];
}

/** A linear curve over whole seconds. */
export function sketchCurve(id: number, ...values: number[]): FbxObjectSketch {
  const records = [
    fbxRecord('Default', [{ code: 'D', value: values[0] ?? 0 }]),
    fbxRecord('KeyTime', [BigInt64Array.from(values, (_, i) => BigInt(i * TICKS))]),
    fbxRecord('KeyValueFloat', [Float32Array.from(values)]),
    fbxRecord('KeyAttrFlags', [Int32Array.of(4)]),
    fbxRecord('KeyAttrDataFloat', [new Float32Array(4)]),
    fbxRecord('KeyAttrRefCount', [Int32Array.of(values.length)]),
  ];
  return [id, 'AnimationCurve', '', '', [], records];
}

/** A file with one stack (1), whose layers are the first objects, and a model (100) `box` at the root. */
export function sketchTake(
  layers: readonly FbxObjectSketch[],
  objects: readonly FbxObjectSketch[],
  connections: readonly FbxConnectionSketch[],
): FbxSketch {
  return {
    objects: [[1, 'AnimationStack', '', 'Take 001'], ...layers, ...objects],
    connections: [[100, 0], ...layers.map(([id]): FbxConnectionSketch => [id, 1]), ...connections],
  };
}
