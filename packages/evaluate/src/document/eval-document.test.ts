import { Scene } from '@rigline/scene';
import { MAYA_DECLARATIONS, type MorphTarget } from '@rigline/scene/maya';
import { describe, expect, test } from 'vitest';
import { Graph } from '../graph/graph.ts';
import { NODE_TYPES } from '../nodes/index.ts';
import { SceneSampler } from './eval-document.ts';

describe('morphs of SceneSampler', () => {
  test('go by the name of the file, else by alias, else by plug', () => {
    const scene = new Scene(MAYA_DECLARATIONS);
    const node = scene.addNode({ type: 'blendShape', name: 'face' });
    for (let i = 0; i < 3; i++) scene.setValue(node, `weight[${i}]`, 0.25 * i);
    scene.addAlias(node, 'smile', 'weight[0]');
    scene.addAlias(node, 'frown', 'weight[1]');
    const targets: MorphTarget[] = [{ name: 'face.smile', shapes: [] }, { shapes: [] }, { shapes: [] }];
    scene.setValue(node, 'targets', targets);
    const { morphs } = new SceneSampler(new Graph(scene, NODE_TYPES)).sample(1);
    expect(morphs.map(({ channel, weight }) => [channel, weight])).toEqual([
      ['face.smile', 0],
      ['frown', 0.25],
      ['weight[2]', 0.5],
    ]);
  });
});

describe('a scene whose shapes have no names of their own', () => {
  const open = (hasNamedShapes: boolean) => {
    const scene = new Scene(MAYA_DECLARATIONS);
    scene.settings = { ...scene.settings, hasNamedShapes };
    const parent = scene.addNode({ type: 'fbxModel', name: 'eye' });
    scene.addNode({ type: 'fbxCamera', name: 'eyeShape', parent });
    return new SceneSampler(new Graph(scene, NODE_TYPES)).sample(1);
  };

  test('lists its transforms alone, and tells a camera by its transform', () => {
    const { nodes, cameras } = open(false);
    expect(nodes.map(({ path }) => path)).toEqual(['|eye']);
    expect(cameras.map(({ path }) => path)).toEqual(['|eye']);
  });

  test('other scenes list their shapes', () => {
    const { nodes, cameras } = open(true);
    expect(nodes.map(({ path }) => path)).toEqual(['|eye', '|eye|eyeShape']);
    expect(cameras.map(({ path }) => path)).toEqual(['|eye|eyeShape']);
  });
});
