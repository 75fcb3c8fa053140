import { identityMat4, type Mat4, multiplyMat4, type Vec3 } from '@rigline/math';
import type { SceneNode } from '@rigline/scene';
import { transform as declaration } from '@rigline/scene/maya';
import type { Cell } from '../graph/cell.ts';
import {
  type BankedInputs,
  defineNode,
  instanceStep,
  type KernelPlugs,
  type NodeType,
  type PlugRequest,
  type RequestTree,
  type Step,
  step,
} from '../graph/node-type.ts';
import { flattenRecord } from '../graph/records.ts';
import { copyKernel, productKernel, WORLD_STEPS } from './dag-node.ts';
import { transformMatrix } from './transform-matrix.ts';

const IDENTITY = identityMat4();

function isIdentity(matrix: Readonly<Mat4> | undefined): boolean {
  return matrix?.every((value, i) => value === IDENTITY[i]) === true;
}

/**
 * `parentMatrix`: what the node's own matrix is multiplied by.
 *
 * Unverified: it holds `offsetParentMatrix`, and leaves the parent out when `inheritsTransform` is off.
 */
export const PARENT_STEP: Step = instanceStep(declaration, {
  reads: ['dagParentMatrix', 'offsetParentMatrix', 'inheritsTransform'],
  writes: ['parentMatrix'],
  kernel: (plugs) => {
    if (plugs.moves('inheritsTransform') || !plugs.values.inheritsTransform) return undefined;
    const offset = plugs.input('offsetParentMatrix');
    const parent = plugs.input('dagParentMatrix');
    const isCopy = !plugs.moves('offsetParentMatrix') && isIdentity(offset?.borrowMatrix());
    return isCopy
      ? copyKernel(parent, plugs.output('parentMatrix'))
      : productKernel(offset, parent, plugs.output('parentMatrix'));
  },
  compute(input, output) {
    const parent = input.inheritsTransform ? input.dagParentMatrix : IDENTITY;
    output.parentMatrix = multiplyMat4(input.offsetParentMatrix, parent, output.parentMatrix);
  },
});

interface Limit {
  readonly minOn: boolean;
  readonly maxOn: boolean;
  readonly min: number;
  readonly max: number;
}

/** Limits of the channels that have any, by axis number. */
type Limits = Readonly<Partial<Record<'translate' | 'rotate' | 'scale', Readonly<Record<string, Limit>>>>>;

const LIMITED = [
  ['Trans', 'translate'],
  ['Rot', 'rotate'],
  ['Scale', 'scale'],
] as const;

/** The switches of one axis of one channel, and its limits. */
const AXIS_LIMITS = LIMITED.flatMap(([name, channel]) =>
  ['X', 'Y', 'Z'].map((axis, i) => ({
    channel,
    axis: i,
    minOn: `min${name}${axis}LimitEnable`,
    maxOn: `max${name}${axis}LimitEnable`,
    min: `min${name}${axis}Limit`,
    max: `max${name}${axis}Limit`,
  })),
);

/** What `requestLimits` chooses by. */
export const LIMIT_SWITCHES: readonly string[] = AXIS_LIMITS.flatMap(({ minOn, maxOn }) => [minOn, maxOn]);

const NO_LIMITS: RequestTree = {};

function isOn({ values, inputs }: SceneNode, path: string): boolean {
  return Boolean(values.get(path)) || inputs.has(path);
}

/** Asks for the limits of those axes alone that have a switch set or connected. */
export function requestLimits(node: SceneNode): RequestTree {
  let requests: Record<string, Record<string, Record<string, PlugRequest>>> | undefined;
  for (const { channel, axis, ...paths } of AXIS_LIMITS) {
    const { minOn, maxOn } = paths;
    if (!isOn(node, minOn) && !isOn(node, maxOn)) continue;
    requests ??= {};
    requests[channel] ??= {};
    requests[channel][axis] = Object.fromEntries(Object.entries(paths).map(([key, path]) => [key, { node, path }]));
  }
  return requests ?? NO_LIMITS;
}

interface LimitedChannels {
  readonly translate: Readonly<Vec3>;
  readonly rotate: Readonly<Vec3>;
  readonly scale: Readonly<Vec3>;
}

/** The channels inside their limits; the same object where there are none. */
export function limitChannels<Channels extends LimitedChannels & { readonly extra?: unknown }>(
  channels: Channels,
): Channels {
  if (!hasLimits(channels.extra)) return channels;
  const limits = channels.extra as Limits;
  return {
    ...flattenRecord(channels),
    translate: clamp(channels.translate, limits.translate),
    rotate: clamp(channels.rotate, limits.rotate),
    scale: clamp(channels.scale, limits.scale),
  };
}

function clamp(value: Readonly<Vec3>, limits: Readonly<Record<string, Limit>> | undefined): Readonly<Vec3> {
  if (!limits) return value;
  const out: Vec3 = [...value];
  for (let i = 0; i < 3; i++) {
    const limit = limits[i];
    if (limit?.minOn) out[i] = Math.max(out[i] as number, limit.min);
    if (limit?.maxOn) out[i] = Math.min(out[i] as number, limit.max);
  }
  return out;
}

/** What a matrix is made of besides translate, rotate and scale: as a rule it stands still. */
const STILL = ['rotateOrder', 'shear', 'rotateAxis', 'extra'] as const;

/**
 * A kernel for matrices of which at most translate, rotate and scale move. `write` gets the channels with the present
 * values of those three.
 */
export function channelKernel<Channels>(
  plugs: KernelPlugs,
  still: readonly string[],
  write: (channels: Channels, out: Mat4) => void,
): (() => void) | undefined {
  const matrix = plugs.output('matrix');
  const moving = CHANNELS.map((name) => plugs.inputs(name));
  const [t, r, s] = moving;
  if (!matrix || !t || !r || !s || plugs.output('xformMatrix')) return undefined;
  if ([...STILL, ...still].some((name) => plugs.moves(name)) || hasLimits(plugs.values.extra)) return undefined;
  const channels = { ...flattenRecord(plugs.values), translate: newVec3(), rotate: newVec3(), scale: newVec3() };
  const reader = new ChannelReader(
    [...t, ...r, ...s],
    CHANNELS.map((name) => plugs.banked(name)),
  );
  const out = matrix.borrowMatrix();
  return () => {
    reader.read(0, channels.translate);
    reader.read(3, channels.rotate);
    reader.read(6, channels.scale);
    write(channels as Channels, out);
    matrix.touch();
  };
}

const newVec3 = (): Vec3 => [0.5, 0.5, 0.5];
const CHANNELS = ['translate', 'rotate', 'scale'] as const;

/** Brings nine numbers from where they are computed: the block of a bank, or cells. */
class ChannelReader {
  readonly #cells: readonly Cell[];
  readonly #values: Float64Array;
  readonly #positions: Int32Array;

  constructor(cells: readonly Cell[], banked: readonly (BankedInputs | undefined)[]) {
    this.#cells = cells;
    this.#values = banked.find((inputs) => inputs !== undefined)?.values ?? new Float64Array(0);
    this.#positions = Int32Array.from(cells, (_, i) => {
      const inputs = banked[Math.floor(i / 3)];
      return inputs?.values === this.#values ? (inputs.positions[i % 3] as number) : -1;
    });
  }

  /** Writes three numbers from position `first` on. */
  read(first: number, out: Vec3): void {
    for (let i = 0; i < 3; i++) {
      const at = this.#positions[first + i] as number;
      out[i] = at < 0 ? (this.#cells[first + i] as Cell).number : (this.#values[at] as number);
    }
  }
}

function hasLimits(extra: unknown): boolean {
  const limits = (extra ?? {}) as Limits;
  return Boolean(limits.translate || limits.rotate || limits.scale);
}

const PIVOTS = ['rotatePivot', 'rotatePivotTranslate', 'scalePivot', 'scalePivotTranslate'] as const;

/** `transform`: the full stack of pivots, shear and rotate axis. Source: Maya help, "transform" node. */
export const transform: NodeType = defineNode(declaration, [
  step(declaration, {
    reads: ['translate', 'rotate', 'rotateOrder', 'scale', 'shear', 'rotateAxis', ...PIVOTS],
    writes: ['matrix', 'xformMatrix'],
    requests: requestLimits,
    choosesBy: LIMIT_SWITCHES,
    isSparse: true,
    kernel: (plugs) => channelKernel(plugs, PIVOTS, transformMatrix),
    compute(input, output) {
      output.matrix = transformMatrix(limitChannels(input), output.matrix);
      output.xformMatrix = output.matrix;
    },
  }),
  PARENT_STEP,
  ...WORLD_STEPS,
]);
