/** Curve nodes of a file as `animCurve` nodes of the scene. */
import type { PlugRef, SceneNode } from '@rigline/scene';
import { type ChannelPlace, channelCurves, channelValues } from './curve-channels.ts';
import { keySourceOf } from './curves.ts';
import type { FbxObject } from './document-types.ts';
import type { AnimatedPlug } from './property-plugs.ts';
import type { FbxSceneContext } from './scene-context.ts';

export type CurveType = AnimatedPlug['curveType'];

/** Where a curve goes: a plug, and what its numbers are. */
export interface CurveTarget extends PlugRef {
  readonly type: CurveType;
  /** Inner units per unit of the curve. */
  readonly scale: number;
  /** What a new curve is called. */
  readonly name: string;
}

/** Channels of a curve node that animates `count` numbers: their curves, and their values where they have none. */
export class Channels {
  readonly curveNode: FbxObject;
  readonly curves: readonly (FbxObject | undefined)[];
  readonly #count: number;
  #values: readonly (number | undefined)[] | undefined;

  constructor(context: FbxSceneContext, curveNode: FbxObject, count: number) {
    this.curveNode = curveNode;
    this.#count = count;
    this.curves = channelCurves(context.document, curveNode, count);
  }

  /** Units of the file; read when somebody asks. */
  get values(): readonly (number | undefined)[] {
    this.#values ??= channelValues(this.curveNode, this.#count);
    return this.#values;
  }
}

/** Makes the curves of one file, each once as long as it means the same. */
export class CurveNodes {
  readonly #context: FbxSceneContext;
  readonly #made = new Map<FbxObject, { readonly node: SceneNode; readonly type: CurveType; readonly scale: number }>();

  readonly #channels = new Map<FbxObject, Channels[]>();
  readonly #kept = new Set<FbxObject>();

  constructor(context: FbxSceneContext) {
    this.#context = context;
  }

  /** Channels of a curve node that animates `count` numbers. */
  channelsOf(curveNode: FbxObject, count: number): Channels {
    let known = this.#channels.get(curveNode);
    if (!known) {
      known = [];
      this.#channels.set(curveNode, known);
    }
    known[count] ??= new Channels(this.#context, curveNode, count);
    return known[count];
  }

  /** Connects the curve of a channel to a plug, or stores its value; false where the channel has neither. */
  drive(channels: Channels, channel: number, to: CurveTarget): boolean {
    const curve = channels.curves[channel];
    if (curve) {
      const node = this.#nodeOf(curve, to, { curveNode: channels.curveNode, channel });
      this.#context.scene.connect({ node, path: 'output' }, to);
      return true;
    }
    const value = channels.values[channel];
    if (value === undefined) return false;
    this.store(to, value * to.scale);
    return true;
  }

  /** The scene's node of a curve. */
  #nodeOf(
    curve: FbxObject,
    { type, scale, name }: Omit<CurveTarget, 'node' | 'path'>,
    place?: ChannelPlace,
  ): SceneNode {
    const known = this.#made.get(curve);
    if (known && known.type === type && known.scale === scale) return known.node;
    const { scene, document } = this.#context;
    const isTaken = scene.isNameTaken(name, false, undefined);
    const node = scene.addNode({ type, name: isTaken ? scene.freeName(`${name.replaceAll('#', '_')}#`) : name });
    scene.setValue(node, 'keySource', keySourceOf(document, curve, scale, place));
    if (!known) this.#made.set(curve, { node, type, scale });
    return node;
  }

  /** Stores a number; switches are 0 or 1. */
  store({ node, path }: PlugRef, value: number): void {
    const isSwitch = node.resolve(path)?.attribute.kind === 'boolean';
    this.#context.scene.setValue(node, path, isSwitch ? (Math.trunc(value) === 0 ? 0 : 1) : value);
  }

  /** Makes nodes of the curves of a curve node that drive nothing. Returns how many there are, the first time. */
  keep(curveNode: FbxObject, name: string): number {
    if (this.#kept.has(curveNode)) return 0;
    this.#kept.add(curveNode);
    let count = 0;
    for (const { type, source } of this.#context.document.into(curveNode)) {
      if (type !== 'OP' || source.kind !== 'AnimationCurve') continue;
      this.#nodeOf(source, { type: 'animCurveTU', scale: 1, name });
      count++;
    }
    return count;
  }
}
