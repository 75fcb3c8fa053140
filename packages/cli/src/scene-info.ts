import type { Problem } from '@rigline/diagnostics';
import { type ConstraintInfo, isConstraint, listConstraints } from '@rigline/evaluate';
import { NumberTable, type Scene, type SceneNode, type SceneReference, type SceneSettings } from '@rigline/scene';
import type { KeySource } from '@rigline/scene/maya';

/** The document of `rigline info --json`. */
export interface SceneInfo {
  readonly schema: 'rigline.info/1';
  readonly file: string;
  readonly application: string;
  readonly version: string;
  readonly units: { readonly linear: string; readonly angle: string; readonly time: string };
  readonly unitMetres: number;
  readonly upAxis: 'x' | 'y' | 'z';
  readonly frameRate: number;
  readonly range: readonly [number, number];
  readonly animationRange: readonly [number, number];
  readonly savedFrame: number;
  /** Frames of the first and the last key, when there are keys. */
  readonly keyRange: readonly [number, number] | null;
  /** The file's own createNode statements by type. */
  readonly nodeTypes: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<'nodes' | 'dagPaths' | 'connections' | 'curves' | 'keys' | 'unknownNodes', number>>;
  readonly cameras: readonly { readonly path: string; readonly renderable: boolean; readonly orthographic: boolean }[];
  /** Named ranges of the file in frames; Maya ASCII has one. */
  readonly takes: readonly TakeInfo[];
  /** Name of the take that is in the scene, where the format has takes. */
  readonly take?: string;
  /** What else the file says of itself: of FBX its version and encoding, its axes, unit and time mode. */
  readonly details: Readonly<Record<string, string>>;
  readonly constraints: readonly ConstraintInfo[];
  readonly references: readonly Pick<SceneReference, 'path' | 'namespace' | 'state'>[];
  readonly problems: readonly Problem[];
}

export interface TakeInfo {
  readonly name: string;
  readonly range: readonly [number, number];
  /** Names of its layers, lowest first, where the format has layers in takes. */
  readonly layers?: readonly string[];
}

export function sceneInfo(scene: Scene, problems: readonly Problem[]): SceneInfo {
  const { settings } = scene;
  const curves = scene.nodes.filter((node) => node.type.startsWith('animCurve'));
  return {
    schema: 'rigline.info/1',
    file: settings.file,
    application: settings.application,
    version: settings.version,
    units: { linear: settings.linearUnit, angle: settings.angleUnit, time: settings.timeUnit },
    unitMetres: settings.unitMetres,
    upAxis: settings.upAxis,
    frameRate: settings.frameRate,
    range: settings.range,
    animationRange: settings.animationRange,
    savedFrame: settings.savedFrame,
    keyRange: keyRange(curves, settings.frameRate),
    nodeTypes: settings.nodeTypes,
    counts: {
      nodes: scene.nodes.filter((node) => !node.isDefault).length,
      dagPaths: scene.dagPaths.length,
      connections: scene.nodes.reduce((sum, node) => sum + node.inputs.size, 0),
      curves: curves.length,
      keys: curves.reduce((sum, node) => sum + (keysOf(node)?.count ?? 0), 0),
      unknownNodes: scene.nodes.filter((node) => scene.isUnknownType(node) && !node.isDefault).length,
    },
    cameras: scene.dagPaths
      .filter((place) => place.node.isA('camera'))
      .map((place) => ({
        path: settings.hasNamedShapes ? place.path : (place.parent?.path ?? place.path),
        renderable: storedFlag(place.node, 'renderable'),
        orthographic: storedFlag(place.node, 'orthographic'),
      })),
    takes: takesOf(settings),
    ...(settings.take === undefined ? {} : { take: settings.take }),
    details: settings.info,
    constraints: listConstraints(scene),
    references: settings.references.map(({ path, namespace, state }) => ({ path, namespace, state })),
    problems,
  };
}

function takesOf({ takes, range, frameRate, hasNamedShapes }: SceneSettings): TakeInfo[] {
  if (takes.length === 0) return hasNamedShapes ? [{ name: 'scene', range }] : [];
  const inFrames = (seconds: number): number => Math.round(seconds * frameRate * 1e6) / 1e6 + 0;
  return takes.map(({ name, range: [first, last], layers }) => ({
    name,
    range: [inFrames(first), inFrames(last)],
    layers,
  }));
}

function storedFlag(node: SceneNode, name: string): boolean {
  const plug = node.resolve(name);
  return plug !== undefined && node.stored(plug) !== 0;
}

/** Times of the keys of a curve in seconds; undefined for one without. */
interface KeyTimes {
  readonly count: number;
  at(key: number): number;
}

function keysOf(node: SceneNode): KeyTimes | undefined {
  const source = node.values.get('keySource') as KeySource | undefined;
  if (source) {
    const { times } = source.readKeys();
    return { count: times.length, at: (key) => times[key] as number };
  }
  const table = node.values.get('keyTimeValue');
  return table instanceof NumberTable ? { count: table.count, at: (key) => table.get(key, 0) } : undefined;
}

/** Driven keys have no time: only curves over time count. */
function keyRange(curves: readonly SceneNode[], frameRate: number): [number, number] | null {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const node of curves) {
    const keys = node.type.startsWith('animCurveT') ? keysOf(node) : undefined;
    if (!keys) continue;
    for (let key = 0; key < keys.count; key++) {
      const frame = Math.round(keys.at(key) * frameRate * 1e6) / 1e6;
      if (frame < first) first = frame;
      if (frame > last) last = frame;
    }
  }
  return first <= last ? [first, last] : null;
}

/** The hierarchy as lines; constraints and intermediate shapes included. */
export function formatTree(scene: Scene): string {
  const lines: string[] = [];
  for (const place of scene.dagPaths) {
    const depth = place.path.split('|').length - 2;
    const instance = place.instance > 0 ? ' (instance)' : '';
    const mark = isConstraint(place.node) ? ' ⛓' : '';
    lines.push(`${'  '.repeat(depth + 1)}${place.node.name}  ${place.node.type}${instance}${mark}`);
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
