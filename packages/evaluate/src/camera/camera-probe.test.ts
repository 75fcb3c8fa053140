import type { SceneNode } from '@rigline/scene';
import { connectPlugs, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { Graph } from '../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../nodes/index.ts';
import { probeCamera } from './camera-probe.ts';
import { CAMERA_DEFAULTS } from './film-gate.ts';

const shot = () =>
  sketchScene({
    cam: { type: 'transform', values: { translate: [1, 2, 3] } },
    camShape: { type: 'camera', parent: 'cam', values: { filmFit: 3, orthographic: 1, focalLength: 50 } },
    bare: { type: 'camera', parent: 'cam' },
  });

describe('probeCamera', () => {
  test('reads the defaults of a new camera', () => {
    const scene = shot();
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(probeCamera(graph, scene.find('bare') as SceneNode)()).toEqual(CAMERA_DEFAULTS);
  });

  test('reads fits by name, switches as booleans, and what is connected', () => {
    const scene = shot();
    connectPlugs(scene, 'cam.tz', 'camShape.focusDistance');
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    const read = probeCamera(graph, scene.find('camShape') as SceneNode);
    expect(read()).toMatchObject({ filmFit: 'overscan', orthographic: true, focalLength: 50, focusDistance: 3 });
    scene.setValue(scene.find('cam') as SceneNode, 'translateZ', 8);
    expect(read().focusDistance).toBe(8);
  });

  test('refuses a node that is no camera', () => {
    const scene = shot();
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(() => probeCamera(graph, scene.find('cam') as SceneNode)).toThrow(/no attribute "focalLength"/);
  });
});
