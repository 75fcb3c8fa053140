/** A property that several layers of a take animate. */
import type { SceneNode } from '@rigline/scene';
import type { AnimatedProperty } from './animated-properties.ts';
import type { LayerState } from './animation-layers.ts';
import type { Channels, CurveNodes, CurveType } from './curve-nodes.ts';
import { isMadeByMaya } from './curves.ts';
import type { AnimatedPlug, LayeredType } from './property-plugs.ts';
import type { FbxSceneContext } from './scene-context.ts';

/** Number of `FBX_BLEND_MODES`. */
const ADDITIVE = 0;
const OVERRIDE = 1;
const BY_CHANNEL = 1;

/** Some parts of a plug that one node combines. */
interface Combination {
  readonly type: LayeredType;
  /** Of the plug. */
  readonly leaves: readonly string[];
  /** Channel of the first leaf. */
  readonly channel: number;
  readonly curveType: CurveType;
  /** Units of the node per unit of the file. */
  readonly scale: number;
  /** Units of the node per unit of the plug. */
  readonly plugScale: number;
  /** Ends of the names of its value and output. */
  readonly axes: readonly string[];
}

/** Puts nodes between the curves of a property and its plug that combine the layers. */
export function connectLayers(
  context: FbxSceneContext,
  curves: CurveNodes,
  plug: AnimatedPlug,
  property: AnimatedProperty,
): void {
  const parts = property.parts.map(({ layer, curveNode }) => ({
    layer,
    channels: curves.channelsOf(curveNode, plug.leaves.length),
  }));
  for (const combination of combinationsOf(plug)) {
    new LayeredPlug(context, curves, plug, combination).write(property.name, parts);
  }
}

/** What one layer has of a property. */
interface Part {
  readonly layer: LayerState;
  readonly channels: Channels;
}

const AXES = ['X', 'Y', 'Z'] as const;

function combinationsOf(plug: AnimatedPlug): Combination[] {
  const { leaves, scale, curveType } = plug;
  const whole = { leaves, channel: 0, curveType, scale, plugScale: 1, axes: AXES };
  if (leaves.length === 3) {
    if (plug.layered !== 'fbxLayeredNumber') return [{ ...whole, type: plug.layered }];
    if (curveType === 'animCurveTL') return [{ ...whole, type: 'fbxLayeredTranslate' }];
    if (curveType === 'animCurveTA') return [{ ...whole, type: 'fbxLayeredRotate' }];
  }
  // A plain number between curve and plug stands for the unit of the file where the plug has one.
  const isPlain = curveType === 'animCurveTU';
  return leaves.map((leaf, channel) => ({
    type: 'fbxLayeredNumber',
    leaves: [leaf],
    channel,
    curveType: 'animCurveTU',
    scale: isPlain ? scale : 1,
    plugScale: isPlain ? 1 : 1 / scale,
    axes: [''],
  }));
}

/** Makes and fills the node of one combination. */
class LayeredPlug {
  readonly #context: FbxSceneContext;
  readonly #curves: CurveNodes;
  readonly #plug: AnimatedPlug;
  readonly #combination: Combination;
  readonly #node: SceneNode;
  #count = 0;

  constructor(context: FbxSceneContext, curves: CurveNodes, plug: AnimatedPlug, combination: Combination) {
    this.#context = context;
    this.#curves = curves;
    this.#plug = plug;
    this.#combination = combination;
    const { scene } = context;
    const isPart = combination.leaves.length === 1;
    const name = `${plug.node.name}_${isPart ? combination.leaves[0] : plug.path}_layers`;
    const isTaken = scene.isNameTaken(name, false, undefined);
    const free = isTaken ? scene.freeName(`${name.replaceAll('#', '_')}#`) : name;
    this.#node = scene.addNode({ type: combination.type, name: free });
  }

  write(property: string, parts: readonly Part[]): void {
    const { scene } = this.#context;
    const { axes, leaves, type } = this.#combination;
    const stored = leaves.map((leaf) => this.#storedValue(leaf));
    axes.forEach((axis, i) => {
      scene.setValue(this.#node, `base${axis}`, stored[i] as number);
    });
    if (type === 'fbxLayeredRotate') scene.setValue(this.#node, 'rotateOrder', this.#rotateOrder());
    // Where the lowest layer has no value, the stored one is what the others go on top of.
    if (!parts[0]?.layer.isBase) this.#writeStored(stored);
    for (const part of parts) this.#writeLayer(property, part, stored);
    axes.forEach((axis, i) => {
      const to = { node: this.#plug.node, path: leaves[i] as string };
      scene.connect({ node: this.#node, path: `output${axis}` }, to);
    });
  }

  #storedValue(leaf: string): number {
    const { node } = this.#plug;
    const plug = node.resolve(leaf);
    const value = plug ? node.stored(plug) : 0;
    return (typeof value === 'number' ? value : 0) * this.#combination.plugScale;
  }

  /**
   * The order in which layers of rotation are combined. Maya takes xyz, whatever the order of the node; others take the
   * node's. Source: geometry exported by Maya beside files of all six orders.
   */
  #rotateOrder(): number {
    const { node, path } = this.#plug;
    if (path !== 'rotate' || isMadeByMaya(this.#context.document)) return 0;
    const order = node.values.get('rotateOrder');
    return typeof order === 'number' ? order : 0;
  }

  #writeStored(stored: readonly number[]): void {
    const at = `layer[${this.#count++}]`;
    const { scene } = this.#context;
    scene.setValue(this.#node, `${at}.blendMode`, OVERRIDE);
    this.#combination.axes.forEach((axis, i) => {
      scene.setValue(this.#node, `${at}.value${axis}`, stored[i] as number);
    });
  }

  #writeLayer(property: string, { layer: state, channels }: Part, stored: readonly number[]): void {
    const at = `layer[${this.#count++}]`;
    const { scene } = this.#context;
    const { axes, channel, curveType, scale, type } = this.#combination;
    const mode = state.isBase ? OVERRIDE : state.blendMode;
    scene.setValue(this.#node, `${at}.blendMode`, mode);
    if (mode !== OVERRIDE) this.#writeWeight(at, state);
    const isTurn = property === 'Lcl Rotation';
    if (type === 'fbxLayeredRotate') {
      scene.setValue(this.#node, `${at}.accumulation`, isTurn ? state.rotation : BY_CHANNEL);
    }
    if (type === 'fbxLayeredScale') scene.setValue(this.#node, `${at}.accumulation`, state.scale);
    const name = `${this.#plug.node.name}_${state.layer.name}`;
    axes.forEach((axis, i) => {
      const path = `${at}.value${axis}`;
      const leaf = this.#combination.leaves[i] as string;
      const to = { node: this.#node, path, type: curveType, scale, name: `${name}_${leaf}` };
      if (this.#curves.drive(channels, channel + i, to)) return;
      const isNeutralOne = type === 'fbxLayeredScale' && state.scale === 0;
      const neutral = mode === ADDITIVE ? (isNeutralOne ? 1 : 0) : (stored[i] as number);
      scene.setValue(this.#node, path, neutral);
    });
  }

  #writeWeight(at: string, state: LayerState): void {
    const path = `${at}.weight`;
    if (state.weightChannels) {
      const name = `${state.layer.name}_weight`;
      this.#curves.drive(state.weightChannels, 0, { node: this.#node, path, type: 'animCurveTU', scale: 0.01, name });
      return;
    }
    if (state.weight !== 1) this.#context.scene.setValue(this.#node, path, state.weight);
  }
}
