import type { Graph } from '@rigline/evaluate';
import type { DagPath, PlugRef } from '@rigline/scene';
import type { ExportLight } from '@rigline/scene/export';
import type { ExportReport } from '../report.ts';

const KINDS: Readonly<Record<string, ExportLight['kind']>> = {
  pointLight: 'point',
  spotLight: 'spot',
  directionalLight: 'directional',
};

/** A light at the graph's present time; undefined, with a line in the report, where the kind has no like. */
export function readLight(
  graph: Graph,
  { node, parent, path }: DagPath,
  report: ExportReport,
): ExportLight | undefined {
  const kind = KINDS[node.type];
  const plug = (name: string): PlugRef | undefined => {
    const found = node.resolve(name);
    return found && { node, path: found.path };
  };
  const intensity = plug('intensity');
  const color = plug('color');
  if (!kind || !intensity || !color) {
    report.add({ verdict: 'dropped', subject: path, what: 'light', reason: `there is no light like a ${node.type}` });
    return undefined;
  }
  const number = (name: string): number => {
    const at = plug(name);
    return at ? Number(graph.get(at)) : 0;
  };
  const [r, g, b] = graph.get(color) as unknown as readonly [number, number, number];
  return {
    name: parent?.node.name ?? node.name,
    kind,
    color: [r, g, b],
    intensity: Number(graph.get(intensity)),
    coneAngle: kind === 'spot' ? number('coneAngle') : 0,
    penumbraAngle: kind === 'spot' ? number('penumbraAngle') : 0,
  };
}
