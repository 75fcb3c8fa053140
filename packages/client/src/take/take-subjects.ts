import { RiglineError } from '@rigline/diagnostics';
import { closestEuler, eulerFromQuat, type Quat, type Vec3 } from '@rigline/math';
import {
  conversionOf,
  decodeFrame,
  decodeMessage,
  type FrameHeader,
  type FrameRate,
  type StateConversion,
  type SubjectDescription,
  SubjectState,
} from '@rigline/protocol';
import type { TakeRecord } from './take-format.ts';
import { TakeTrack } from './take-track.ts';

/** The space that takes are brought into: that of a new scene of Maya. */
const SPACE = 'maya';
/** Frames per second where nobody says anything. */
const FALLBACK_RATE: FrameRate = [24, 1];

/** A node of a subject with all that it did. Units: centimetres, radians. */
export interface TakeNode {
  readonly name: string;
  /** Key of the parent in `nodes` of the subject; undefined for a root. */
  readonly parent: string | undefined;
  readonly translate: TakeTrack;
  /** Euler angles in the order xyz, without jumps. */
  readonly rotate: TakeTrack;
  readonly scale: TakeTrack;
}

/** A subject of a take, under whatever number and from whatever connection it came. */
export interface TakeSubject {
  /** The newest. */
  description: SubjectDescription;
  /** By their paths in the subject, parents first: nodes of one name, and one that got another parent, are apart. */
  readonly nodes: Map<string, TakeNode>;
  readonly curves: Map<string, TakeTrack>;
}

export interface TakeSubjects {
  readonly subjects: readonly TakeSubject[];
  readonly frameRate: FrameRate;
  /** First and last frame with values; undefined where there is none. */
  readonly range: readonly [number, number] | undefined;
  /** Records that could not be read. */
  readonly damagedCount: number;
}

/** Follows the messages of a take, and keeps what each subject did at the frames of its scene. */
export function collectTake(records: readonly TakeRecord[]): TakeSubjects {
  const collector = new TakeCollector(rateOf(records));
  for (const record of records) collector.take(record);
  return collector.result();
}

/** The frame rate of the first frame with a time, else of the first subject that says one. */
function rateOf(records: readonly TakeRecord[]): FrameRate {
  let described: FrameRate | undefined;
  for (const { message } of records) {
    const found = tryRead(() => decodeMessage(message));
    if (found?.kind === 'describe') described ??= found.body.frameRate;
    if (found?.kind !== 'frame') continue;
    const time = tryRead(() => decodeFrame(found.bytes, { open: () => undefined }))?.time;
    if (time) return time.frameRate;
  }
  return described ?? FALLBACK_RATE;
}

/** Undefined for what is damaged. */
function tryRead<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RiglineError) return undefined;
    throw error;
  }
}

/** A subject while it is there. */
interface Live {
  readonly subject: TakeSubject;
  readonly description: SubjectDescription;
  /** Of each node of the description. */
  readonly nodes: readonly TakeNode[];
  readonly state: SubjectState;
  readonly conversion: StateConversion | undefined;
  readonly converted: SubjectState;
  /** A frame has set something. */
  hasValues: boolean;
}

class TakeCollector {
  readonly #rate: FrameRate;
  readonly #live = new Map<string, Live>();
  readonly #subjects: TakeSubject[] = [];
  /** Where the angles of each node were last, so that they go on without a jump. */
  readonly #eulers = new Map<TakeNode, Vec3>();
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #damaged = 0;

  constructor(rate: FrameRate) {
    this.#rate = rate;
  }

  take({ seconds, message }: TakeRecord): void {
    const found = tryRead(() => decodeMessage(message));
    if (!found) this.#damaged++;
    else if (found.kind === 'describe') this.#describe(found.body);
    else if (found.kind === 'drop') this.#live.delete(keyOf(found.body));
    else if (found.kind === 'frame' && !tryRead(() => this.#frame(found.bytes, seconds))) this.#damaged++;
  }

  #describe(description: SubjectDescription): void {
    const key = keyOf(description);
    const known = this.#live.get(key)?.subject ?? this.#returning(description);
    const subject = known ?? { description, nodes: new Map(), curves: new Map() };
    subject.description = description;
    if (!known) this.#subjects.push(subject);
    const { nodes, curves } = description;
    const state = new SubjectState(nodes.length, curves.length);
    const conversion = conversionIn(description);
    const converted = conversion ? new SubjectState(nodes.length, curves.length) : state;
    const followed = followNodes(subject, nodes);
    this.#live.set(key, { subject, description, nodes: followed, state, conversion, converted, hasValues: false });
    for (const name of curves) if (!subject.curves.has(name)) subject.curves.set(name, new TakeTrack(1));
  }

  /** A subject of that name and role which nobody sends any more: it has come back on another connection. */
  #returning({ name, role }: SubjectDescription): TakeSubject | undefined {
    const present = new Set([...this.#live.values()].map(({ subject }) => subject));
    return this.#subjects.find(
      (subject) => subject.description.name === name && subject.description.role === role && !present.has(subject),
    );
  }

  #frame(bytes: Uint8Array, seconds: number): FrameHeader {
    const touched: Live[] = [];
    const header = decodeFrame(bytes, {
      open: (number, revision, source) => {
        const live = this.#live.get(keyOf({ source, subject: number }));
        if (!live || (live.description.revision & 255) !== revision) return undefined;
        touched.push(live);
        return live.state;
      },
    });
    const frame = this.#frameOf(header, seconds);
    if (!Number.isFinite(frame)) return header;
    for (const live of touched) {
      live.conversion?.convert(live.state, live.converted);
      live.hasValues = true;
    }
    // What is not in a frame of its sender has stayed as it was.
    for (const live of this.#live.values()) {
      if (live.hasValues && live.description.source === header.source) this.#sample(live, frame);
    }
    if (touched.length > 0) {
      this.#first = Math.min(this.#first, frame);
      this.#last = Math.max(this.#last, frame);
    }
    return header;
  }

  /** In frames of the take, whatever the rate of the sender is. */
  #frameOf({ time }: FrameHeader, seconds: number): number {
    const [frames, per] = this.#rate;
    if (!time) return (seconds * frames) / per;
    const [senderFrames, senderPer] = time.frameRate;
    if (senderFrames * per === frames * senderPer) return time.frame;
    return (time.frame * senderPer * frames) / (senderFrames * per);
  }

  #sample({ subject, description, nodes, state, converted }: Live, frame: number): void {
    nodes.forEach((node, i) => {
      const { translations, rotations, scales } = converted;
      node.translate.add(frame, translations.subarray(i * 3, i * 3 + 3));
      node.rotate.add(frame, this.#eulerOf(node, rotations, i * 4));
      node.scale.add(frame, scales.subarray(i * 3, i * 3 + 3));
    });
    description.curves.forEach((name, i) => {
      subject.curves.get(name)?.add(frame, converted.curves.subarray(i, i + 1));
    });
    state.clearChanges();
    converted.clearChanges();
  }

  #eulerOf(node: TakeNode, rotations: Float64Array, at: number): Vec3 {
    const quat = [rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]] as unknown as Quat;
    const euler = eulerFromQuat(quat, 'xyz');
    const last = this.#eulers.get(node);
    const nearest = last ? closestEuler(euler, 'xyz', last) : euler;
    this.#eulers.set(node, nearest);
    return nearest;
  }

  result(): TakeSubjects {
    return {
      subjects: this.#subjects,
      frameRate: this.#rate,
      range: this.#first <= this.#last ? [this.#first, this.#last] : undefined,
      damagedCount: this.#damaged,
    };
  }
}

/** The nodes of a description in a subject; those that are new are added. */
function followNodes(subject: TakeSubject, nodes: SubjectDescription['nodes']): TakeNode[] {
  const keys: string[] = [];
  const seen = new Set<string>();
  return nodes.map(({ name, parent }) => {
    const above = keys[parent];
    let key = above === undefined ? name : `${above}\n${name}`;
    while (seen.has(key)) key += '\t';
    seen.add(key);
    keys.push(key);
    const known = subject.nodes.get(key);
    if (known) return known;
    const track = (): TakeTrack => new TakeTrack(3);
    const node = { name, parent: above, translate: track(), rotate: track(), scale: track() };
    subject.nodes.set(key, node);
    return node;
  });
}

/** How a subject comes into the space of the take; as it is where there is no way. */
function conversionIn(description: SubjectDescription): StateConversion | undefined {
  try {
    return conversionOf(description, SPACE);
  } catch (error) {
    // A space that nobody knows any more, or a light of a space that has none.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function keyOf({ source, subject }: { readonly source: number; readonly subject: number }): string {
  return `${source}/${subject}`;
}
