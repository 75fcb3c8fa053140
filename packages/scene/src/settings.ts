import type { Place } from '@rigline/diagnostics';

/** A file that the scene refers to. */
export interface SceneReference {
  /** As written in the file. */
  readonly path: string;
  readonly namespace: string;
  readonly node?: string;
  readonly state: 'loaded' | 'missing' | 'deferred' | 'refused';
  readonly at: Place;
}

/** A performance that a file holds besides others, of which one is in the scene. */
export interface SceneTake {
  readonly name: string;
  /** First and last second. */
  readonly range: readonly [number, number];
  readonly layers: readonly string[];
}

/** Facts of a scene that belong to no node. */
export interface SceneSettings {
  readonly file: string;
  /** The application and version that saved the file, as the file says it. */
  readonly application: string;
  readonly version: string;
  readonly upAxis: 'x' | 'y' | 'z';
  /** Metres per unit of the file's own lengths; inside the scene lengths are centimetres. */
  readonly unitMetres: number;
  readonly linearUnit: string;
  readonly angleUnit: 'degree' | 'radian';
  readonly timeUnit: string;
  /** Frames per second of the file's time unit. */
  readonly frameRate: number;
  /** Playback range in frames. */
  readonly range: readonly [number, number];
  /** Whole animation range in frames. */
  readonly animationRange: readonly [number, number];
  /** Frame at which the file was saved. */
  readonly savedFrame: number;
  readonly renderSize: readonly [number, number];
  /** Width by height of the picture, pixels counted as they are shown. */
  readonly deviceAspect: number;
  readonly references: readonly SceneReference[];
  readonly info: Readonly<Record<string, string>>;
  /** How many nodes of each type the file itself creates, references not counted. */
  readonly nodeTypes: Readonly<Record<string, number>>;
  /** False where a shape is told by its transform's path, because the format gives it no name of its own (FBX). */
  readonly hasNamedShapes: boolean;
  /** All takes of the file; none where the format has no such thing. */
  readonly takes: readonly SceneTake[];
  /** Name of the take in the scene, or undefined for the stored values alone. */
  readonly take: string | undefined;
}

export const DEFAULT_SETTINGS: SceneSettings = {
  file: '',
  application: '',
  version: '',
  upAxis: 'y',
  unitMetres: 0.01,
  linearUnit: 'centimeter',
  angleUnit: 'degree',
  timeUnit: 'film',
  frameRate: 24,
  range: [1, 24],
  animationRange: [1, 24],
  savedFrame: 1,
  renderSize: [960, 540],
  deviceAspect: 16 / 9,
  references: [],
  info: {},
  nodeTypes: {},
  hasNamedShapes: true,
  takes: [],
  take: undefined,
};

/** Frames per second of Maya's named time units. Names such as `40fps` and `23.976fps` say it themselves. */
const NAMED_RATES: Readonly<Record<string, number>> = {
  game: 15,
  film: 24,
  pal: 25,
  ntsc: 30,
  show: 48,
  palf: 50,
  ntscf: 60,
  hour: 1 / 3600,
  min: 1 / 60,
  sec: 1,
  millisec: 1000,
  '23.976fps': 24000 / 1001,
  '29.97fps': 30000 / 1001,
  '29.97df': 30000 / 1001,
  '47.952fps': 48000 / 1001,
  '59.94fps': 60000 / 1001,
  '119.88fps': 120000 / 1001,
};

/** Frames per second at most; the names of Maya's units end at 6000. */
const MAX_RATE = 1e6;

/** Frames per second of a Maya time unit, or undefined for an unknown name. */
export function frameRateOf(timeUnit: string): number | undefined {
  if (Object.hasOwn(NAMED_RATES, timeUnit)) return NAMED_RATES[timeUnit];
  const match = /^(\d+(?:\.\d+)?)fps$/.exec(timeUnit);
  const rate = match ? Number(match[1]) : 0;
  return rate > 0 && rate <= MAX_RATE ? rate : undefined;
}

const UNIT_METRES: Readonly<Record<string, number>> = {
  mm: 0.001,
  millimeter: 0.001,
  cm: 0.01,
  centimeter: 0.01,
  m: 1,
  meter: 1,
  km: 1000,
  kilometer: 1000,
  in: 0.0254,
  inch: 0.0254,
  ft: 0.3048,
  foot: 0.3048,
  yd: 0.9144,
  yard: 0.9144,
  mi: 1609.344,
  mile: 1609.344,
};

/** Metres per Maya linear unit, by short or long name, or undefined for an unknown name. */
export function metresOf(linearUnit: string): number | undefined {
  return Object.hasOwn(UNIT_METRES, linearUnit) ? UNIT_METRES[linearUnit] : undefined;
}
