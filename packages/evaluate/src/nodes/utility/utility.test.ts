import { composeMat4, type Mat4, type Quat, type Vec3 } from '@rigline/math';
import { connectPlugs, sketchScene } from '@rigline/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Graph } from '../../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../index.ts';

const MOVED: Mat4 = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1];

describe('chains through the axes of one node', () => {
  test.each([
    ['multiplyDivide', 'output', 'input1'],
    ['reverse', 'output', 'input'],
    ['condition', 'outColor', 'colorIfFalse'],
    ['clamp', 'output', 'input'],
    ['setRange', 'outValue', 'value'],
    ['blendColors', 'output', 'color1'],
  ])('%s: an axis may feed the next one', (type, output, input) => {
    const scene = sketchScene({ it: { type } });
    const [x, y] = type === 'clamp' || type === 'condition' || type === 'blendColors' ? ['R', 'G'] : ['X', 'Y'];
    connectPlugs(scene, `it.${output}${x}`, `it.${input}${y}`);
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    graph.get(`it.${output}`);
    expect(graph.problems.list()).toEqual([]);
  });

  test('plusMinusAverage: the sum of numbers may feed the triples', () => {
    const scene = sketchScene({ it: { type: 'plusMinusAverage', values: { 'input1D[0]': 2, 'input1D[1]': 3 } } }, [
      ['it.output1D', 'it.input3D[0].input3Dx'],
      ['it.output3Dx', 'it.input3D[0].input3Dy'],
    ]);
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(graph.get('it.output3D')).toEqual([5, 5, 0]);
    expect(graph.problems.list()).toEqual([]);
  });

  test('decomposeMatrix: reads matrices through multMatrix in order', () => {
    const scene = sketchScene(
      {
        a: { type: 'transform', values: { translate: [1, 0, 0] } },
        b: { type: 'transform', values: { rotate: [0, 0, Math.PI / 2] } },
        mult: { type: 'multMatrix' },
        parts: { type: 'decomposeMatrix' },
      },
      [
        ['a.matrix', 'mult.matrixIn[0]'],
        ['b.matrix', 'mult.matrixIn[1]'],
        ['mult.matrixSum', 'parts.inputMatrix'],
      ],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    const [x, y, z] = graph.get('parts.outputTranslate') as number[];
    expect([x, y, z].map((v) => Math.round((v as number) * 1e12) / 1e12 + 0)).toEqual([0, 1, 0]);
    expect((graph.get('parts.outputRotate') as number[])[2]).toBeCloseTo(Math.PI / 2, 12);
  });
});

describe('multiplyDivide', () => {
  test('reports a division by zero', () => {
    const graph = new Graph(
      sketchScene({ it: { type: 'multiplyDivide', values: { operation: 2, input1X: 1, input2X: 0 } } }),
      MAYA_NODE_TYPES,
    );
    expect(graph.get('it.outputX')).toBe(1);
    expect(graph.problems.list()[0]?.code).toBe('EVALUATE_UNDEFINED_RESULT');
  });
});

describe('dimensions', () => {
  const measure = (type: string, values: Record<string, number[]>, plug: string): number => {
    const scene = sketchScene({ group: { type: 'transform' }, it: { type, parent: 'group', values } });
    return new Graph(scene, MAYA_NODE_TYPES).get(`it.${plug}`) as number;
  };

  test('distanceDimShape gives the distance of its points', () => {
    expect(measure('distanceDimShape', { sp: [1, 2, 3], ep: [4, 6, 3] }, 'dist')).toBe(5);
  });

  test.each([
    ['a right angle', [0, 2, 0], Math.PI / 2],
    ['points in line', [-3, 0, 0], Math.PI],
    ['a point twice', [0, 0, 0], 0],
  ])('angleDimension of %s', (_, ep, expected) => {
    expect(measure('angleDimension', { sp: [5, 0, 0], mp: [0, 0, 0], ep }, 'angl')).toBeCloseTo(expected, 12);
  });
});

describe('mute', () => {
  test.each([
    [0, 7],
    [1, 3],
  ])('muted %d gives %d', (muted, expected) => {
    const scene = sketchScene(
      {
        source: { type: 'transform', values: { tx: 7 } },
        it: { type: 'mute', values: { h: 3, m: muted } },
      },
      [['source.tx', 'it.i']],
    );
    expect(new Graph(scene, MAYA_NODE_TYPES).get('it.o')).toBe(expected);
  });
});

describe('colorConstant', () => {
  test('goes through a choice as three numbers', () => {
    const scene = sketchScene(
      {
        offset: { type: 'colorConstant', values: { _c: [1, -20, 300] } },
        pick: { type: 'choice', values: { s: 1 } },
        hold: { type: 'pointConstraint' },
      },
      [
        ['offset.oc', 'pick.i[1]'],
        ['pick.o', 'hold.o'],
      ],
    );
    expect(new Graph(scene, MAYA_NODE_TYPES).get('hold.o')).toEqual([1, -20, 300]);
  });
});

describe('choice', () => {
  const scene = () =>
    sketchScene(
      {
        a: { type: 'transform', values: { translate: [1, 2, 3] } },
        b: { type: 'transform', values: { translate: [4, 5, 6], rotate: [0, 0, 1] } },
        pick: { type: 'choice', values: { selector: 1 } },
        end: { type: 'transform' },
      },
      [],
    );

  test('passes numbers with their unit', () => {
    const s = scene();
    connectPlugs(s, 'a.rz', 'pick.input[0]');
    connectPlugs(s, 'b.rz', 'pick.input[1]');
    connectPlugs(s, 'pick.output', 'end.rx');
    expect(new Graph(s, MAYA_NODE_TYPES).get('end.rx')).toBe(1);
  });

  test('passes matrices', () => {
    const s = scene();
    connectPlugs(s, 'a.worldMatrix[0]', 'pick.input[0]');
    connectPlugs(s, 'b.worldMatrix[0]', 'pick.input[1]');
    connectPlugs(s, 'pick.output', 'end.offsetParentMatrix');
    const graph = new Graph(s, MAYA_NODE_TYPES);
    expect((graph.get('end.worldMatrix') as number[]).slice(12, 15)).toEqual([4, 5, 6]);
    s.setValue(s.find('b') as never, 'translateX', 9);
    expect((graph.get('end.worldMatrix') as number[]).slice(12, 15)).toEqual([9, 5, 6]);
    s.setValue(s.find('pick') as never, 'selector', 0);
    expect((graph.get('end.worldMatrix') as number[]).slice(12, 15)).toEqual([1, 2, 3]);
  });

  test('passes triples, and follows their axes', () => {
    const s = scene();
    connectPlugs(s, 'a.translate', 'pick.input[0]');
    connectPlugs(s, 'b.translate', 'pick.input[1]');
    connectPlugs(s, 'pick.output', 'end.translate');
    const graph = new Graph(s, MAYA_NODE_TYPES);
    expect(graph.get('end.translate')).toEqual([4, 5, 6]);
    s.setValue(s.find('b') as never, 'translateY', -5);
    expect(graph.get('end.translate')).toEqual([4, -5, 6]);
    s.setValue(s.find('pick') as never, 'selector', 0);
    expect(graph.get('end.translate')).toEqual([1, 2, 3]);
  });
});

describe('matrix nodes', () => {
  const unit = fc.double({ min: -1, max: 1, noNaN: true });
  const triple = fc.tuple(unit, unit, unit);
  const positive = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: 0.1, max: 3, noNaN: true }))) as fc.Arbitrary<Vec3>;
  const turn = fc
    .tuple(unit, unit, unit, unit)
    .filter((q) => Math.hypot(...q) > 0.1)
    .map((q) => q.map((v) => v / Math.hypot(...q)) as Quat);

  test('composeMatrix undoes decomposeMatrix in every rotate order', () => {
    fc.assert(
      fc.property(triple, turn, positive, triple, fc.nat(5), (translate, rotate, scale, shear, order) => {
        const matrix = composeMat4({ translate, rotate, scale, shear });
        const scene = sketchScene(
          {
            parts: { type: 'decomposeMatrix', values: { inputMatrix: matrix, inputRotateOrder: order } },
            whole: { type: 'composeMatrix', values: { inputRotateOrder: order } },
          },
          [
            ['parts.outputTranslate', 'whole.inputTranslate'],
            ['parts.outputRotate', 'whole.inputRotate'],
            ['parts.outputScale', 'whole.inputScale'],
            ['parts.outputShear', 'whole.inputShear'],
            ['parts.outputQuat', 'whole.inputQuat'],
          ],
        );
        const graph = new Graph(scene, MAYA_NODE_TYPES);
        for (const useEuler of [1, 0]) {
          scene.setValue(scene.find('whole') as never, 'useEulerRotation', useEuler);
          const got = graph.get('whole.outputMatrix') as number[];
          got.forEach((value, i) => {
            expect(Math.abs(value - (matrix[i] as number))).toBeLessThan(1e-9);
          });
        }
      }),
    );
  });

  test('inverseMatrix times its input is the identity', () => {
    fc.assert(
      fc.property(triple, turn, positive, (translate, rotate, scale) => {
        const inputMatrix = composeMat4({ translate, rotate, scale });
        const scene = sketchScene(
          {
            inverse: { type: 'inverseMatrix', values: { inputMatrix } },
            product: { type: 'multMatrix', values: { 'matrixIn[0]': inputMatrix } },
          },
          [['inverse.outputMatrix', 'product.matrixIn[1]']],
        );
        const got = new Graph(scene, MAYA_NODE_TYPES).get('product.matrixSum') as number[];
        got.forEach((value, i) => {
          expect(Math.abs(value - (i % 5 === 0 ? 1 : 0))).toBeLessThan(1e-9);
        });
      }),
    );
  });

  test('inverseMatrix reports a matrix without inverse', () => {
    const scene = sketchScene({
      it: { type: 'inverseMatrix', values: { inputMatrix: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] } },
    });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    graph.get('it.outputMatrix');
    expect(graph.problems.list()[0]?.code).toBe('EVALUATE_SINGULAR_MATRIX');
  });

  test('aimMatrix points the primary axis at its target and the secondary one near its own', () => {
    fc.assert(
      fc.property(triple, turn, triple, turn, (from, rotate, to, up) => {
        fc.pre(Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]) > 0.1);
        const scene = sketchScene({
          it: {
            type: 'aimMatrix',
            values: {
              inputMatrix: composeMat4({ translate: from, rotate }),
              primaryInputAxis: [0, 1, 0],
              primaryTargetMatrix: composeMat4({ translate: to, rotate: [0, 0, 0, 1] }),
              secondaryInputAxis: [0, 0, 1],
              secondaryMode: 2,
              secondaryTargetVector: [1, 0, 0],
              secondaryTargetMatrix: composeMat4({ translate: [0, 0, 0], rotate: up }),
            },
          },
        });
        const m = new Graph(scene, MAYA_NODE_TYPES).get('it.outputMatrix') as Mat4;
        const distance = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
        for (let i = 0; i < 3; i++) {
          const wanted = ((to[i] as number) - (from[i] as number)) / distance;
          // 1e-6: the smallest turn between nearly opposite directions loses half the digits.
          expect(Math.abs((m[4 + i] as number) - wanted)).toBeLessThan(1e-6);
        }
        // The X axis is at right angles to the plane of aim and up, so it has nothing of the wanted up direction.
        const upward = composeMat4({ translate: [0, 0, 0], rotate: up });
        const across = m[0] * upward[0] + m[1] * upward[1] + m[2] * upward[2];
        const along = m[8] * upward[0] + m[9] * upward[1] + m[10] * upward[2];
        expect(Math.abs(across)).toBeLessThan(1e-6);
        expect(along).toBeGreaterThan(-1e-6);
      }),
    );
  });

  test('pointMatrixMult leaves the translation out for vectors', () => {
    const scene = sketchScene({
      it: { type: 'pointMatrixMult', values: { inPoint: [1, 2, 3], inMatrix: MOVED } },
    });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(graph.get('it.output')).toEqual([8, 21, 33]);
    scene.setValue(scene.find('it') as never, 'vectorMultiply', 1);
    expect(graph.get('it.output')).toEqual([-2, 1, 3]);
  });
});

describe('quaternion nodes', () => {
  test('quatProd applies its first input first', () => {
    const scene = sketchScene(
      {
        first: { type: 'eulerToQuat', values: { inputRotate: [Math.PI / 2, 0, 0] } },
        next: { type: 'eulerToQuat', values: { inputRotate: [0, 0, Math.PI / 2] } },
        product: { type: 'quatProd' },
        turn: { type: 'composeMatrix', values: { useEulerRotation: 0 } },
        point: { type: 'pointMatrixMult', values: { inPoint: [0, 1, 0] } },
      },
      [
        ['first.outputQuat', 'product.input1Quat'],
        ['next.outputQuat', 'product.input2Quat'],
        ['product.outputQuat', 'turn.inputQuat'],
        ['turn.outputMatrix', 'point.inMatrix'],
      ],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    // Y about X by 90 degrees is Z, which a turn about Z leaves alone.
    (graph.get('point.output') as number[]).forEach((value, i) => {
      expect(value).toBeCloseTo([0, 0, 1][i] as number, 12);
    });
  });
});
