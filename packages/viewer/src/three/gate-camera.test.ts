import { CAMERA_DEFAULTS, computeFilmGate } from '@rigline/evaluate';
import { Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { fitGate, GateCamera } from './gate-camera.ts';

describe('fitGate', () => {
  test('is as large as fits, in the middle', () => {
    expect(fitGate(1000, 500, 1, 1)).toEqual({ x: 250, y: 0, width: 500, height: 500 });
    expect(fitGate(400, 500, 2, 0.5)).toEqual({ x: 100, y: 200, width: 200, height: 100 });
  });
});

describe('GateCamera', () => {
  const world = Float64Array.from([0, 0, -2, 0, 0, 2, 0, 0, 2, 0, 0, 0, 10, 20, 30, 1]);

  test('the corner of the gate lands on the corner of its rectangle, whatever the scale of the camera', () => {
    const aspect = 16 / 9;
    const gate = computeFilmGate({ ...CAMERA_DEFAULTS, horizontalFilmOffset: 0.2 }, aspect);
    const panel = { width: 1000, height: 800 };
    const rect = fitGate(panel.width, panel.height, aspect, 0.9);
    const camera = new GateCamera();
    camera.look(gate, world, 0, rect, panel);
    // The camera looks along world -X: its own x is world -Z.
    const [x, y] = [gate.window.right * 50, gate.window.top * 50];
    const point = new Vector3(10 - 50, 20 + y, 30 - x).project(camera);
    const pixel = [((point.x + 1) / 2) * panel.width, ((1 - point.y) / 2) * panel.height];
    expect(pixel[0]).toBeCloseTo(rect.x + rect.width, 6);
    expect(pixel[1]).toBeCloseTo(rect.y, 6);
  });
});
