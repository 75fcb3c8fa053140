import type { Graph } from '@rigline/evaluate';
import type {
  CameraChannel,
  ExportCamera,
  ExportChannel,
  ExportClip,
  ExportNode,
  ExportTrack,
} from '@rigline/scene/export';
import type { LocalTransforms } from '../build/local-transforms.ts';
import type { PlannedNode } from '../build/plan-nodes.ts';
import { type ExportOptions, MAX_ERROR } from '../options.ts';
import type { ExportReport } from '../report.ts';
import { reduceKeys } from './reduce-keys.ts';
import { SampleColumn } from './sample-column.ts';

/** What of a node is read besides its transform. */
export interface NodeReaders {
  camera?: () => ExportCamera;
  weights?: { readonly count: number; readonly read: (out: Float64Array) => void };
}

export interface SampleInput {
  readonly graph: Graph;
  readonly planned: readonly PlannedNode[];
  /** At rest. */
  readonly nodes: readonly ExportNode[];
  readonly locals: LocalTransforms;
  readonly readers: readonly (NodeReaders | undefined)[];
  readonly frames: readonly number[];
  readonly options: ExportOptions;
  readonly report: ExportReport;
  readonly metresPerUnit: number;
  readonly name: string;
}

/** Shear is told from here on: a thousandth of the axes. */
const TOLD_RESIDUE = 1e-3;

/** Evaluates all frames, and keeps of each channel that moves the keys that are needed. */
export function sampleClip(input: SampleInput): ExportClip {
  const { graph, frames, nodes, options } = input;
  const { frameRate } = graph.scene.settings;
  const samplers = nodes.flatMap((node, number) => samplersOf(input, node, number));
  const residues = new Float64Array(nodes.length);
  frames.forEach((frame, at) => {
    graph.setFrame(frame);
    for (const sample of samplers) sample.read(at, residues);
  });
  reportResidues(input, residues);
  const start = options.timeStart === 'scene' ? 0 : (frames[0] as number);
  const times = Float64Array.from(frames, (frame) => (frame - start) / frameRate);
  const columns = samplers.flatMap(({ columns: of }) => of);
  const tracks = columns.flatMap((column) => trackOf(input, column, times));
  return { name: input.name, range: [times[0] as number, times[times.length - 1] as number], tracks };
}

interface Channel {
  readonly node: number;
  readonly channel: ExportChannel;
  readonly samples: SampleColumn;
}

interface Sampler {
  readonly columns: readonly Channel[];
  readonly read: (at: number, residues: Float64Array) => void;
}

function samplersOf(input: SampleInput, node: ExportNode, number: number): Sampler[] {
  const samplers = [transformSampler(input, node, number), visibilitySampler(input, node, number)];
  const { camera, weights } = input.readers[number] ?? {};
  if (camera) samplers.push(cameraSampler(input, camera, number));
  if (weights) samplers.push(weightSampler(input, weights, number));
  return samplers;
}

function transformSampler({ locals, frames }: SampleInput, node: ExportNode, number: number): Sampler {
  const translate = new SampleColumn(node.translate, frames.length);
  const rotate = new SampleColumn(node.rotate, frames.length);
  const scale = new SampleColumn(node.scale, frames.length);
  return {
    columns: [
      { node: number, channel: 'translate', samples: translate },
      { node: number, channel: 'rotate', samples: rotate },
      { node: number, channel: 'scale', samples: scale },
    ],
    read: (at, residues) => {
      const local = locals.read(number);
      translate.set(at, local.translate);
      scale.set(at, local.scale);
      // The same rotation has two quaternions; the one nearer to the last keeps curves whole.
      const last = rotate.last(at);
      const dot = local.rotate.reduce((sum, value, i) => sum + value * (last[i] as number), 0);
      rotate.set(at, dot < 0 ? local.rotate.map((value) => -value) : local.rotate);
      residues[number] = Math.max(residues[number] as number, local.residue);
    },
  };
}

function visibilitySampler({ planned, frames }: SampleInput, node: ExportNode, number: number): Sampler {
  const samples = new SampleColumn([node.isVisible ? 1 : 0], frames.length);
  const { isShown } = planned[number] as PlannedNode;
  return {
    columns: [{ node: number, channel: 'isVisible', samples }],
    read: (at) => samples.set(at, [isShown() ? 1 : 0]),
  };
}

const LENS: readonly Exclude<CameraChannel, 'window'>[] = ['focalLengthMm', 'focusDistance', 'fStop', 'near', 'far'];

function cameraSampler({ frames }: SampleInput, read: () => ExportCamera, number: number): Sampler {
  const edges = ({ window: { left, right, bottom, top } }: ExportCamera): number[] => [left, right, bottom, top];
  const rest = read();
  const lens = LENS.map((channel) => ({
    node: number,
    channel,
    samples: new SampleColumn([rest[channel]], frames.length),
  }));
  const window = { node: number, channel: 'window' as const, samples: new SampleColumn(edges(rest), frames.length) };
  return {
    columns: [...lens, window],
    read: (at) => {
      const camera = read();
      for (const { channel, samples } of lens) samples.set(at, [camera[channel]]);
      window.samples.set(at, edges(camera));
    },
  };
}

function weightSampler(
  { frames }: SampleInput,
  { count, read }: NonNullable<NodeReaders['weights']>,
  number: number,
): Sampler {
  const values = new Float64Array(count);
  read(values);
  const samples = new SampleColumn(values, frames.length);
  return {
    columns: [{ node: number, channel: 'weights', samples }],
    read: (at) => {
      read(values);
      samples.set(at, values);
    },
  };
}

/** The track of a channel, and its line in the report; nothing where it stays as it is at rest. */
function trackOf(input: SampleInput, { node, channel, samples }: Channel, times: Float64Array): ExportTrack[] {
  const { values, stride } = samples;
  if (!values) return [];
  const isStep = channel === 'isVisible';
  const maxError = maxErrorOf(input, channel);
  const all = values.length === stride ? times.subarray(0, 1) : times;
  const kind = channel === 'rotate' ? 'rotation' : 'linear';
  const keys = isStep ? changesOf(values) : reduceKeys(all, values, { stride, kind, maxError });
  const { source, name } = input.nodes[node] as ExportNode;
  input.report.add({
    verdict: 'baked',
    subject: source ?? name,
    what: channel,
    reason: `sampled at ${all.length} frames, of which ${keys.length} are keys`,
    error: { value: isStep || keys.length === all.length ? 0 : maxError, unit: unitOf(channel) },
  });
  const picked = new Float64Array(keys.length * stride);
  keys.forEach((key, i) => {
    picked.set(values.subarray(key * stride, key * stride + stride), i * stride);
  });
  return [
    {
      node,
      channel,
      interpolation: isStep ? 'step' : 'linear',
      times: Float64Array.from(keys, (key) => all[key] as number),
      values: picked,
      stride,
    },
  ];
}

function changesOf(values: Float64Array): Int32Array {
  return Int32Array.from(values.keys()).filter((i) => i === 0 || values[i] !== values[i - 1]);
}

function maxErrorOf({ options: { maxError }, metresPerUnit }: SampleInput, channel: ExportChannel): number {
  switch (channel) {
    case 'rotate':
      return maxError?.angle ?? MAX_ERROR.angle;
    case 'translate':
    case 'focusDistance':
    case 'near':
    case 'far':
      return maxError?.length ?? MAX_ERROR.lengthMetres / metresPerUnit;
    case 'scale':
      return maxError?.scale ?? MAX_ERROR.scale;
    case 'window':
      // A hundredth of a pixel of a picture 4000 wide and a lens of a right angle.
      return 5e-6;
    default:
      return maxError?.weight ?? MAX_ERROR.weight;
  }
}

const UNITS: Partial<Record<ExportChannel, string>> = {
  rotate: 'rad',
  translate: 'length',
  focusDistance: 'length',
  near: 'length',
  far: 'length',
  focalLengthMm: 'mm',
};

function unitOf(channel: ExportChannel): string {
  return UNITS[channel] ?? '';
}

function reportResidues({ nodes, report }: SampleInput, residues: Float64Array): void {
  nodes.forEach(({ source, name }, i) => {
    const value = residues[i] as number;
    if (value <= TOLD_RESIDUE) return;
    report.add({
      verdict: 'approximated',
      subject: source ?? name,
      what: 'shear',
      reason: 'a rotated node under an unevenly scaled one is sheared, which the target has no channel for',
      error: { value, unit: 'of an axis' },
    });
  });
}
