import { readFileSync } from 'node:fs';
import { type Mat4, radToDeg } from '@rigline/math';
import { describe, expect, test } from 'vitest';
import { CAMERA_DEFAULTS, type CameraChannels, computeFilmGate } from './film-gate.ts';

interface Golden {
  readonly source: string;
  readonly tolerance: number;
  readonly cases: readonly {
    readonly name: string;
    readonly camera: Partial<CameraChannels>;
    readonly deviceAspect: number;
    readonly expected: {
      readonly window?: readonly number[];
      readonly horizontalFovDeg?: number;
      readonly verticalFov?: number;
      readonly apertureMm?: readonly number[];
      readonly offsetMm?: readonly number[];
      readonly projection?: readonly number[];
    };
  }[];
}

const golden = JSON.parse(
  readFileSync(new URL('../../../../fixtures/camera/film-gate.golden.json', import.meta.url), 'utf8'),
) as Golden;

const gateOf = (camera: Partial<CameraChannels>, aspect: number) =>
  computeFilmGate({ ...CAMERA_DEFAULTS, ...camera }, aspect);

/** Where a point of the camera's own space lands in the picture, -1 to 1 each way. */
function pictureOf(projection: Mat4, [x, y, z]: readonly [number, number, number]): [number, number] {
  const at = (column: number): number =>
    x * (projection[column] as number) +
    y * (projection[4 + column] as number) +
    z * (projection[8 + column] as number) +
    (projection[12 + column] as number);
  return [at(0) / at(3), at(1) / at(3)];
}

const near = (actual: readonly number[], expected: readonly number[], tolerance: number): void => {
  expect(actual.length).toBe(expected.length);
  actual.forEach((value, i) => {
    expect(Math.abs(value - (expected[i] as number))).toBeLessThanOrEqual(tolerance);
  });
};

describe('computeFilmGate', () => {
  test.each(golden.cases)('$name', ({ camera, deviceAspect, expected }) => {
    const gate = gateOf(camera, deviceAspect);
    const { left, right, bottom, top } = gate.window;
    const { tolerance } = golden;
    if (expected.window) near([left, right, bottom, top], expected.window, tolerance);
    if (expected.horizontalFovDeg !== undefined) {
      near([radToDeg(gate.horizontalFov)], [expected.horizontalFovDeg], tolerance);
    }
    if (expected.verticalFov !== undefined) near([gate.verticalFov], [expected.verticalFov], tolerance);
    if (expected.apertureMm) near([gate.horizontalApertureMm, gate.verticalApertureMm], expected.apertureMm, tolerance);
    if (expected.offsetMm) near(gate.filmOffsetMm, expected.offsetMm, tolerance);
    if (expected.projection) near(gate.projection, expected.projection, tolerance);
  });

  test('a positive film offset moves what is on the lens axis to the left and down', () => {
    const gate = gateOf({ horizontalFilmOffset: 0.1, verticalFilmOffset: 0.05 }, 1.5);
    const [x, y] = pictureOf(gate.projection, [0, 0, -100]);
    // 2.54 mm of a half-width of 18 mm, 1.27 mm of a half-height of 12 mm.
    near([x, y], [-2.54 / (1.41732 * 12.7), (-1.27 / (1.41732 * 12.7)) * 1.5], 1e-12);
  });

  test('near and far planes land on -1 and 1', () => {
    for (const orthographic of [false, true]) {
      const m = gateOf({ orthographic, nearClipPlane: 2, farClipPlane: 50 }, 1.6).projection;
      const depth = (z: number): number =>
        (z * (m[10] as number) + (m[14] as number)) / (z * (m[11] as number) + (m[15] as number));
      near([depth(-2), depth(-50)], [-1, 1], 1e-12);
    }
  });

  test('the edges of the window are the edges of the picture for every fit', () => {
    for (const filmFit of ['fill', 'horizontal', 'vertical', 'overscan'] as const) {
      for (const aspect of [0.8, 1.5, 2.4]) {
        const { projection, window } = gateOf({ filmFit, verticalFilmOffset: 0.2 }, aspect);
        near(pictureOf(projection, [window.left * 7, window.bottom * 7, -7]), [-1, -1], 1e-12);
        near(pictureOf(projection, [window.right * 7, window.top * 7, -7]), [1, 1], 1e-12);
        expect((window.right - window.left) / (window.top - window.bottom)).toBeCloseTo(aspect, 12);
      }
    }
  });

  test('fill never shows more than the film, overscan never less', () => {
    for (const aspect of [0.8, 1.5, 2.4]) {
      const fill = gateOf({ filmFit: 'fill' }, aspect);
      const over = gateOf({ filmFit: 'overscan' }, aspect);
      expect(fill.window.right).toBeLessThanOrEqual(fill.filmWindow.right + 1e-12);
      expect(fill.window.top).toBeLessThanOrEqual(fill.filmWindow.top + 1e-12);
      expect(over.window.right).toBeGreaterThanOrEqual(over.filmWindow.right - 1e-12);
      expect(over.window.top).toBeGreaterThanOrEqual(over.filmWindow.top - 1e-12);
    }
  });

  test('a fit offset of 1 puts an edge of the film on the edge of the picture', () => {
    const gate = gateOf({ filmFit: 'vertical', filmFitOffset: 1 }, 2);
    expect(gate.window.right).toBeCloseTo(gate.filmWindow.right, 12);
    const taller = gateOf({ filmFit: 'horizontal', filmFitOffset: -1 }, 1);
    expect(taller.window.bottom).toBeCloseTo(taller.filmWindow.bottom, 12);
  });

  test('a film roll of a quarter turn moves the right edge to the top without stretching', () => {
    const aspect = 2;
    const gate = gateOf({ filmRollValue: Math.PI / 2 }, aspect);
    const point: [number, number, number] = [gate.window.right * 10, 0, -10];
    // A half-width is two half-heights at this aspect.
    near(pictureOf(gate.projection, point), [0, 2], 1e-12);
  });

  test('a roll pivot stays where it is', () => {
    for (const filmRollOrder of ['rotateTranslate', 'translateRotate'] as const) {
      const side = filmRollOrder === 'rotateTranslate' ? 1 : -1;
      const pivots = { horizontalRollPivot: 0.25, verticalRollPivot: -0.5 };
      const gate = gateOf({ filmRollOrder, filmRollValue: 0.7, ...pivots }, 1.5);
      const { right, top } = gate.window;
      near(pictureOf(gate.projection, [side * 0.25 * right, side * -0.5 * top, -1]), [side * 0.25, side * -0.5], 1e-12);
    }
  });

  test('2D scales and translation act on the finished picture', () => {
    const plain = gateOf({}, 1.5).projection;
    const moved = gateOf({ preScale: 2, filmTranslateH: 0.1, filmTranslateV: -0.2, postScale: 3 }, 1.5).projection;
    const [x, y] = pictureOf(plain, [3, 2, -20]);
    near(pictureOf(moved, [3, 2, -20]), [(x * 2 + 0.1) * 3, (y * 2 - 0.2) * 3], 1e-12);
  });

  test('an aspect that is no aspect still gives finite numbers', () => {
    for (const aspect of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(gateOf({}, aspect).projection.every(Number.isFinite)).toBe(true);
    }
  });
});
