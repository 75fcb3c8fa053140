import { RiglineError } from '@rigline/diagnostics';
import type { PlugRef, SceneNode } from '@rigline/scene';
import type { Graph } from '../graph/graph.ts';
import { CAMERA_DEFAULTS, type CameraChannels } from './film-gate.ts';

const NAMES = Object.keys(CAMERA_DEFAULTS) as (keyof CameraChannels)[];

/**
 * A reader of the film and lens of a camera node, for use at many times.
 *
 * @returns A function that gives the present values; borrowed, valid until the next call.
 */
export function probeCamera(graph: Graph, node: SceneNode): () => CameraChannels {
  const shape: Partial<Record<keyof CameraChannels, PlugRef>> = {};
  for (const name of NAMES) {
    const plug = node.resolve(name);
    if (!plug) {
      throw new RiglineError({
        code: 'EVALUATE_NOT_A_CAMERA',
        message: `"${node.name}" (${node.type}) has no attribute "${name}"`,
        at: { node: graph.scene.pathOf(node) },
        hint: 'Give the shape of a camera, not its transform.',
      });
    }
    shape[name] = { node, path: plug.path };
  }
  if (node.resolve('viewAspect')) shape.viewAspect = { node, path: 'viewAspect' };
  const probe = graph.probe(shape as Record<keyof CameraChannels, PlugRef>);
  return () => probe.read() as CameraChannels;
}
