import { describe, expect, test } from 'vitest';
import type { Attribute } from './attribute.ts';
import { DAG_INSTANCE_LIMIT } from './dag-path.ts';
import { MAYA_DECLARATIONS } from './declarations/index.ts';
import { Scene } from './scene.ts';
import type { SceneNode } from './scene-node.ts';
import { frameRateOf, metresOf } from './settings.ts';

const transform = (scene: Scene, name: string, parent?: SceneNode): SceneNode =>
  scene.addNode({ type: 'transform', name, ...(parent ? { parent } : {}) });

/** Every node of a level stands under both of the level above: `2 ** levels` places at the bottom. */
function doublingScene(levels: number): { scene: Scene; bottom: SceneNode } {
  const scene = new Scene(MAYA_DECLARATIONS);
  let above = [transform(scene, 'x'), transform(scene, 'y')];
  for (let i = 0; i < levels; i++) {
    const next = ['x', 'y'].map((name) => transform(scene, name, above[0]));
    for (const node of next) scene.addInstance(node, above[1] as SceneNode);
    above = next;
  }
  return { scene, bottom: above[0] as SceneNode };
}

describe('Scene.dagPaths', () => {
  test('ends where instances of instances have 2 ** 30 places, with a place for every node', () => {
    const { scene, bottom } = doublingScene(30);
    expect(scene.hasMorePaths).toBe(true);
    expect(scene.dagPaths.length).toBe(DAG_INSTANCE_LIMIT + scene.nodes.length);
    expect(scene.pathsOf(bottom).length).toBeGreaterThan(0);
  });

  test('ends where a chain of 100,000 nodes has paths of ten billion characters', () => {
    const scene = new Scene(MAYA_DECLARATIONS);
    let parent: SceneNode | undefined;
    for (let i = 0; i < 100_000; i++) parent = transform(scene, `n${i}`, parent);
    expect(scene.hasMorePaths).toBe(true);
    expect(scene.dagPaths.length).toBeGreaterThan(2000);
  });
});

describe('Scene.findAll', () => {
  test('finds nodes through 2 ** 20 equal paths', () => {
    const { scene, bottom } = doublingScene(20);
    const path = `${'x|'.repeat(20)}x`;
    expect(scene.findAll(path)).toEqual([bottom]);
    expect(scene.findAll(`|${path}`)).toEqual([bottom]);
    expect(scene.findAll(`nobody|${path}`)).toEqual([]);
  });

  test('finds a node by a path of 20,000 names', () => {
    const scene = new Scene(MAYA_DECLARATIONS);
    let node: SceneNode | undefined;
    for (let i = 0; i < 20_000; i++) node = transform(scene, `n${i % 100}`, node);
    expect(scene.find(Array.from({ length: 20_000 }, (_, i) => `|n${i % 100}`).join(''))).toBe(node);
  });
});

describe('Scene.addAlias', () => {
  test('does not let an alias hide the owner of its own plug', () => {
    const scene = new Scene(MAYA_DECLARATIONS);
    const node = transform(scene, 'a');
    scene.addAlias(node, 'translate', 'translateX');
    expect(node.resolve('translate')?.attribute.kind).toBe('compound');
  });
});

describe('Scene.addAttribute', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('takes the name %s', (name) => {
    const scene = new Scene(MAYA_DECLARATIONS);
    const node = transform(scene, 'a');
    expect(node.resolve(name)).toBeUndefined();
    scene.addAttribute(node, name, { kind: 'number', short: name, default: 4, isArray: false });
    expect(node.resolve(name)?.attribute.default).toBe(4);
  });

  test('does not hide an attribute of the type by a long or a short name', () => {
    const scene = new Scene(MAYA_DECLARATIONS);
    const node = transform(scene, 'a');
    scene.addAttribute(node, 'scale', { kind: 'number', short: 'scale', default: 4, isArray: false });
    scene.addAttribute(node, 'size', { kind: 'number', short: 'rotate', default: 5, isArray: false });
    expect(node.resolve('scale')?.attribute.kind).toBe('compound');
    expect(node.resolve('rotate')?.attribute.kind).toBe('compound');
    expect(node.resolve('size')?.attribute.default).toBe(5);
  });

  test('nests compounds up to a limit', () => {
    const scene = new Scene(MAYA_DECLARATIONS);
    const node = transform(scene, 'a');
    const compound = (): Attribute => ({
      kind: 'compound',
      short: '',
      default: undefined,
      isArray: false,
      children: {},
    });
    scene.addAttribute(node, 'c0', compound());
    let depth = 0;
    while (scene.addChildAttribute(node, `c${depth}`, `c${depth + 1}`, compound())) depth++;
    expect(depth).toBe(31);
    expect(node.resolve('c31')?.ownerPath).toBe('c30');
  });
});

describe('SceneNode.elementIndices', () => {
  test('follows values and connections as they come and go', () => {
    const scene = new Scene(MAYA_DECLARATIONS);
    const sum = scene.addNode({ type: 'plusMinusAverage', name: 'sum' });
    const from = { node: transform(scene, 'a'), path: 'translateX' };
    expect(sum.elementIndices('input1D')).toEqual([]);
    scene.setValue(sum, 'input1D[4]', 1);
    scene.connect(from, { node: sum, path: 'input1D[2]' });
    scene.connect(from, { node: sum, path: 'input1D[4]' });
    expect(sum.elementIndices('input1D')).toEqual([2, 4]);
    scene.disconnect({ node: sum, path: 'input1D[2]' });
    scene.disconnect({ node: sum, path: 'input1D[4]' });
    expect(sum.elementIndices('input1D')).toEqual([4]);
  });

  test('leaves out what is no index', () => {
    const scene = new Scene(MAYA_DECLARATIONS);
    const sum = scene.addNode({ type: 'plusMinusAverage', name: 'sum' });
    const from = { node: transform(scene, 'a'), path: 'translateX' };
    for (const index of ['0:3', '', '1e3', '99999999999999999999', '9'.repeat(400)]) {
      scene.connect(from, { node: sum, path: `input1D[${index}]` });
      expect(sum.resolve(`input1D[${index}]`)).toBeUndefined();
    }
    expect(sum.elementIndices('input1D')).toEqual([]);
  });
});

describe('frameRateOf and metresOf', () => {
  test.each(['constructor', '__proto__', 'toString', `${'9'.repeat(400)}fps`, '0fps', '-1fps', 'nanfps'])(
    'know no unit %s',
    (name) => {
      expect(frameRateOf(name)).toBeUndefined();
      expect(metresOf(name)).toBeUndefined();
    },
  );
});
