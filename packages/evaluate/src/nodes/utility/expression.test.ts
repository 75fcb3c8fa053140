import { connectPlugs, type NodeSketch, sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { Graph } from '../../graph/graph.ts';
import { MAYA_NODE_TYPES } from '../index.ts';

function graphOf(
  text: string,
  values: NodeSketch['values'] = {},
): { graph: Graph; scene: ReturnType<typeof sketchScene> } {
  const scene = sketchScene({
    a: { type: 'transform', values: { translate: [1, 2, 3], rotate: [0, 0, Math.PI / 2] } },
    b: { type: 'transform' },
    it: { type: 'expression', values: { internalExpression: text, ...values } },
  });
  return { scene, graph: new Graph(scene, MAYA_NODE_TYPES) };
}

describe('expression', () => {
  test('computes its outputs from its inputs', () => {
    const { graph, scene } = graphOf('.O[0] = .I[0] * 2 + .I[1]; .O[1] = sin(.I[2]);');
    connectPlugs(scene, 'a.tx', 'it.input[0]');
    connectPlugs(scene, 'a.ty', 'it.input[1]');
    connectPlugs(scene, 'it.output[0]', 'b.tz');
    expect(graph.get('b.tz')).toBe(4);
    scene.setValue(scene.find('a') as never, 'translateX', 10);
    expect(graph.get('b.tz')).toBe(22);
    expect(graph.get('it.output[1]')).toBe(0);
  });

  test('follows time and frame', () => {
    const { graph, scene } = graphOf('.O[0] = frame; .O[1] = time * 2;');
    graph.setTime(1.5);
    expect(graph.get('it.output[0]')).toBeCloseTo(1.5 * scene.settings.frameRate, 12);
    expect(graph.get('it.output[1]')).toBe(3);
    graph.setTime(2);
    expect(graph.get('it.output[1]')).toBe(4);
  });

  test('is not computed again when time passes and its text does not use it', () => {
    const { graph } = graphOf('.O[0] = .I[0] + 1;');
    expect(graph.get('it.output[0]')).toBe(1);
    const { computes } = graph.stats;
    graph.setTime(5);
    expect(graph.get('it.output[0]')).toBe(1);
    expect(graph.stats.computes).toBe(computes);
  });

  test('sees degrees through a unitConversion, radians without', () => {
    const { graph, scene } = graphOf('.O[0] = .I[0]; .O[1] = .I[1];');
    scene.addNode({ type: 'unitConversion', name: 'in' });
    scene.setValue(scene.find('in') as never, 'conversionFactor', 180 / Math.PI);
    scene.addNode({ type: 'unitConversion', name: 'out' });
    scene.setValue(scene.find('out') as never, 'conversionFactor', Math.PI / 180);
    connectPlugs(scene, 'a.rz', 'in.input');
    connectPlugs(scene, 'in.output', 'it.input[0]');
    connectPlugs(scene, 'a.rz', 'it.input[1]');
    connectPlugs(scene, 'it.output[0]', 'out.input');
    connectPlugs(scene, 'out.output', 'b.rx');
    connectPlugs(scene, 'it.output[1]', 'b.ry');
    expect(graph.get('it.output[0]')).toBeCloseTo(90, 12);
    expect(graph.get('b.rx')).toBeCloseTo(Math.PI / 2, 12);
    expect(graph.get('b.ry')).toBeCloseTo(Math.PI / 2, 12);
  });

  test('reads plugs that it names itself, in UI units', () => {
    const { graph, scene } = graphOf('.O[0] = a.rotateZ + a.tx;');
    expect(graph.get('it.output[0]')).toBeCloseTo(91, 12);
    scene.setValue(scene.find('a') as never, 'translateX', 2);
    expect(graph.get('it.output[0]')).toBeCloseTo(92, 12);
  });

  test('follows a change of its text', () => {
    const { graph, scene } = graphOf('.O[0] = 1;');
    expect(graph.get('it.output[0]')).toBe(1);
    scene.setValue(scene.find('it') as never, 'internalExpression', '.O[0] = a.ty;');
    expect(graph.get('it.output[0]')).toBe(2);
  });

  test('keeps outputs that no branch assigns', () => {
    const { graph, scene } = graphOf('if (.I[0] > 5) .O[0] = .I[0];', { 'output[0]': 3 });
    connectPlugs(scene, 'a.tx', 'it.input[0]');
    expect(graph.get('it.output[0]')).toBe(3);
    scene.setValue(scene.find('a') as never, 'translateX', 7);
    expect(graph.get('it.output[0]')).toBe(7);
    scene.setValue(scene.find('a') as never, 'translateX', 1);
    expect(graph.get('it.output[0]')).toBe(7);
  });

  test.each([
    ['`getAttr a.tx`', '.O[0] = `getAttr a.tx`;'],
    ['an assignment by name', 'b.tx = 1;'],
    ['text that does not parse', '.O[0] = (;'],
  ])('keeps the saved value and names the construct for %s', (_, text) => {
    const { graph } = graphOf(text, { 'output[0]': 4 });
    expect(graph.get('it.output[0]')).toBe(4);
    const [problem] = graph.problems.list();
    expect(problem?.code).toBe('EVALUATE_EXPRESSION_UNSUPPORTED');
    expect(problem?.message.length).toBeGreaterThan(70);
  });

  test('reports a division by zero and keeps the last value', () => {
    const { graph, scene } = graphOf('.O[0] = 6 / .I[0];');
    connectPlugs(scene, 'a.tx', 'it.input[0]');
    expect(graph.get('it.output[0]')).toBe(6);
    scene.setValue(scene.find('a') as never, 'translateX', 0);
    expect(graph.get('it.output[0]')).toBe(6);
    expect(graph.problems.list()[0]?.code).toBe('EVALUATE_EXPRESSION_FAILED');
  });
});
