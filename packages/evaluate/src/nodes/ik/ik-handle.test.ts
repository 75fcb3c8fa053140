// Longer than 400 lines: all tests share one rig and its golden file.
import {
  eulerFromMat4,
  identityMat4,
  type Mat4,
  mat4FromEuler,
  mat4FromQuat,
  multiplyMat4,
  quatFromAxisAngle,
  transformPoint,
} from '@rigline/math';
import { angle3, type Scene, type SceneNode } from '@rigline/scene';
import { connectPlugs, type NodeSketch, setAttribute, sketchScene } from '@rigline/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import golden from '../../../../../fixtures/nodes/ik.golden.json' with { type: 'json' };
import { Graph } from '../../graph/graph.ts';
import { MAYA_NODE_TYPES, NODE_TYPES } from '../index.ts';

const DEG = Math.PI / 180;
type Triple = [number, number, number];

const ANGLES = ['r', 'jo', 'pa', 'ra', 'twi'];
const inner = (values: Readonly<Record<string, number[]>>): NonNullable<NodeSketch['values']> =>
  Object.fromEntries(
    Object.entries(values).map(([name, list]) => {
      const converted = ANGLES.includes(name) ? list.map((v) => v * DEG) : list;
      return [name, converted.length === 1 ? (converted[0] as number) : converted];
    }),
  );

interface Case {
  nodes: Record<string, { type: string; parent?: string; values: Record<string, number[]> }>;
  solver: string;
  saved: Record<string, number[]>;
}

/** A chain `start` … `end` with its handle, wired as Maya saves it. */
function rig(spec: Case): Scene {
  const nodes: Record<string, NodeSketch> = { solver: { type: spec.solver } };
  for (const [name, node] of Object.entries(spec.nodes)) nodes[name] = { ...node, values: inner(node.values) };
  const scene = sketchScene(nodes, [
    ['start.msg', 'handle.hsj'],
    ['effector.hp', 'handle.hee'],
    ['solver.msg', 'handle.hsv'],
    ['end.t', 'effector.t'],
  ]);
  for (const [name, node] of Object.entries(nodes)) {
    if (node.type === 'joint' && node.parent) connectPlugs(scene, `${node.parent}.s`, `${name}.is`);
  }
  return scene;
}

const nodeOf = (scene: Scene, name: string): SceneNode => scene.find(name) as SceneNode;
const graphOf = (scene: Scene): Graph => new Graph(scene, MAYA_NODE_TYPES);
const place = (graph: Graph, name: string): Triple =>
  (graph.get(`${name}.worldMatrix`) as number[]).slice(12, 15) as Triple;
const gap = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((v, i) => v - (b[i] ?? 0)));

/** Largest difference of the two rotation matrices. Units: degrees. */
function turnGap(actual: readonly number[], expected: readonly number[]): number {
  const matrix = (euler: readonly number[]): number[] => mat4FromEuler(euler.map((v) => v * DEG) as Triple, 'xyz');
  const want = matrix(expected);
  return Math.max(...matrix(actual).map((v, i) => Math.abs(v - (want[i] as number))));
}

const degrees = (graph: Graph, joint: string): number[] =>
  (graph.get(`${joint}.r`) as number[]).map((value) => value / DEG);

/** Two bones of 3 and 2 along x that bend about z, with the handle where the test puts it. */
const arm = (handle: Record<string, number[]>, more: Partial<Case> = {}): Case => ({
  nodes: {
    root: { type: 'transform', values: {} },
    start: { type: 'joint', parent: 'root', values: {} },
    mid: { type: 'joint', parent: 'start', values: { t: [3, 0, 0], pa: [0, 0, 30] } },
    end: { type: 'joint', parent: 'mid', values: { t: [2, 0, 0] } },
    effector: { type: 'ikEffector', parent: 'mid', values: {} },
    goal: { type: 'transform', parent: 'root', values: {} },
    handle: { type: 'ikHandle', parent: 'goal', values: handle },
  },
  solver: 'ikRPsolver',
  saved: {},
  ...more,
});

describe('ikHandle against saved files', () => {
  const perturbations: Record<string, Triple | undefined> = {
    'from zero': [0, 0, 0],
    'from far off': [70, -40, 130],
    'from the saved rotations': undefined,
  };
  for (const [from, rotate] of Object.entries(perturbations)) {
    test.each(golden.cases as unknown as (Case & { name: string })[])(`$name, ${from}`, (spec) => {
      const scene = rig(spec);
      for (const [joint, saved] of Object.entries(spec.saved)) {
        const value = (rotate ?? saved).map((v) => v * DEG);
        // A single bone keeps no plane of its own: its roll is all in the handle.
        setAttribute(scene, nodeOf(scene, joint), 'r', value);
      }
      const graph = graphOf(scene);
      for (const [joint, saved] of Object.entries(spec.saved)) {
        expect(turnGap(degrees(graph, joint), saved)).toBeLessThan(golden.tolerance);
      }
    });
  }
});

describe('ikHandle', () => {
  test('bends two bones by the law of cosines, towards the pole', () => {
    // By hand: 3² + 2² = 13, so at √13 the bones are at right angles, and the first is atan(2/3) off the line.
    const graph = graphOf(rig(arm({ t: [Math.sqrt(13), 0, 0], pv: [0, -1, 0] })));
    expect(degrees(graph, 'mid')[2]).toBeCloseTo(90, 9);
    expect(degrees(graph, 'start')[2]).toBeCloseTo(-Math.atan2(2, 3) / DEG, 9);
    expect(place(graph, 'mid')[1]).toBeCloseTo((-3 * 2) / Math.sqrt(13), 9);
    expect(gap(place(graph, 'end'), [Math.sqrt(13), 0, 0])).toBeLessThan(1e-9);
  });

  test('bends bones of FBX files by the angles they prefer, before their pre rotation', () => {
    const bone = (parent: string, values: Record<string, number[]>): NodeSketch => ({
      type: 'fbxBone',
      parent,
      values,
    });
    const scene = sketchScene(
      {
        solver: { type: 'ikRPsolver' },
        root: { type: 'transform' },
        start: bone('root', {}),
        // At rest the chain is straight: along its -y, the way that the pre rotation turns to x.
        mid: bone('start', { translate: [3, 0, 0], preRotation: [0, 0, Math.PI / 2] }),
        end: bone('mid', { translate: [0, -2, 0] }),
        effector: { type: 'ikEffector', parent: 'mid' },
        handle: { type: 'ikHandle', parent: 'root', values: { translate: [3, 2, 0], poleVector: [0, -1, 0] } },
      },
      [
        ['start.msg', 'handle.hsj'],
        ['effector.msg', 'handle.hee'],
        ['solver.msg', 'handle.hsv'],
        ['end.t', 'effector.t'],
      ],
    );
    const mid = nodeOf(scene, 'mid');
    scene.addAttribute(mid, 'preferredAngle', angle3('preferredAngle', 'pa'));
    scene.setValue(mid, 'preferredAngleZ', 30 * DEG);
    const graph = new Graph(scene, NODE_TYPES);
    // By hand: the handle is √13 away, so the bones of 3 and 2 are at right angles.
    expect(gap(place(graph, 'end'), [3, 2, 0])).toBeLessThan(1e-9);
    expect(degrees(graph, 'mid')[2]).toBeCloseTo(90, 9);
    scene.setValue(nodeOf(scene, 'handle'), 'translateY', 0);
    scene.setValue(nodeOf(scene, 'handle'), 'translateX', 4);
    expect(gap(place(graph, 'end'), [4, 0, 0])).toBeLessThan(1e-9);
    expect(graph.problems.list()).toEqual([]);
  });

  test('the negative preferred angle bends to the other side of the bone and still to the pole', () => {
    const spec = arm({ t: [Math.sqrt(13), 0, 0], pv: [0, -1, 0] });
    (spec.nodes.mid as { values: Record<string, number[]> }).values.pa = [0, 0, -30];
    const graph = graphOf(rig(spec));
    expect(degrees(graph, 'mid')[2]).toBeCloseTo(-90, 9);
    expect(place(graph, 'mid')[1]).toBeCloseTo((-3 * 2) / Math.sqrt(13), 9);
  });

  test('out of reach the chain is straight and points to the handle', () => {
    const graph = graphOf(rig(arm({ t: [0, 8, 6] })));
    expect(degrees(graph, 'mid')[2]).toBeCloseTo(0, 9);
    expect(gap(place(graph, 'end'), [0, 4, 3])).toBeLessThan(1e-9);
  });

  test('too near the chain is folded', () => {
    const graph = graphOf(rig(arm({ t: [0.5, 0, 0] })));
    expect(Math.abs(degrees(graph, 'mid')[2] as number)).toBeCloseTo(180, 6);
    expect(gap(place(graph, 'end'), [1, 0, 0])).toBeLessThan(1e-9);
  });

  test('a straight chain without preferred angles points to the handle, and says that it cannot bend', () => {
    const spec = arm({ t: [0, 4, 0] });
    (spec.nodes.mid as { values: Record<string, number[]> }).values.pa = [0, 0, 0];
    const graph = graphOf(rig(spec));
    expect(gap(place(graph, 'end'), [0, 5, 0])).toBeLessThan(1e-9);
    expect(graph.problems.list().map((problem) => problem.code)).toEqual(['EVALUATE_IK_STRAIGHT']);
  });

  // Source of the rule: rotations of single bones that Maya saved, one with a rotate axis, others without.
  test.each([
    ['without a rotate axis', [0, 0, 0]],
    ['with a rotate axis of half a turn', [180, 0, 0]],
  ])('a single bone %s has its pole on the side of bone × z', (_, axis) => {
    const roll = (pole: number[]): number => {
      const graph = graphOf(
        rig({
          nodes: {
            start: { type: 'joint', values: { ra: axis } },
            end: { type: 'joint', parent: 'start', values: { t: [2, 0, 0] } },
            effector: { type: 'ikEffector', parent: 'start', values: {} },
            handle: { type: 'ikHandle', values: { t: [2, 0, 0], pv: pole } },
          },
          solver: 'ikRPsolver',
          saved: {},
        }),
      );
      return Math.abs(degrees(graph, 'start')[0] as number);
    };
    expect(roll([1, -1, 0])).toBeCloseTo(0, 9);
    expect(roll([1, 1, 0])).toBeCloseTo(180, 9);
  });

  test('ikBlend goes from the keys of the joints to the solution', () => {
    const spec = arm({ t: [Math.sqrt(13), 0, 0], pv: [0, -1, 0] });
    const scene = rig(spec);
    setAttribute(scene, nodeOf(scene, 'mid'), 'r', [0, 0, 10 * DEG]);
    const graph = graphOf(scene);
    for (const [blend, bend] of [
      [0, 10],
      [0.25, 30],
      [1, 90],
    ] as const) {
      scene.setValue(nodeOf(scene, 'handle'), 'ikBlend', blend);
      expect(degrees(graph, 'mid')[2]).toBeCloseTo(bend, 9);
    }
  });

  test('moving the handle, the pole or a joint is seen', () => {
    const scene = rig(arm({ t: [4, 0, 0], pv: [0, -1, 0] }));
    const graph = graphOf(scene);
    expect(place(graph, 'mid')[1]).toBeLessThan(0);
    setAttribute(scene, nodeOf(scene, 'handle'), 'pv', [0, 1, 0]);
    expect(place(graph, 'mid')[1]).toBeGreaterThan(0);
    setAttribute(scene, nodeOf(scene, 'goal'), 't', [0, 0, 0.5]);
    expect(gap(place(graph, 'end'), [4, 0, 0.5])).toBeLessThan(1e-9);
    setAttribute(scene, nodeOf(scene, 'end'), 't', [2.5, 0, 0]);
    expect(gap(place(graph, 'end'), [4, 0, 0.5])).toBeLessThan(1e-9);
  });

  test('disconnecting the solver gives the joints back', () => {
    const scene = rig(arm({ t: [4, 0, 0] }));
    const graph = graphOf(scene);
    expect(degrees(graph, 'mid')[2]).not.toBe(0);
    scene.disconnect({ node: nodeOf(scene, 'handle'), path: 'ikSolver' });
    expect(degrees(graph, 'mid')).toEqual([0, 0, 0]);
  });

  test('other solvers keep the saved rotations and say so', () => {
    const scene = rig(arm({ t: [4, 0, 0] }, { solver: 'ikSplineSolver' }));
    setAttribute(scene, nodeOf(scene, 'mid'), 'r', [0, 0, 12 * DEG]);
    const graph = graphOf(scene);
    expect(degrees(graph, 'mid')[2]).toBeCloseTo(12, 12);
    expect(graph.problems.list().map((problem) => problem.code)).toEqual(['EVALUATE_IK_SOLVER']);
  });

  test('a single chain is rolled by the handle', () => {
    // By hand: bone along x, handle on x and rolled 40° about x.
    const scene = rig(arm({ t: [4, 0, 0], r: [40, 0, 0] }, { solver: 'ikSCsolver' }));
    const graph = graphOf(scene);
    const rolled = graph.get('mid.worldMatrix') as number[];
    expect(Math.atan2(rolled[9] as number, rolled[10] as number) / DEG).toBeCloseTo(-40, 6);
    expect(gap(place(graph, 'end'), [4, 0, 0])).toBeLessThan(1e-9);
  });
});

describe('ikHandle properties', () => {
  const angle = fc.double({ min: -170, max: 170, noNaN: true });
  const euler = fc.tuple(angle, angle, angle);
  const direction = fc
    .tuple(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
    )
    .filter((v) => Math.hypot(...v) > 0.1)
    .map((v) => v.map((x) => x / Math.hypot(...v)) as Triple);
  const reach = fc.double({ min: 1.1, max: 4.9, noNaN: true });
  const solver = fc.constantFrom('ikRPsolver', 'ikSCsolver');

  const twisted = (spec: Case, parts: { jo: Triple[]; ra: Triple; order: number; pa: Triple }): Scene => {
    const scene = rig(spec);
    const radians = (list: Triple): number[] => list.map((v) => v * DEG);
    setAttribute(scene, nodeOf(scene, 'start'), 'jo', radians(parts.jo[0] as Triple));
    setAttribute(scene, nodeOf(scene, 'start'), 'ra', radians(parts.ra));
    setAttribute(scene, nodeOf(scene, 'mid'), 'jo', radians(parts.jo[1] as Triple));
    setAttribute(scene, nodeOf(scene, 'mid'), 'pa', radians(parts.pa));
    for (const name of ['start', 'mid']) scene.setValue(nodeOf(scene, name), 'rotateOrder', parts.order);
    return scene;
  };
  const parts = fc.record({
    jo: fc.tuple(euler, euler) as fc.Arbitrary<Triple[]>,
    ra: euler,
    order: fc.integer({ min: 0, max: 5 }),
    pa: euler,
  });

  test('the effector is at every handle within reach, whatever the orients, axes and orders', () =>
    fc.assert(
      fc.property(direction, reach, direction, parts, solver, (to, distance, pole, joints, type) => {
        const target = to.map((v) => v * distance) as Triple;
        const graph = graphOf(twisted(arm({ t: target, pv: pole }, { solver: type }), joints));
        const end = place(graph, 'end');
        fc.pre(graph.problems.size === 0);
        expect(gap(end, target)).toBeLessThan(1e-7);
      }),
    ));

  test('the elbow is on the side of the pole', () =>
    fc.assert(
      fc.property(direction, reach, direction, parts, (to, distance, pole, joints) => {
        const along = to.reduce((sum, v, i) => sum + v * (pole[i] as number), 0);
        fc.pre(Math.abs(along) < 0.99);
        const graph = graphOf(twisted(arm({ t: to.map((v) => v * distance), pv: pole }), joints));
        const elbow = place(graph, 'mid');
        fc.pre(graph.problems.size === 0);
        const forward = to.reduce((sum, v, i) => sum + v * (elbow[i] as number), 0);
        const off = elbow.map((v, i) => v - forward * (to[i] as number));
        const side = pole.map((v, i) => v - along * (to[i] as number));
        const cosine =
          off.reduce((sum, v, i) => sum + v * (side[i] as number), 0) / (Math.hypot(...off) * Math.hypot(...side));
        expect(cosine).toBeGreaterThan(1 - 1e-9);
      }),
    ));

  test('twist turns about the line to the handle and keeps the end there', () =>
    fc.assert(
      fc.property(direction, reach, angle, parts, (to, distance, twist, joints) => {
        const target = to.map((v) => v * distance) as Triple;
        const scene = twisted(arm({ t: target, pv: [0.3, 0.5, 0.8] }), joints);
        const graph = graphOf(scene);
        const before = place(graph, 'mid');
        fc.pre(graph.problems.size === 0);
        scene.setValue(nodeOf(scene, 'handle'), 'twist', twist * DEG);
        const after = place(graph, 'mid');
        expect(gap(place(graph, 'end'), target)).toBeLessThan(1e-7);
        const forward = (p: Triple): number => to.reduce((sum, v, i) => sum + v * (p[i] as number), 0);
        expect(forward(after)).toBeCloseTo(forward(before), 7);
      }),
    ));

  test('a turned and moved world leaves the rotations of the joints as they are', () =>
    fc.assert(
      fc.property(direction, reach, direction, parts, euler, (to, distance, pole, joints, world) => {
        const scene = twisted(arm({ t: to.map((v) => v * distance), pv: pole }), joints);
        const graph = graphOf(scene);
        const before = ['start', 'mid'].map((name) => graph.get(`${name}.matrix`) as number[]);
        fc.pre(graph.problems.size === 0);
        setAttribute(
          scene,
          nodeOf(scene, 'root'),
          'r',
          world.map((v) => v * DEG),
        );
        setAttribute(scene, nodeOf(scene, 'root'), 't', [5, -7, 11]);
        ['start', 'mid'].forEach((name, i) => {
          expect(gap(graph.get(`${name}.matrix`) as number[], before[i] as number[])).toBeLessThan(1e-6);
        });
      }),
    ));

  test('a single chain follows its handle as one rigid whole', () =>
    fc.assert(
      // Turned by less than a half turn, so that the nearest roll is never a tie.
      fc.property(reach, direction, fc.double({ min: -2, max: 2, noNaN: true }), (distance, axis, turn) => {
        const scene = rig(arm({}, { solver: 'ikSCsolver' }));
        const graph = graphOf(scene);
        const goal = mat4FromQuat(quatFromAxisAngle(axis, turn));
        const matrices = [identityMat4(), goal].map((matrix) => {
          const handle = nodeOf(scene, 'handle');
          setAttribute(scene, handle, 't', transformPoint(matrix, [distance, 0, 0]));
          setAttribute(scene, handle, 'r', eulerFromMat4(matrix, 'xyz'));
          return graph.get('mid.worldMatrix') as Mat4;
        });
        expect(gap(matrices[1] as Mat4, multiplyMat4(matrices[0] as Mat4, goal))).toBeLessThan(1e-6);
      }),
    ));

  test('chains of four bones reach as well, with and without scale', () =>
    fc.assert(
      fc.property(
        direction,
        fc.double({ min: 0.5, max: 1.2, noNaN: true }),
        direction,
        fc.constantFrom(1, 0.5, 2),
        (to, share, pole, scale) => {
          const longest = 2 + (2 + 2 + 1) * scale;
          const target = to.map((v) => v * share * longest) as Triple;
          const spec = arm({ t: target, pv: pole });
          const bone = (parent: string, bend: number) => ({
            type: 'joint',
            parent,
            values: { t: [2, 0, 0], pa: [0, 0, bend], s: [scale, scale, scale] },
          });
          spec.nodes = {
            root: { type: 'transform', values: {} },
            start: { type: 'joint', parent: 'root', values: {} },
            b: bone('start', 20),
            c: bone('b', 30),
            d: bone('c', 15),
            end: { type: 'joint', parent: 'd', values: { t: [1, 0, 0] } },
            effector: { type: 'ikEffector', parent: 'd', values: {} },
            handle: { type: 'ikHandle', parent: 'root', values: { t: target, pv: pole } },
          };
          const graph = graphOf(rig(spec));
          const reachable = share <= 1 ? target : to.map((v) => v * longest);
          expect(gap(place(graph, 'end'), reachable)).toBeLessThan(1e-7);
        },
      ),
    ));
});
