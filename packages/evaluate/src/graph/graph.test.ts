import { NumberTable, type Scene, type SceneNode } from '@rigline/scene';
import type { KeyBlock } from '@rigline/scene/maya';
import { connectPlugs, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { MAYA_NODE_TYPES } from '../nodes/index.ts';
import { Graph } from './graph.ts';

const chain = () =>
  sketchScene({
    root: { type: 'transform', values: { translate: [1, 0, 0] } },
    arm: { type: 'transform', parent: 'root', values: { translate: [0, 2, 0], rotate: [0, 0, Math.PI / 2] } },
    hand: { type: 'transform', parent: 'arm', values: { translate: [3, 0, 0] } },
    other: { type: 'transform', values: { translate: [9, 9, 9] } },
  });

const origin = (graph: Graph, node: string): number[] =>
  (graph.get(`${node}.worldMatrix`) as number[]).slice(12, 15).map((v) => Math.round(v * 1e9) / 1e9 + 0);

describe('Graph', () => {
  test('pulls world matrices through the hierarchy', () => {
    const graph = new Graph(chain(), MAYA_NODE_TYPES);
    expect(origin(graph, 'hand')).toEqual([1, 5, 0]);
  });

  test('computes nothing twice while nothing changes', () => {
    const graph = new Graph(chain(), MAYA_NODE_TYPES);
    origin(graph, 'hand');
    const { computes } = graph.stats;
    origin(graph, 'hand');
    expect(graph.stats.computes).toBe(computes);
  });

  test('a changed value recomputes only what depends on it', () => {
    const scene = chain();
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    for (const node of ['root', 'arm', 'hand', 'other']) origin(graph, node);
    const before = graph.stats.computes;
    const arm = scene.find('arm');
    scene.setValue(arm as NonNullable<typeof arm>, 'translateY', 4);
    for (const node of ['root', 'arm', 'hand', 'other']) origin(graph, node);
    // The arm's matrix, its world matrix, the hand's parent matrix and world matrix.
    expect(graph.stats.computes - before).toBe(4);
    expect(origin(graph, 'hand')).toEqual([1, 7, 0]);
  });

  test('connecting and disconnecting recomputes only what depends on it', () => {
    const scene = chain();
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    for (const node of ['root', 'arm', 'hand', 'other']) origin(graph, node);
    const before = graph.stats.computes;
    connectPlugs(scene, 'other.translate', 'hand.translate');
    for (const node of ['root', 'arm', 'hand', 'other']) origin(graph, node);
    expect(graph.stats.computes - before).toBe(2);
    expect(origin(graph, 'hand')).toEqual([-8, 11, 9]);
    const hand = scene.find('hand') as NonNullable<ReturnType<typeof scene.find>>;
    scene.disconnect({ node: hand, path: 'translate' });
    expect(origin(graph, 'hand')).toEqual([1, 5, 0]);
    expect(graph.stats.computes - before).toBe(4);
  });

  test('a child connection drives one axis and leaves the others', () => {
    const scene = chain();
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    connectPlugs(scene, 'other.ty', 'root.tx');
    expect(origin(graph, 'root')).toEqual([9, 0, 0]);
  });

  test('values pass through an input that is itself connected', () => {
    const scene = chain();
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    connectPlugs(scene, 'other.tx', 'root.tx');
    connectPlugs(scene, 'root.tx', 'hand.ty');
    expect(origin(graph, 'hand')).toEqual([0, 5, 0]);
    const other = scene.find('other') as NonNullable<ReturnType<typeof scene.find>>;
    scene.setValue(other, 'translateX', 2);
    expect(origin(graph, 'hand')).toEqual([0, 5, 0].map((v, i) => (i === 0 ? 2 - 2 : v)));
    expect(graph.get('hand.ty')).toBe(2);
  });

  test('angles connected to plain numbers arrive in degrees and back', () => {
    const scene = chain();
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    connectPlugs(scene, 'arm.rz', 'other.sx');
    expect(graph.get('other.sx')).toBeCloseTo(90, 12);
    connectPlugs(scene, 'other.sx', 'root.rx');
    expect(graph.get('root.rx')).toBeCloseTo(Math.PI / 2, 12);
  });

  test('reports a cycle with its path and goes on', () => {
    const scene = sketchScene(
      {
        a: { type: 'transform' },
        b: { type: 'transform' },
        free: { type: 'transform', values: { translate: [1, 2, 3] } },
      },
      [
        ['a.worldMatrix[0]', 'b.offsetParentMatrix'],
        ['b.worldMatrix[0]', 'a.offsetParentMatrix'],
      ],
    );
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    graph.get('a.worldMatrix');
    expect(origin(graph, 'free')).toEqual([1, 2, 3]);
    const [problem] = graph.problems.list();
    expect(problem).toMatchObject({ code: 'EVALUATE_CYCLE', severity: 'error' });
    expect(problem?.message).toMatch(/\|a.*→.*\|b.*→.*\|a/);
  });

  test('a ring of plain connections ends and is reported', () => {
    const scene = sketchScene({ a: { type: 'transform' }, b: { type: 'transform' } }, [
      ['a.tx', 'b.tx'],
      ['b.tx', 'a.tx'],
    ]);
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(graph.get('a.tx')).toBe(0);
    expect(graph.problems.list()[0]?.code).toBe('EVALUATE_CYCLE');
  });

  test('evaluates hierarchies deeper than the call stack', () => {
    const nodes: Record<string, { type: string; parent?: string; values: { translate: number[] } }> = {};
    for (let i = 0; i < 5000; i++) {
      nodes[`n${i}`] = {
        type: 'transform',
        values: { translate: [1, 0, 0] },
        ...(i > 0 ? { parent: `n${i - 1}` } : {}),
      };
    }
    const scene = sketchScene(nodes);
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(origin(graph, 'n4999')).toEqual([5000, 0, 0]);
  });

  test('gives each instance its own world matrix', () => {
    const scene = chain();
    const hand = scene.find('hand') as NonNullable<ReturnType<typeof scene.find>>;
    scene.addInstance(hand, scene.find('other') as NonNullable<ReturnType<typeof scene.find>>);
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(scene.pathsOf(hand).map((p) => p.path)).toEqual(['|root|arm|hand', '|other|hand']);
    expect(scene.pathsOf(hand).map((p) => graph.worldMatrix(p).slice(12, 15))[1]).toEqual([12, 9, 9]);
  });

  test('nodes of the hierarchy with a computing of their own stand where their parents stand', () => {
    const scene = sketchScene({
      group: { type: 'transform', values: { translate: [1, 2, 3] } },
      con: { type: 'pointConstraint', parent: 'group' },
      handle: { type: 'ikHandle', parent: 'group', values: { translate: [1, 0, 0] } },
      mark: { type: 'locator', parent: 'group' },
      shape: { type: 'mesh', parent: 'group' },
    });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(['con', 'handle', 'mark', 'shape'].map((node) => origin(graph, node))).toEqual([
      [1, 2, 3],
      [2, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  test('a probe follows values, connections and structure', () => {
    const scene = chain();
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    const hand = scene.find('hand') as NonNullable<ReturnType<typeof scene.find>>;
    const probe = graph.probe({ translate: { node: hand, path: 'translate' } });
    expect(probe.read().translate).toEqual([3, 0, 0]);
    scene.setValue(hand, 'translateX', 5);
    expect(probe.read().translate).toEqual([5, 0, 0]);
    connectPlugs(scene, 'other.tx', 'hand.tx');
    expect(probe.read().translate).toEqual([9, 0, 0]);
    scene.addNode({ type: 'transform', name: 'new' });
    expect(probe.read().translate).toEqual([9, 0, 0]);
  });

  test('playback gives what pulling gives, before and after edits', () => {
    const scene = sketchScene(
      {
        key: { type: 'animCurveTL', values: { weightedTangents: 0, tangentType: 2 } },
        mover: { type: 'transform', values: { rotate: [0, 0, 0.5], scale: [1, 2, 1] } },
        child: { type: 'transform', parent: 'mover', values: { translate: [0, 1, 0] } },
        other: { type: 'transform' },
      },
      [
        ['key.output', 'mover.tx'],
        ['key.output', 'other.rz'],
      ],
    );
    const key = scene.find('key') as SceneNode;
    scene.setValue(key, 'keyTimeValue', new NumberTable(2));
    for (let i = 0; i < 3; i++) {
      scene.setCell(key, 'keyTimeValue', i, 0, i);
      scene.setCell(key, 'keyTimeValue', i, 1, i * i);
    }
    const played = new Graph(scene, MAYA_NODE_TYPES);
    const pulled = new Graph(scene, MAYA_NODE_TYPES);
    const probe = played.probe({ world: { node: scene.find('child') as SceneNode, path: 'worldMatrix[0]' } });
    const playback = played.playback([probe]);
    const compare = (): void => {
      for (const seconds of [0, 0.25, 1.5, 0.75, 2]) {
        playback.seek(seconds);
        pulled.setTime(seconds);
        expect(probe.read().world).toEqual(pulled.get('child.worldMatrix'));
        expect(played.get('other.rz')).toEqual(pulled.get('other.rz'));
      }
    };
    compare();
    scene.setValue(scene.find('mover') as SceneNode, 'scaleX', 3);
    compare();
    scene.setCell(key, 'keyTimeValue', 1, 1, 5);
    compare();
    connectPlugs(scene, 'key.output', 'child.ry');
    compare();
    scene.setValue(scene.find('mover') as SceneNode, 'maxTransXLimitEnable', 1);
    compare();
  });

  test('enabled limits clamp the channel in the matrix', () => {
    const scene = chain();
    const root = scene.find('root') as NonNullable<ReturnType<typeof scene.find>>;
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    scene.setValue(root, 'maxTransXLimit', 0.25);
    expect(origin(graph, 'root')).toEqual([1, 0, 0]);
    scene.setValue(root, 'maxTransXLimitEnable', 1);
    expect(origin(graph, 'root')).toEqual([0.25, 0, 0]);
  });
});

describe('connections of kinds that do not fit', () => {
  test('leave the destination its own value, with a problem', () => {
    const scene = sketchScene({
      a: { type: 'transform', values: { translate: [1, 2, 3] } },
      b: { type: 'transform', values: { translate: [4, 5, 6] } },
    });
    connectPlugs(scene, 'a.translateX', 'b.offsetParentMatrix');
    connectPlugs(scene, 'a.worldMatrix[0]', 'b.translateY');
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(origin(graph, 'b')).toEqual([4, 5, 6]);
    expect(graph.problems.list().map((problem) => problem.code)).toEqual([
      'EVALUATE_KIND_MISMATCH',
      'EVALUATE_KIND_MISMATCH',
    ]);
  });

  test('give an identity where an attribute of another kind holds no matrix', () => {
    const scene = sketchScene({ a: { type: 'transform' }, b: { type: 'transform', values: { translate: [4, 5, 6] } } });
    scene.addAttribute(scene.find('a') as SceneNode, 'odd', {
      kind: 'data',
      short: 'odd',
      default: undefined,
      isArray: false,
    });
    connectPlugs(scene, 'a.odd', 'b.offsetParentMatrix');
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(origin(graph, 'b')).toEqual([4, 5, 6]);
    expect(graph.problems.list()).toEqual([]);
  });

  test('give an identity where a generic plug has no matrix to pass on', () => {
    const scene = sketchScene({
      a: { type: 'transform', values: { translate: [1, 2, 3] } },
      pick: { type: 'choice' },
      b: { type: 'transform', values: { translate: [4, 5, 6] } },
    });
    connectPlugs(scene, 'a.translateX', 'pick.input[0]');
    connectPlugs(scene, 'pick.output', 'b.offsetParentMatrix');
    expect(origin(new Graph(scene, MAYA_NODE_TYPES), 'b')).toEqual([4, 5, 6]);
  });
});

/** A model whose nine channels are driven by curves; the keys of each rise by its own slope from second 0 to 10. */
function animated(type: string): Scene {
  const channels = ['translate', 'rotate', 'scale'].flatMap((name) => ['X', 'Y', 'Z'].map((axis) => name + axis));
  const kinds = ['animCurveTL', 'animCurveTA', 'animCurveTU'];
  const scene = sketchScene(
    {
      box: { type, values: { scale: [2, 2, 2] } },
      child: { type, parent: 'box', values: { translate: [1, 2, 3] } },
      ...Object.fromEntries(channels.map((name, i) => [name, { type: kinds[Math.floor(i / 3)] as string }])),
    },
    channels.map((name) => [`${name}.output`, `box.${name}`] as const),
  );
  channels.forEach((name, i) => {
    const numbers = Float64Array.of(0, 0);
    const constant = { kind: 'constant', count: Number.POSITIVE_INFINITY } as const;
    const block: KeyBlock = {
      times: Float64Array.of(0, 10),
      values: Float64Array.of(1, i + 1),
      spans: Uint8Array.of(2, 2),
      outSlopes: numbers,
      inSlopes: numbers,
      outWeights: undefined,
      inWeights: undefined,
      pre: constant,
      post: constant,
    };
    scene.setValue(scene.find(name) as SceneNode, 'keySource', { readKeys: () => block });
  });
  return scene;
}

describe('playback', () => {
  const probeOf = (graph: Graph) =>
    graph.probe({ world: { node: nodeOf(graph.scene, 'child'), path: 'worldMatrix[0]' } });
  const nodeOf = (scene: Scene, name: string): SceneNode => scene.find(name) as SceneNode;

  test.each(['transform', 'joint', 'fbxModel'])('of a %s gives what setting the time gives', (type) => {
    const graph = new Graph(animated(type), MAYA_NODE_TYPES);
    const probe = probeOf(graph);
    const playback = graph.playback([probe]);
    const still = new Graph(animated(type), MAYA_NODE_TYPES);
    for (const seconds of [0, 1, 2, 2.5, 9, 3, 3, 11, -1]) {
      playback.seek(seconds);
      still.setTime(seconds);
      expect(probe.read().world).toEqual(still.get('child.worldMatrix'));
    }
  });

  test('plugs that only kernels have read are there for everybody', () => {
    const graph = new Graph(animated('fbxModel'), MAYA_NODE_TYPES);
    const playback = graph.playback([probeOf(graph)]);
    for (const seconds of [1, 2, 5]) playback.seek(seconds);
    expect(graph.get('box.translateZ')).toBe(2);
    expect(graph.get('scaleZ.output')).toBe(5);
    expect(graph.get('box.scaleZ')).toBe(5);
  });

  test('an edit after playing starts from the present values', () => {
    const scene = animated('fbxModel');
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    const probe = probeOf(graph);
    const playback = graph.playback([probe]);
    for (const seconds of [1, 2, 5]) playback.seek(seconds);
    scene.setValue(nodeOf(scene, 'child'), 'translateX', 7);
    scene.disconnect({ node: nodeOf(scene, 'box'), path: 'translateX' });
    const still = new Graph(scene, MAYA_NODE_TYPES, 5);
    expect(probe.read().world).toEqual(still.get('child.worldMatrix'));
    playback.seek(6);
    still.setTime(6);
    expect(probe.read().world).toEqual(still.get('child.worldMatrix'));
  });

  test('two playbacks of one graph do not disturb each other', () => {
    const graph = new Graph(animated('fbxModel'), MAYA_NODE_TYPES);
    const world = probeOf(graph);
    const channel = graph.probe({ x: { node: nodeOf(graph.scene, 'box'), path: 'rotateX' } });
    const first = graph.playback([world]);
    const second = graph.playback([channel]);
    for (const seconds of [1, 2, 5]) {
      first.seek(seconds);
      second.seek(seconds + 1);
      expect(channel.read().x).toBeCloseTo(1 + 0.3 * (seconds + 1), 12);
    }
    const still = new Graph(graph.scene, MAYA_NODE_TYPES, 6);
    expect(world.read().world).toEqual(still.get('child.worldMatrix'));
  });
});

describe('inputs at their defaults', () => {
  test('a first value is seen, also where another node has read the plug', () => {
    const scene = sketchScene({ a: { type: 'joint' }, b: { type: 'transform' } }, [['a.rotateX', 'b.translateX']]);
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    graph.get('a.matrix');
    graph.get('b.matrix');
    scene.setValue(scene.find('a') as SceneNode, 'rotateX', Math.PI);
    expect((graph.get('a.matrix') as number[])[5]).toBeCloseTo(-1, 12);
    expect((graph.get('b.matrix') as number[])[12]).toBeCloseTo(180, 9);
  });

  test('a first limit is seen', () => {
    const scene = sketchScene({ a: { type: 'transform', values: { translate: [5, 0, 0] } } });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(origin(graph, 'a')).toEqual([5, 0, 0]);
    scene.setValue(scene.find('a') as SceneNode, 'maxTransXLimitEnable', 1);
    expect(origin(graph, 'a')).toEqual([1, 0, 0]);
    scene.setValue(scene.find('a') as SceneNode, 'maxTransXLimitEnable', 0);
    expect(origin(graph, 'a')).toEqual([5, 0, 0]);
  });

  test('nodes of one type do not share what they hold', () => {
    const scene = sketchScene({
      a: { type: 'transform', values: { translate: [5, 0, 0] } },
      b: { type: 'transform' },
      c: { type: 'transform', values: { translate: [0, 6, 0] } },
    });
    const graph = new Graph(scene, MAYA_NODE_TYPES);
    expect(['a', 'b', 'c'].map((name) => origin(graph, name))).toEqual([
      [5, 0, 0],
      [0, 0, 0],
      [0, 6, 0],
    ]);
  });
});
