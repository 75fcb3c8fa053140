import { type CameraChannels, computeFilmGate, type Graph, probeCamera } from '@rigline/evaluate';
import { convertLength, type SpaceConversion } from '@rigline/math';
import type { DagPath } from '@rigline/scene';
import type { ExportCamera } from '@rigline/scene/export';

/** Reads a camera at the graph's present time, in the unit of the target. */
export function readerOfCamera(graph: Graph, place: DagPath, conversion: SpaceConversion): () => ExportCamera {
  const read = probeCamera(graph, place.node);
  const name = place.parent?.node.name ?? place.node.name;
  const length = (value: number): number => convertLength(conversion, value);
  return () => {
    const camera: CameraChannels = read();
    const gate = computeFilmGate(camera, graph.scene.settings.deviceAspect);
    const { left, right, bottom, top } = gate.window;
    const edge = camera.orthographic ? length : (value: number): number => value;
    return {
      name,
      orthographic: camera.orthographic,
      focalLengthMm: camera.focalLength,
      horizontalApertureMm: gate.horizontalApertureMm,
      verticalApertureMm: gate.verticalApertureMm,
      filmOffsetMm: gate.filmOffsetMm,
      squeeze: camera.lensSqueezeRatio,
      near: length(camera.nearClipPlane),
      far: length(camera.farClipPlane),
      focusDistance: length(camera.focusDistance),
      fStop: camera.fStop,
      window: { left: edge(left), right: edge(right), bottom: edge(bottom), top: edge(top) },
    };
  };
}
