import { type FbxPropertySketch, fbxRecord, sketchFbx } from '@rigline/testkit';

const real = (name: string, ...values: number[]): FbxPropertySketch => [
  name,
  'Vector',
  'A',
  ...values.map((value) => ({ code: 'D', value }) as const),
];

/** Ticks of a second. */
const SECOND = 46186158000n;

const time = (name: string, seconds: number): FbxPropertySketch => [
  name,
  'KTime',
  'Time',
  { code: 'L', value: SECOND * BigInt(seconds) },
];

/** Two linear keys, a second apart. */
const keys = (...values: readonly [number, number]) => [
  fbxRecord('KeyTime', [BigInt64Array.of(0n, SECOND)]),
  fbxRecord('KeyValueFloat', [Float32Array.from(values)]),
  fbxRecord('KeyAttrFlags', [Int32Array.of(4)]),
  fbxRecord('KeyAttrDataFloat', [new Float32Array(4)]),
  fbxRecord('KeyAttrRefCount', [Int32Array.of(2)]),
];

const CORNERS = [0, 1].flatMap((z) => [0, 1].flatMap((y) => [0, 1].map((x) => [x, y, z].map((v) => v * 10 - 5))));
/** Bottom, top, and the sides; the last corner of a face is written as `-corner - 1`. */
const FACES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

/** A cube of 10 around its middle: red above, blue elsewhere. */
const cube = [
  fbxRecord('Vertices', [Float64Array.from(CORNERS.flat())]),
  fbxRecord('PolygonVertexIndex', [
    Int32Array.from(FACES.flatMap((face) => face.map((v, i) => (i === face.length - 1 ? -v - 1 : v)))),
  ]),
  fbxRecord(
    'LayerElementMaterial',
    [0],
    [
      fbxRecord('MappingInformationType', ['ByPolygon']),
      fbxRecord('ReferenceInformationType', ['IndexToDirect']),
      fbxRecord('Materials', [Int32Array.of(0, 1, 0, 0, 0, 0)]),
    ],
  ),
  fbxRecord(
    'Layer',
    [0],
    [fbxRecord('LayerElement', [], [fbxRecord('Type', ['LayerElementMaterial']), fbxRecord('TypedIndex', [0])])],
  ),
];

/**
 * `crate` with Z up, 24 frames a second, and a camera that looks at it from above and aside. The take `slide` moves it
 * along X from 0 to 12, `lift` up from 0 to 20.
 */
export const FBX_SHOT: Uint8Array = sketchFbx({
  globals: [
    ['UpAxis', 'int', '', 2],
    ['FrontAxis', 'int', '', 1],
    ['FrontAxisSign', 'int', '', -1],
    ['TimeMode', 'enum', '', 11],
  ],
  objects: [
    [1, 'Model', 'Mesh', 'crate', [real('Lcl Translation', 0, 0, 0)]],
    [2, 'Geometry', 'Mesh', 'crate', [], cube],
    [3, 'Material', '', 'blue', [real('DiffuseColor', 0.05, 0.1, 0.9)]],
    [4, 'Material', '', 'red', [real('DiffuseColor', 0.9, 0.05, 0.05)]],
    // Looks along +X of its node, with +Y up: turned to face the crate from 35 degrees above.
    [5, 'Model', 'Camera', 'eye', [real('Lcl Translation', -49.15, 0, 34.41), real('Lcl Rotation', 90, 35, 0)]],
    [6, 'NodeAttribute', 'Camera', 'eye', []],
    [10, 'AnimationStack', '', 'slide', [time('LocalStart', 0), time('LocalStop', 1)]],
    [11, 'AnimationLayer', '', 'base'],
    [12, 'AnimationCurveNode', '', 'T', []],
    [13, 'AnimationCurve', '', '', [], keys(0, 12)],
    [20, 'AnimationStack', '', 'lift', [time('LocalStart', 0), time('LocalStop', 1)]],
    [21, 'AnimationLayer', '', 'base'],
    [22, 'AnimationCurveNode', '', 'T', []],
    [23, 'AnimationCurve', '', '', [], keys(0, 20)],
  ],
  connections: [
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 1],
    [5, 0],
    [6, 5],
    [11, 10],
    [12, 11],
    [12, 1, 'Lcl Translation'],
    [13, 12, 'd|X'],
    [21, 20],
    [22, 21],
    [22, 1, 'Lcl Translation'],
    [23, 22, 'd|Z'],
  ],
});
