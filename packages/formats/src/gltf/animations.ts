import type { Accessor, Animation, Buffer, Document, Node } from '@gltf-transform/core';
import type { ExportCamera, ExportClip, ExportLoss, ExportScene, ExportTrack } from '@rigline/scene/export';
import type { Pointer } from './json-extensions.ts';

export interface AnimationTargets {
  readonly nodes: readonly Node[];
  readonly cameras: readonly ExportCamera[];
  readonly exported: ExportScene;
}

const PATHS = { translate: 'translation', rotate: 'rotation', scale: 'scale', weights: 'weights' } as const;

type Tell = (loss: ExportLoss) => void;

/** Writes each clip as an animation. Channels of cameras and visibilities point into the JSON: their places come back. */
export function writeAnimations(document: Document, buffer: Buffer, targets: AnimationTargets, tell: Tell): Pointer[] {
  return targets.exported.clips.flatMap((clip, number) => {
    const writer = new ClipWriter(document, buffer, clip, number);
    for (const track of clip.tracks) writer.addTrack(track, targets, tell);
    return writer.pointers;
  });
}

class ClipWriter {
  readonly pointers: Pointer[] = [];
  readonly #document: Document;
  readonly #buffer: Buffer;
  readonly #animation: Animation;
  readonly #number: number;
  /** Accessors of equal times, shared. */
  readonly #times = new Map<string, Accessor>();
  #channels = 0;

  constructor(document: Document, buffer: Buffer, { name, range }: ExportClip, number: number) {
    this.#document = document;
    this.#buffer = buffer;
    this.#animation = document.createAnimation(name).setExtras({ range: [...range] });
    this.#number = number;
  }

  addTrack(track: ExportTrack, { nodes, exported }: AnimationTargets, tell: Tell): void {
    const { node, channel, values } = track;
    if (channel === 'translate' || channel === 'rotate' || channel === 'scale' || channel === 'weights') {
      const type = channel === 'weights' ? 'SCALAR' : channel === 'rotate' ? 'VEC4' : 'VEC3';
      const array = Float32Array.from(channel === 'rotate' ? unitRotations(values) : values);
      this.#add(track, type, array, nodes[node] as Node, PATHS[channel]);
      return;
    }
    if (channel === 'isVisible') {
      const array = Uint8Array.from(values, (value) => (value === 0 ? 0 : 1));
      this.#point(track, 'SCALAR', array, `/nodes/${node}/extensions/KHR_node_visibility/visible`);
      return;
    }
    this.#addLens(track, exported, tell);
  }

  /** Of a lens glTF has the field of view and the clip planes. */
  #addLens(track: ExportTrack, { nodes, cameras, name }: ExportScene, tell: Tell): void {
    const { camera = -1, source } = nodes[track.node] ?? {};
    const lens = cameras[camera];
    if (!lens) return;
    const kind = lens.orthographic ? 'orthographic' : 'perspective';
    const at = (member: string): string => `/cameras/${camera}/${kind}/${member}`;
    const scalar = (member: string, read: (row: number) => number): void => {
      const array = Float32Array.from(track.times, (_, row) => read(row));
      if (array.some((value) => value !== array[0]) || array.length === 1)
        this.#point(track, 'SCALAR', array, at(member));
    };
    const value = (row: number, k = 0): number => track.values[row * track.stride + k] as number;
    const width = (row: number): number => value(row, 1) - value(row, 0);
    const height = (row: number): number => value(row, 3) - value(row, 2);
    if (track.channel === 'near') scalar('znear', value);
    else if (track.channel === 'far') scalar('zfar', value);
    else if (track.channel === 'window' && lens.orthographic) {
      scalar('xmag', (row) => width(row) / 2);
      scalar('ymag', (row) => height(row) / 2);
    } else if (track.channel === 'window') {
      scalar('yfov', (row) => 2 * Math.atan(height(row) / 2));
      scalar('aspectRatio', (row) => width(row) / height(row));
    } else if (track.channel !== 'focalLengthMm') {
      // The focal length is in the field of view.
      const reason = 'glTF has no such channel of a camera';
      tell({ verdict: 'dropped', subject: source ?? name, what: track.channel, reason });
    }
  }

  #point(track: ExportTrack, type: 'SCALAR', array: Float32Array | Uint8Array, path: string): void {
    this.pointers.push({ animation: this.#number, channel: this.#channels, path });
    this.#add(track, type, array, undefined, 'weights');
  }

  #add(
    { times, interpolation }: ExportTrack,
    type: ReturnType<Accessor['getType']>,
    array: Float32Array | Uint8Array,
    node: Node | undefined,
    path: (typeof PATHS)[keyof typeof PATHS],
  ): void {
    const output = this.#document
      .createAccessor()
      .setType(type)
      .setArray(array as never)
      .setBuffer(this.#buffer);
    const sampler = this.#document
      .createAnimationSampler()
      .setInput(this.#timesOf(times))
      .setOutput(output)
      .setInterpolation(interpolation === 'step' ? 'STEP' : 'LINEAR');
    const channel = this.#document.createAnimationChannel().setSampler(sampler).setTargetPath(path);
    if (node) channel.setTargetNode(node);
    this.#animation.addSampler(sampler).addChannel(channel);
    this.#channels++;
  }

  #timesOf(times: Float64Array): Accessor {
    const array = Float32Array.from(times);
    const key = array.join();
    let accessor = this.#times.get(key);
    if (!accessor) {
      accessor = this.#document.createAccessor().setType('SCALAR').setArray(array).setBuffer(this.#buffer);
      this.#times.set(key, accessor);
    }
    return accessor;
  }
}

function unitRotations(values: Float64Array): Float64Array {
  const out = values.slice();
  for (let i = 0; i < out.length; i += 4) {
    const length = Math.hypot(out[i] as number, out[i + 1] as number, out[i + 2] as number, out[i + 3] as number) || 1;
    for (let k = i; k < i + 4; k++) out[k] = (out[k] as number) / length;
  }
  return out;
}
