import { type Mat4, radToDeg, transformPoint, transformVector, type Vec3 } from '@rigline/math';
import type { AttributeValue, SceneNode } from '@rigline/scene';
import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { probeCamera } from '../../camera/camera-probe.ts';
import { computeFilmGate } from '../../camera/film-gate.ts';
import { Graph } from '../../graph/graph.ts';
import { NODE_TYPES } from '../index.ts';

const DEG = Math.PI / 180;
/** Numbers of the aperture modes and gate fits of FBX. */
const BOTH = 0;
const HORIZONTAL = 1;
const VERTICAL = 2;
const FOCAL = 3;
const FIT = { none: 0, vertical: 1, horizontal: 2, fill: 3, overscan: 4, stretch: 5 } as const;

type Values = Readonly<Record<string, AttributeValue>>;

function openCamera(values: Values, parent: Readonly<Record<string, AttributeValue | readonly number[]>> = {}): Graph {
  const scene = sketchScene({
    node: { type: 'fbxModel', values: parent },
    camera: { type: 'fbxCamera', parent: 'node', values },
  });
  return new Graph(scene, NODE_TYPES);
}

const numbers = (graph: Graph, ...names: string[]): number[] =>
  names.map((name) => graph.get(`camera.${name}`) as number);

/** A film of 2 by 1 inches and a picture of 3 by 1. */
const FILM: Values = { filmWidth: 2, filmHeight: 1, aspectWidth: 3, aspectHeight: 1 };

// Expected numbers follow from the rules of the FBX SDK help for FbxCamera, written out beside each test.
describe('fbxCamera', () => {
  test.each([
    ['none', [2, 1]],
    ['stretch', [2, 1]],
    ['vertical', [3, 1]],
    ['horizontal', [2, 2 / 3]],
    // The picture is wider than the film: filling it fits the width, showing all of the film the height.
    ['fill', [2, 2 / 3]],
    ['overscan', [3, 1]],
  ] as const)('gate fit %s gives the aperture', (fit, expected) => {
    const graph = openCamera({ ...FILM, apertureMode: FOCAL, gateFit: FIT[fit], fbxFocalLength: 25.4 });
    const aperture = numbers(graph, 'horizontalFilmAperture', 'verticalFilmAperture');
    expect(aperture).toEqual(expected);
    // The angle of view of a lens of one inch: twice the arc tangent of half the aperture.
    const fov = expected.map((inches) => 2 * Math.atan(inches / 2));
    expect(numbers(graph, 'horizontalFov', 'verticalFov')).toEqual(fov.map((angle) => expect.closeTo(angle, 12)));
  });

  test('the squeeze scales the height of the film', () => {
    const graph = openCamera({ ...FILM, apertureMode: FOCAL, gateFit: FIT.vertical, filmSqueezeRatio: 2 });
    expect(numbers(graph, 'horizontalFilmAperture', 'verticalFilmAperture')).toEqual([6, 2]);
  });

  test('the angle of view rules the focal length where the aperture mode says so', () => {
    const half = Math.tan(20 * DEG);
    const values = { ...FILM, gateFit: FIT.horizontal, fieldOfView: 40 * DEG, fbxFocalLength: 99 };
    const across = openCamera({ ...values, apertureMode: HORIZONTAL });
    expect(numbers(across, 'horizontalFov')[0]).toBeCloseTo(40 * DEG, 12);
    expect(numbers(across, 'verticalFov')[0]).toBeCloseTo(2 * Math.atan(half / 3), 12);
    // One inch of film on either side of the axis.
    expect(numbers(across, 'focalLength')[0]).toBeCloseTo(25.4 / half, 9);
    const upright = openCamera({ ...values, apertureMode: VERTICAL });
    expect(numbers(upright, 'verticalFov')[0]).toBeCloseTo(40 * DEG, 12);
    expect(numbers(upright, 'horizontalFov')[0]).toBeCloseTo(2 * Math.atan(half * 3), 12);
  });

  test.each([
    ['both sizes', { aspectWidth: 300, aspectHeight: 100 }, 3],
    ['no size: that of the film', { aspectWidth: 0, aspectHeight: 0 }, 2],
    ['a height: as wide as the film', { aspectWidth: 0, aspectHeight: 100 }, 2],
    ['a width: as high as the film', { aspectWidth: 100, aspectHeight: 0 }, 2],
    ['no size and no film', { aspectWidth: 0, aspectHeight: 0, filmWidth: 0, filmHeight: 0 }, 1],
    ['a fixed width with a ratio', { aspectRatioMode: 3, aspectWidth: 640, aspectHeight: 0.5 }, 2],
    ['a fixed height with a ratio', { aspectRatioMode: 4, aspectWidth: 1.5, aspectHeight: 480 }, 1.5],
  ])('the aspect of the picture from %s', (_, values, expected) => {
    expect(numbers(openCamera({ ...FILM, ...values }), 'pictureAspect')[0]).toBe(expected);
  });

  test('the gate has both angles of view, also where they do not fit the picture', () => {
    const graph = openCamera({ ...FILM, apertureMode: BOTH, fieldOfViewX: 50 * DEG, fieldOfViewY: 70 * DEG });
    const gate = computeFilmGate(probeCamera(graph, graph.scene.find('camera') as SceneNode)(), 16 / 9);
    expect(radToDeg(gate.horizontalFov)).toBeCloseTo(50, 10);
    expect(radToDeg(gate.verticalFov)).toBeCloseTo(70, 10);
  });

  test('the size of an orthographic picture is its zoom', () => {
    const values = { ...FILM, orthographic: 1, orthoZoom: 2, orthoUnit: 30, gateFit: FIT.vertical };
    const graph = openCamera(values);
    expect(numbers(graph, 'orthographicWidth', 'orthographicHeight')).toEqual([180, 60]);
    const gate = computeFilmGate(probeCamera(graph, graph.scene.find('camera') as SceneNode)(), 1);
    expect(gate.window).toEqual({ left: -90, right: 90, bottom: -30, top: 30 });
  });

  test('numbers stay finite without film, focal length or angle', () => {
    for (const apertureMode of [BOTH, HORIZONTAL, VERTICAL, FOCAL]) {
      const none = { filmWidth: 0, filmHeight: 0, fbxFocalLength: 0, fieldOfView: 0, fieldOfViewX: 0, fieldOfViewY: 0 };
      const graph = openCamera({ ...none, apertureMode });
      graph.get('camera.focalLength');
      expect(graph.problems.list()).toEqual([]);
    }
  });
});

const world = (graph: Graph): Mat4 => graph.get('camera.worldMatrix') as Mat4;
const close = (v: Vec3): unknown[] => v.map((value) => expect.closeTo(value, 12));

describe('the matrix of an fbxCamera', () => {
  test('looks along +X of the node, with +Y up', () => {
    const graph = openCamera({}, { translate: [1, 2, 3], rotate: [0, Math.PI / 2, 0] });
    // A quarter turn about Y takes +X to -Z.
    expect(transformVector(world(graph), [0, 0, -1])).toEqual(close([0, 0, -1]));
    expect(transformVector(world(graph), [0, 1, 0])).toEqual(close([0, 1, 0]));
    expect(transformPoint(world(graph), [0, 0, 0])).toEqual([1, 2, 3]);
  });

  test('a roll takes up to the right', () => {
    const graph = openCamera({ roll: Math.PI / 2 });
    // Looking along +X with +Y up, +Z is on the right.
    expect(transformVector(world(graph), [0, 1, 0])).toEqual(close([0, 0, 1]));
    expect(transformVector(world(graph), [0, 0, -1])).toEqual(close([1, 0, 0]));
  });

  test('looks at the interest, with the up node above', () => {
    const scene = sketchScene(
      {
        node: { type: 'fbxModel', values: { translate: [0, 0, 10], rotate: [0.1, 0.2, 0.3], scale: [2, 2, 2] } },
        target: { type: 'fbxModel', values: { translate: [0, 0, 0] } },
        above: { type: 'fbxModel', values: { translate: [5, 0, 10] } },
        camera: { type: 'fbxCamera', parent: 'node', values: { hasInterest: 1, hasUpNode: 1 } },
      },
      [
        ['target.worldMatrix', 'camera.interestMatrix'],
        ['above.worldMatrix', 'camera.upNodeMatrix'],
      ],
    );
    const graph = new Graph(scene, NODE_TYPES);
    expect(transformVector(world(graph), [0, 0, -1])).toEqual(close([0, 0, -1]));
    expect(transformVector(world(graph), [0, 1, 0])).toEqual(close([1, 0, 0]));
    scene.setValue(scene.find('target') as SceneNode, 'translateX', 10);
    expect(transformVector(world(graph), [0, 0, -1])).toEqual(close([Math.SQRT1_2, 0, -Math.SQRT1_2]));
  });
});
