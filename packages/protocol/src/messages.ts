import { z } from 'zod';
import type { ProtocolLimits } from './constants.ts';
import type { FrameRate } from './frame.ts';
import { SUBJECT_ROLES, type SubjectDescription, type SubjectRole } from './subject.ts';

export interface Hello {
  readonly protocol: number;
  readonly role: 'sender' | 'receiver' | 'both';
  readonly name: string;
  readonly application?: string | undefined;
  readonly applicationVersion?: string | undefined;
  readonly token?: string | undefined;
  /** Space that a receiver wants its values in. */
  readonly space?: string | undefined;
  /** What a receiver wants from the start; without it everything, until `subscribe` says otherwise. */
  readonly subscribe?: Subscribe | undefined;
}

export interface Welcome {
  readonly protocol: number;
  /** Number of the peer: `source` of its frames. */
  readonly peer: number;
  /** Changes when the hub is started anew. */
  readonly session: string;
  readonly name: string;
  readonly hub: string;
  /** The hub's clock in seconds since 1970. */
  readonly clock: number;
  readonly limits: ProtocolLimits;
}

export interface Drop {
  readonly source: number;
  readonly subject: number;
}

/** Time and playing state of the scene. */
export interface Transport {
  /** Peer whose user did it. */
  readonly origin: number;
  readonly sequence: number;
  readonly action: 'play' | 'pause' | 'scrub' | 'state';
  readonly seconds: number;
  readonly frame: number;
  readonly frameRate: FrameRate;
  /** First and last frame. */
  readonly range?: readonly [number, number] | undefined;
}

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Whether the connection ends with it. */
  readonly fatal: boolean;
}

/** Narrows down what a receiver gets. In names, `*` stands for any text. */
export interface Subscribe {
  readonly names?: readonly string[] | undefined;
  readonly roles?: readonly SubjectRole[] | undefined;
  /** Frames per second at most. */
  readonly maxRate?: number | undefined;
  readonly space?: string | undefined;
}

export interface Bye {
  readonly reason?: string | undefined;
}

/** JSON bodies by kind of message. */
export interface Bodies {
  readonly hello: Hello;
  readonly welcome: Welcome;
  readonly describe: SubjectDescription;
  readonly drop: Drop;
  readonly transport: Transport;
  readonly error: ErrorBody;
  readonly subscribe: Subscribe;
  readonly bye: Bye;
}

export type JsonKind = keyof Bodies;
export type Body<Kind extends JsonKind> = Bodies[Kind];

/*
 * What JSON bodies must hold. Members that are not known are dropped, so that later versions may add some.
 * Lengths of texts and lists are bounded here; the hub has limits of its own besides.
 */

const name = z.string().min(1).max(512);
const text = z.string().max(4096);
const positive = z.number().positive();
const count = z.int().min(0);
const rate = z.tuple([z.int().min(1).max(4294967295), z.int().min(1).max(4294967295)]);

const subscribe: z.ZodType<Subscribe> = z.object({
  names: z.array(name).max(4096).optional(),
  roles: z.array(z.enum(SUBJECT_ROLES)).optional(),
  maxRate: positive.optional(),
  space: z.string().max(64).optional(),
});

const hello: z.ZodType<Hello> = z.object({
  protocol: z.int().min(1),
  role: z.enum(['sender', 'receiver', 'both']),
  name,
  application: text.optional(),
  applicationVersion: text.optional(),
  token: text.optional(),
  space: z.string().max(64).optional(),
  subscribe: subscribe.optional(),
});

const welcome: z.ZodType<Welcome> = z.object({
  protocol: z.int().min(1),
  peer: z.int().min(1).max(65535),
  session: name,
  name,
  hub: text,
  clock: z.number(),
  limits: z.object({ messageBytes: count, subjects: count, nodes: count, curves: count }),
});

const subject = z.int().min(0).max(65535);

const describe: z.ZodType<SubjectDescription> = z
  .object({
    source: subject,
    subject,
    revision: count,
    name,
    role: z.enum(SUBJECT_ROLES),
    space: z.string().min(1).max(64),
    metresPerUnit: positive.optional(),
    nodes: z.array(z.object({ name: text, parent: z.int().min(-1) })).max(65536),
    curves: z.array(text).max(65536),
    frameRate: rate.optional(),
    filmFit: z.enum(['fill', 'horizontal', 'vertical', 'overscan']).optional(),
    data: z.record(z.string().max(128), text).optional(),
  })
  .refine(({ nodes }) => nodes.every(({ parent }, i) => parent < i), 'the parent of a node comes before it')
  .refine(({ curves }) => new Set(curves).size === curves.length, 'curves have different names');

const drop: z.ZodType<Drop> = z.object({ source: subject, subject });

const transport: z.ZodType<Transport> = z.object({
  origin: subject,
  sequence: count,
  action: z.enum(['play', 'pause', 'scrub', 'state']),
  seconds: z.number(),
  frame: z.number(),
  frameRate: rate,
  range: z.tuple([z.number(), z.number()]).optional(),
});

const error: z.ZodType<ErrorBody> = z.object({ code: name, message: text, hint: text.optional(), fatal: z.boolean() });

const bye: z.ZodType<Bye> = z.object({ reason: text.optional() });

/** Schemas of the messages whose body is JSON. */
export const BODY_SCHEMAS: { readonly [Kind in JsonKind]: z.ZodType<Body<Kind>> } = {
  hello,
  welcome,
  describe,
  drop,
  transport,
  error,
  subscribe,
  bye,
};
