import { NumberTable } from '@rigline/scene';
import type { NurbsCurveData } from '@rigline/scene/maya';
import { connectPlugs, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { Graph } from '../../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../index.ts';

/** y = x²/2 from x = 0 to 2. */
const PARABOLA: NurbsCurveData = {
  degree: 2,
  spans: 1,
  form: 'open',
  knots: Float64Array.of(0, 0, 1, 1),
  cvsXyzw: Float64Array.of(0, 0, 0, 1, 1, 0, 0, 1, 2, 2, 0, 1),
};
/** Straight, twice as fast in its second half: (0,0,0), (1,0,0), (3,0,0). */
const LINE: NurbsCurveData = {
  degree: 1,
  spans: 2,
  form: 'open',
  knots: Float64Array.of(0, 1, 2),
  cvsXyzw: Float64Array.of(0, 0, 0, 1, 1, 0, 0, 1, 3, 0, 0, 1),
};
const PARABOLA_LENGTH = Math.sqrt(5) + Math.asinh(2) / 2;

function graphOf(curve: NurbsCurveData, type: string, input: string, values: Record<string, number | number[]> = {}) {
  const scene = sketchScene(
    {
      path: { type: 'transform', values: { translate: [0, 0, 5] } },
      pathShape: { type: 'nurbsCurve', parent: 'path', values: { cached: curve } },
      it: { type, values },
    },
    [['pathShape.worldSpace[0]', `it.${input}`]],
  );
  return { scene, graph: new Graph(scene, MAYA_NODE_TYPES) };
}
const close = (got: unknown, wanted: readonly number[], digits = 12): void => {
  expect(got).toEqual(wanted.map((value) => expect.closeTo(value, digits)));
};

describe('curveInfo', () => {
  test('measures the saved curve in world space', () => {
    const { graph, scene } = graphOf(PARABOLA, 'curveInfo', 'inputCurve');
    expect(graph.get('it.arcLength')).toBeCloseTo(PARABOLA_LENGTH, 12);
    close(graph.get('it.controlPoints[2]'), [2, 2, 5]);
    scene.setValue(scene.find('path') as never, 'scaleX', 2);
    scene.setValue(scene.find('path') as never, 'scaleY', 2);
    expect(graph.get('it.arcLength')).toBeCloseTo(2 * PARABOLA_LENGTH, 12);
  });
});

describe('pointOnCurveInfo', () => {
  test('gives position, tangent and curvature at a parameter', () => {
    const { graph } = graphOf(PARABOLA, 'pointOnCurveInfo', 'inputCurve');
    close(graph.get('it.p'), [0, 0, 5]);
    close(graph.get('it.t'), [2, 0, 0]);
    close(graph.get('it.nt'), [1, 0, 0]);
    close(graph.get('it.nn'), [0, 1, 0]);
    // y = x²/2 bends at its vertex as a circle of radius 1 does.
    expect(graph.get('it.curvatureRadius')).toBeCloseTo(1, 12);
    close(graph.get('it.result.curvatureCenter'), [0, 1, 5]);
    expect(graph.get('it.result.position.positionZ')).toBe(5);
  });

  test('takes a share of the parameter range when it is told so', () => {
    const { graph } = graphOf(LINE, 'pointOnCurveInfo', 'inputCurve', { parameter: 0.75, turnOnPercentage: 1 });
    close(graph.get('it.position'), [2, 0, 5]);
  });

  test('drives a transform by single axes', () => {
    const { graph, scene } = graphOf(LINE, 'pointOnCurveInfo', 'inputCurve', { parameter: 1.5 });
    scene.addNode({ type: 'transform', name: 'end' });
    connectPlugs(scene, 'it.positionX', 'end.ty');
    expect(graph.get('end.ty')).toBe(2);
  });
});

describe('nearestPointOnCurve', () => {
  test('finds the parameter and the point', () => {
    const { graph } = graphOf(LINE, 'nearestPointOnCurve', 'inputCurve', { inPosition: [2, 7, 5] });
    close(graph.get('it.position'), [2, 0, 5]);
    expect(graph.get('it.parameter')).toBeCloseTo(1.5, 12);
  });
});

describe('arcLengthDimension', () => {
  test('measures up to its parameter', () => {
    const { graph } = graphOf(LINE, 'arcLengthDimension', 'nurbsGeometry', { uParamValue: 1.5 });
    expect(graph.get('it.arcLength')).toBeCloseTo(2, 12);
  });
});

describe('motionPath', () => {
  test('reads uValue as a parameter, or as a share of the length', () => {
    const { graph, scene } = graphOf(LINE, 'motionPath', 'geometryPath', { uValue: 0.5 });
    close(graph.get('it.allCoordinates'), [0.5, 0, 5]);
    scene.setValue(scene.find('it') as never, 'fractionMode', 1);
    close(graph.get('it.allCoordinates'), [1.5, 0, 5]);
    expect(graph.get('it.xCoordinate')).toBeCloseTo(1.5, 12);
  });

  test('follows with Y along the curve and Z up by default axes, world up Y', () => {
    const { graph } = graphOf(LINE, 'motionPath', 'geometryPath', { uValue: 0.5, follow: 1 });
    // Rows: X to Z, Y (front) to X, Z (up) to Y.
    close(graph.get('it.orientMatrix'), [0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
  });

  test.each([
    ['x', 0, 'y', 1, [1, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['z', 2, 'y', 1, [0, 0, -1, 0, 1, 0, 1, 0, 0]],
    ['x', 0, 'z', 2, [1, 0, 0, 0, 0, -1, 0, 1, 0]],
  ] as const)('front %s (%i) and up %s (%i) make a right-handed frame', (_f, frontAxis, _u, upAxis, rows) => {
    const { graph } = graphOf(LINE, 'motionPath', 'geometryPath', { uValue: 0.5, follow: 1, frontAxis, upAxis });
    const m = graph.get('it.orientMatrix') as number[];
    close(
      [0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => m[i]),
      rows,
    );
  });

  test('takes the up direction from an object', () => {
    const { graph } = graphOf(LINE, 'motionPath', 'geometryPath', {
      uValue: 0.5,
      follow: 1,
      frontAxis: 0,
      upAxis: 1,
      worldUpType: 1,
      worldUpMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 9, 1],
    });
    close((graph.get('it.orientMatrix') as number[]).slice(4, 7), [0, 0, 1]);
  });

  test('turns about the front axis by the front twist', () => {
    const { graph } = graphOf(LINE, 'motionPath', 'geometryPath', {
      uValue: 0.5,
      follow: 1,
      frontAxis: 0,
      upAxis: 1,
      frontTwist: Math.PI / 2,
    });
    close(graph.get('it.rotate'), [Math.PI / 2, 0, 0]);
  });

  test('reports that banking is left out', () => {
    const { graph } = graphOf(LINE, 'motionPath', 'geometryPath', { follow: 1, bank: 1 });
    graph.get('it.rotate');
    expect(graph.problems.list()[0]?.code).toBe('EVALUATE_BANK_IGNORED');
  });
});

describe('nurbsCurve', () => {
  test('adds tweaks to the curve of its history, through transformGeometry', () => {
    const scene = sketchScene(
      {
        path: { type: 'transform' },
        pathShape: { type: 'nurbsCurve', parent: 'path' },
        make: { type: 'makeNurbCircle', values: { radius: 2 } },
        move: { type: 'transformGeometry', values: { transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1] } },
        info: { type: 'pointOnCurveInfo' },
      },
      [
        ['make.outputCurve', 'move.inputGeometry'],
        ['move.outputGeometry', 'pathShape.create'],
        ['pathShape.worldSpace[0]', 'info.inputCurve'],
      ],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    close(graph.get('info.position'), [10, 2, 0]);
    const tweaks = new NumberTable(3);
    for (let i = 0; i < 11; i++) tweaks.set(i, 2, 1);
    scene.setValue(scene.find('pathShape') as never, 'controlPoints', tweaks);
    close(graph.get('info.position'), [10, 2, 1]);
  });

  test('connected control points are positions, single axes alone', () => {
    const scene = sketchScene(
      {
        path: { type: 'transform' },
        pathShape: { type: 'nurbsCurve', parent: 'path', values: { cached: LINE } },
        a: { type: 'transform', values: { translate: [0, 5, 7] } },
        aShape: { type: 'locator', parent: 'a' },
        info: { type: 'curveInfo' },
      },
      [
        ['aShape.worldPosition[0]', 'pathShape.controlPoints[2]'],
        ['pathShape.worldSpace[0]', 'info.inputCurve'],
      ],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    close(graph.get('info.controlPoints[2]'), [0, 5, 7]);
    close(graph.get('info.controlPoints[1]'), [1, 0, 0]);
    scene.setValue(scene.find('a') as never, 'translateY', 6);
    close(graph.get('info.controlPoints[2]'), [0, 6, 7]);
    connectPlugs(scene, 'a.tz', 'pathShape.controlPoints[1].yValue');
    close(graph.get('info.controlPoints[1]'), [1, 7, 0]);
  });

  test('keeps its saved shape where the history makes none, with a problem', () => {
    const scene = sketchScene(
      {
        path: { type: 'transform' },
        pathShape: { type: 'nurbsCurve', parent: 'path', values: { cached: LINE } },
        make: { type: 'makeNurbCircle', values: { sweep: 1 } },
        info: { type: 'curveInfo' },
      },
      [
        ['make.outputCurve', 'pathShape.create'],
        ['pathShape.local', 'info.inputCurve'],
      ],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(graph.get('info.arcLength')).toBeCloseTo(3, 12);
    expect(graph.problems.list()[0]?.code).toBe('EVALUATE_SHAPE_NOT_MADE');
  });
});

describe('locator', () => {
  test('worldPosition is the local position in world space', () => {
    const scene = sketchScene({
      a: { type: 'transform', values: { translate: [1, 2, 3], rotate: [0, 0, Math.PI / 2] } },
      aShape: { type: 'locator', parent: 'a', values: { localPosition: [1, 0, 0] } },
    });
    close(new Graph(scene, MAYA_NODE_TYPES).get('aShape.worldPosition[0]'), [1, 3, 3]);
  });
});
