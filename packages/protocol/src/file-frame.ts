/** The JSON form of descriptions and frames, for the file cache. The layout is in docs/protocol.md. */
import { z } from 'zod';
import { PROTOCOL_VERSION } from './constants.ts';
import type { FrameHeader, SceneTime } from './frame.ts';
import { BODY_SCHEMAS } from './messages.ts';
import { protocolError } from './protocol-error.ts';
import { type SubjectDescription, SubjectState } from './subject.ts';

/** `description.json`. */
export interface CacheDescription {
  readonly protocol: number;
  readonly session: string;
  readonly subjects: readonly SubjectDescription[];
}

/** A subject of `frame.json`: every node and curve, by position and by name. */
export interface CacheSubject {
  readonly name: string;
  readonly role: string;
  readonly revision: number;
  readonly nodes: readonly {
    readonly t: readonly number[];
    readonly r: readonly number[];
    readonly s: readonly number[];
  }[];
  readonly curves: Readonly<Record<string, number>>;
}

/** `frame.json`. */
export interface CacheFrame {
  readonly protocol: number;
  readonly session: string;
  readonly sequence: number;
  readonly wallClock: number;
  readonly time?: SceneTime | undefined;
  readonly subjects: readonly CacheSubject[];
}

const numbers = (count: number): z.ZodType<readonly number[]> => z.array(z.number()).length(count);

const cacheDescription: z.ZodType<CacheDescription> = z.object({
  protocol: z.literal(PROTOCOL_VERSION),
  session: z.string(),
  subjects: z.array(BODY_SCHEMAS.describe),
});

const cacheFrame: z.ZodType<CacheFrame> = z.object({
  protocol: z.literal(PROTOCOL_VERSION),
  session: z.string(),
  sequence: z.int().min(0),
  wallClock: z.number(),
  time: z
    .object({ seconds: z.number(), frame: z.number(), frameRate: z.tuple([z.int().min(1), z.int().min(1)]) })
    .optional(),
  subjects: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      revision: z.int().min(0),
      nodes: z.array(z.object({ t: numbers(3), r: numbers(4), s: numbers(3) })),
      curves: z.record(z.string(), z.number()),
    }),
  ),
});

/** The values of a subject as the file cache has them. Numbers that are not finite become defaults. */
export function toCacheSubject(description: SubjectDescription, state: SubjectState): CacheSubject {
  const finite = (value: number, fallback: number): number => (Number.isFinite(value) ? value : fallback);
  const part = (values: Float64Array, at: number, count: number, fallback: readonly number[]): number[] =>
    Array.from({ length: count }, (_, i) => finite(values[at + i] as number, fallback[i] as number));
  return {
    name: description.name,
    role: description.role,
    revision: description.revision,
    nodes: description.nodes.map((_, i) => ({
      t: part(state.translations, i * 3, 3, [0, 0, 0]),
      r: part(state.rotations, i * 4, 4, [0, 0, 0, 1]),
      s: part(state.scales, i * 3, 3, [1, 1, 1]),
    })),
    curves: Object.fromEntries(description.curves.map((name, i) => [name, finite(state.curves[i] as number, 0)])),
  };
}

export function formatCacheDescription(session: string, subjects: readonly SubjectDescription[]): string {
  return JSON.stringify({ protocol: PROTOCOL_VERSION, session, subjects } satisfies CacheDescription);
}

export function formatCacheFrame(session: string, header: FrameHeader, subjects: readonly CacheSubject[]): string {
  const { sequence, wallClock, time } = header;
  const frame: CacheFrame = { protocol: PROTOCOL_VERSION, session, sequence, wallClock, time, subjects };
  return JSON.stringify(frame);
}

/** @throws RiglineError `PROTOCOL_BAD_BODY`: torn, or not what the file should hold. */
export function parseCacheDescription(text: string): CacheDescription {
  return parse(text, cacheDescription, 'description.json');
}

/** @throws RiglineError `PROTOCOL_BAD_BODY`: torn, or not what the file should hold. */
export function parseCacheFrame(text: string): CacheFrame {
  return parse(text, cacheFrame, 'frame.json');
}

function parse<Value>(text: string, schema: z.ZodType<Value>, file: string): Value {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw protocolError('PROTOCOL_BAD_BODY', `${file} is not whole`);
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw protocolError('PROTOCOL_BAD_BODY', `${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** The state that a subject of `frame.json` gives; everything is marked. Undefined where it does not fit. */
export function fromCacheSubject(description: SubjectDescription, subject: CacheSubject): SubjectState | undefined {
  if (subject.nodes.length !== description.nodes.length) return undefined;
  const state = new SubjectState(description.nodes.length, description.curves.length);
  subject.nodes.forEach(({ t, r, s }, i) => {
    state.translations.set(t, i * 3);
    state.rotations.set(r, i * 4);
    state.scales.set(s, i * 3);
  });
  description.curves.forEach((name, i) => {
    state.curves[i] = subject.curves[name] ?? 0;
  });
  state.markAll();
  return state;
}
