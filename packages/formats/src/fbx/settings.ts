/** Facts of a file that belong to no node: axes, unit, frame rate, ranges. */
import type { ProblemLog } from '@rigline/diagnostics';
import { frameRateOf, type SceneSettings, type SceneTake } from '@rigline/scene';
import type { FbxDocument, FbxProperties } from './document-types.ts';
import { reportFbx } from './problems.ts';
import { childOf, type FbxRecord } from './record-types.ts';
import type { FbxSceneContext } from './scene-context.ts';
import { timeLine } from './takes.ts';

/** Names of Maya's time units by FBX's time mode. 0 and 6 are 30 frames; 14 is the file's own rate. */
const TIME_UNITS: readonly string[] = [
  'ntsc',
  '120fps',
  '100fps',
  'ntscf',
  'palf',
  'show',
  'ntsc',
  'ntsc',
  '29.97df',
  '29.97fps',
  'pal',
  'film',
  'millisec',
  '23.976fps',
  '',
  '96fps',
  '72fps',
  '59.94fps',
  '119.88fps',
];
const CUSTOM_MODE = 14;
/** What files without a time mode count in. */
const DEFAULT_MODE = 11;

/** Names of units by centimetres. Source: FBX SDK help, FbxSystemUnit. */
const LINEAR_UNITS: ReadonlyMap<number, string> = new Map([
  [0.1, 'millimeter'],
  [1, 'centimeter'],
  [10, 'decimeter'],
  [100, 'meter'],
  [100000, 'kilometer'],
  [2.54, 'inch'],
  [30.48, 'foot'],
  [91.44, 'yard'],
  [160934.4, 'mile'],
]);

/** Centimetres per unit of the file: 1 where it does not say. */
export function centimetresPerUnit(document: FbxDocument, log: ProblemLog, file: string): number {
  const stated = document.globals.number('UnitScaleFactor', 1);
  if (Number.isFinite(stated) && stated > 1e-9 && stated < 1e9) return roundNear(stated);
  reportFbx(log, 'FBX_BAD_PROPERTY', {
    message: `A unit of ${stated} centimetres is none; lengths are taken for centimetres`,
    at: { file },
  });
  return 1;
}

/** Factors are written as floats: 0.1 may come as 0.10000000149. */
function roundNear(factor: number): number {
  for (const known of LINEAR_UNITS.keys()) if (Math.abs(factor - known) < known * 1e-6) return known;
  return factor;
}

/** The time unit and its frames per second. */
function timeUnitOf(document: FbxDocument): { readonly name: string; readonly frameRate: number } {
  const { globals } = document;
  const stated = globals.get('TimeMode') ? globals.number('TimeMode', DEFAULT_MODE) : undefined;
  // Source: FBX SDK help: files before version 6 give the rate in `Settings` alone; those of version 6 give both.
  const legacy = stated === undefined ? legacyRate(document) : undefined;
  const mode = legacy === undefined ? (stated ?? DEFAULT_MODE) : CUSTOM_MODE;
  const custom = legacy ?? globals.number('CustomFrameRate', 24);
  if (mode === CUSTOM_MODE && isRate(custom)) {
    return { name: nameOfRate(custom), frameRate: custom };
  }
  const name = TIME_UNITS[mode] || 'film';
  return { name, frameRate: frameRateOf(name) ?? 24 };
}

/** Frames per second that a scene may have. */
function isRate(rate: number): boolean {
  return rate > 0 && rate <= 1e6;
}

/** The time unit of a rate; rates of no name say it themselves. */
function nameOfRate(rate: number): string {
  const known = TIME_UNITS.find((name) => name !== '' && Math.abs((frameRateOf(name) ?? 0) - rate) < rate * 1e-6);
  return known ?? `${rate}fps`;
}

/** `FrameRate: "30"` of the settings of old files. */
function legacyRate({ file }: FbxDocument): number | undefined {
  const version5 = file.records.find(({ name }) => name === 'Version5');
  const settings = [version5 && childOf(version5, 'Settings'), file.records.find(({ name }) => name === 'Settings')];
  for (const record of settings) {
    const rate = Number(record && childOf(record, 'FrameRate')?.values[0]);
    if (rate > 0 && Number.isFinite(rate)) return rate;
  }
  return undefined;
}

const AXES = ['X', 'Y', 'Z'] as const;

/** An axis as `+Y`; undefined where the file does not say. */
function axisOf(globals: FbxProperties, name: string): string | undefined {
  if (!globals.get(name)) return undefined;
  const axis = AXES[globals.number(name, -1)];
  return axis && `${globals.number(`${name}Sign`, 1) < 0 ? '-' : '+'}${axis}`;
}

/** Settings of the scene that a context has built. */
export function settingsOf(context: FbxSceneContext): SceneSettings {
  const { document, takes, take, unit, options } = context;
  const { name: timeUnit, frameRate } = timeUnitOf(document);
  const toFrames = (range: readonly [number, number]): [number, number] => [
    frameAt(range[0], frameRate),
    frameAt(range[1], frameRate),
  ];
  const range = toFrames(take?.range ?? timeLine(document) ?? [0, 0]);
  return {
    file: options.file,
    application: document.application || document.creator,
    version: document.applicationVersion,
    upAxis: upAxisOf(document.globals),
    unitMetres: unit / 100,
    linearUnit: LINEAR_UNITS.get(unit) ?? `${unit} centimeter`,
    angleUnit: 'degree',
    timeUnit,
    frameRate,
    range,
    animationRange: toFrames(timeLine(document) ?? take?.range ?? [0, 0]),
    savedFrame: range[0],
    renderSize: [960, 540],
    deviceAspect: 16 / 9,
    references: [],
    info: infoOf(document),
    nodeTypes: countKinds(document),
    hasNamedShapes: false,
    takes: takes.map(
      (one): SceneTake => ({ name: one.name, range: one.range, layers: one.layers.map((layer) => layer.name) }),
    ),
    take: take?.name,
  };
}

/** Frames, without the noise of ticks that do not divide. */
function frameAt(seconds: number, frameRate: number): number {
  return Math.round(seconds * frameRate * 1e6) / 1e6 + 0;
}

function upAxisOf(globals: FbxProperties): 'x' | 'y' | 'z' {
  return (axisOf(globals, 'UpAxis')?.[1]?.toLowerCase() ?? 'y') as 'x' | 'y' | 'z';
}

/** How many objects of each kind there are: `Model Mesh`, `AnimationCurve`. */
function countKinds(document: FbxDocument): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, subtype } of document.objects) {
    const key = subtype === '' ? kind : `${kind} ${subtype}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** What else the file says of itself. */
function infoOf(document: FbxDocument): Record<string, string> {
  const { globals, file } = document;
  const activeTake = activeTakeOf(file.records);
  const entries: readonly (readonly [string, string | undefined])[] = [
    ['fbxVersion', String(file.version)],
    ['encoding', file.isBigEndian ? `${file.encoding}, big endian` : file.encoding],
    ['creator', document.creator || undefined],
    ['upAxis', axisOf(globals, 'UpAxis')],
    ['frontAxis', axisOf(globals, 'FrontAxis')],
    ['rightAxis', axisOf(globals, 'CoordAxis')],
    ['originalUpAxis', axisOf(globals, 'OriginalUpAxis')],
    ['unitScaleFactor', textOf(globals, 'UnitScaleFactor')],
    ['originalUnitScaleFactor', textOf(globals, 'OriginalUnitScaleFactor')],
    ['timeMode', textOf(globals, 'TimeMode')],
    ['timeProtocol', textOf(globals, 'TimeProtocol')],
    ['ticksPerSecond', String(document.ticksPerSecond)],
    ['defaultCamera', globals.string('DefaultCamera', '') || undefined],
    ['activeTake', activeTake],
  ];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function textOf(globals: FbxProperties, name: string): string | undefined {
  return globals.get(name) ? String(globals.number(name, 0)) : undefined;
}

/** The take that was shown when the file was saved. */
function activeTakeOf(records: readonly FbxRecord[]): string | undefined {
  const takes = records.find(({ name }) => name === 'Takes');
  const current = takes && childOf(takes, 'Current')?.values[0];
  return typeof current === 'string' && current !== '' ? current : undefined;
}
