/** What a file says of itself: who wrote it, and what a tick of its time is. */
import { PropertyList, type PropertyReport } from './properties.ts';
import { childOf, type FbxFile, type FbxRecord } from './record-types.ts';

export interface FileHeader {
  readonly creator: string;
  readonly application: string;
  readonly applicationVersion: string;
  readonly ticksPerSecond: number;
}

const TICKS = 46_186_158_000;
/** Divides by 24000/1001 and its like as well; files say so in `TCDefinition`. */
const FINE_TICKS = 141_120_000;
/** First header version whose `TCDefinition` counts. */
const TICK_HEADER_VERSION = 1004;
/** `TCDefinition` of the coarse ticks. */
const COARSE_DEFINITION = 127;
/** First version whose ticks are the fine ones without being told. */
const FINE_VERSION = 8000;

/** Reads the header; what it does not say is empty. */
export function readHeader(file: FbxFile, report: PropertyReport): FileHeader {
  const extension = topRecord(file, 'FBXHeaderExtension');
  const info = sceneInfoOf(file, extension);
  const properties = new PropertyList(report, info);
  const nameOf = (key: string): string =>
    properties.string(`LastSaved|${key}`, '') || properties.string(`Original|${key}`, '');
  return {
    creator: creatorOf(file, extension),
    application: nameOf('ApplicationName'),
    applicationVersion: nameOf('ApplicationVersion'),
    ticksPerSecond: ticksPerSecondOf(file.version, extension),
  };
}

/** The first record of a name on the first level. */
export function topRecord(file: FbxFile, name: string): FbxRecord | undefined {
  return file.records.find((record) => record.name === name);
}

/** The header names the library that wrote the file, whatever Blender's old exporter has there; it signs outside. */
function creatorOf(file: FbxFile, extension: FbxRecord | undefined): string {
  const inHeader = textOf(extension && childOf(extension, 'Creator'));
  const outside = textOf(topRecord(file, 'Creator'));
  return inHeader === '' || /^blender/i.test(outside) ? outside : inHeader;
}

/** Stands in the header in version 7, among the objects in version 6. */
function sceneInfoOf(file: FbxFile, extension: FbxRecord | undefined): FbxRecord | undefined {
  const inHeader = extension && childOf(extension, 'SceneInfo');
  if (inHeader) return inHeader;
  const objects = topRecord(file, 'Objects');
  return objects && childOf(objects, 'SceneInfo');
}

/** Source: FBX SDK help, `KTIME` and `FbxTime::SetTicksPerSecond`; the version rule is measured in files. */
function ticksPerSecondOf(version: number, extension: FbxRecord | undefined): number {
  const flags = extension && childOf(extension, 'OtherFlags');
  const definition = numberOf(flags && childOf(flags, 'TCDefinition'));
  const headerVersion = numberOf(extension && childOf(extension, 'FBXHeaderVersion')) ?? 0;
  if (definition !== undefined && headerVersion >= TICK_HEADER_VERSION) {
    return definition === COARSE_DEFINITION ? TICKS : FINE_TICKS;
  }
  return version < FINE_VERSION ? TICKS : FINE_TICKS;
}

/** The first value of a record where it is a text, else an empty one. */
export function textOf(record: FbxRecord | undefined): string {
  const value = record?.values[0];
  return typeof value === 'string' ? value : '';
}

/** The first value of a record where it is a number. */
export function numberOf(record: FbxRecord | undefined): number | undefined {
  const value = record?.values[0];
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' ? value : undefined;
}
