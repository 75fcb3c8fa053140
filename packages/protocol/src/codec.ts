import { ByteReader, ByteWriter } from './bytes.ts';
import { HEADER_BYTES, MAGIC_0, MAGIC_1, MESSAGE_KINDS, type MessageKind, PROTOCOL_VERSION } from './constants.ts';
import { BODY_SCHEMAS, type Body, type JsonKind } from './messages.ts';
import { protocolError } from './protocol-error.ts';

/** A message as it was received. Frames stay bytes: `decodeFrame` reads them. */
export type Message =
  | { readonly [Kind in JsonKind]: { readonly kind: Kind; readonly body: Body<Kind> } }[JsonKind]
  | { readonly kind: 'frame'; readonly bytes: Uint8Array }
  | { readonly kind: 'ping'; readonly clock: number }
  | { readonly kind: 'pong'; readonly clock: number; readonly answered: number }
  /** A kind of a later version; to be ignored. */
  | { readonly kind: 'unknown'; readonly number: number };

const KIND_OF = new Map<number, MessageKind>(
  Object.entries(MESSAGE_KINDS).map(([kind, number]) => [number, kind as MessageKind]),
);

// Both are in every runtime; the language's own library does not list them.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (label: string, options: { fatal: boolean }) => { decode(bytes: Uint8Array): string };

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

function header(kind: MessageKind, bodyBytes: number): ByteWriter {
  const out = new ByteWriter(HEADER_BYTES + bodyBytes);
  for (const byte of [MAGIC_0, MAGIC_1, PROTOCOL_VERSION, MESSAGE_KINDS[kind]]) out.u8(byte);
  return out;
}

/** A message with a JSON body. The body is not checked: it is the caller's own. */
export function encodeJson<Kind extends JsonKind>(kind: Kind, body: Body<Kind>): Uint8Array {
  const json = encoder.encode(JSON.stringify(body));
  const out = header(kind, json.length);
  out.bytes(json);
  return out.finish();
}

/** @param clock The sender's clock in seconds. */
export function encodePing(clock: number): Uint8Array {
  const out = header('ping', 8);
  out.f64(clock);
  return out.finish();
}

/** @param clock The clock of the ping. @param answered The answerer's own. */
export function encodePong(clock: number, answered: number): Uint8Array {
  const out = header('pong', 16);
  out.f64(clock);
  out.f64(answered);
  return out.finish();
}

/**
 * Reads one whole message.
 *
 * @throws RiglineError `PROTOCOL_NOT_A_MESSAGE`, `PROTOCOL_VERSION`, `PROTOCOL_BAD_BODY`, `PROTOCOL_TRUNCATED`.
 */
export function decodeMessage(bytes: Uint8Array): Message {
  if (bytes.length < HEADER_BYTES || bytes[0] !== MAGIC_0 || bytes[1] !== MAGIC_1) {
    throw protocolError(
      'PROTOCOL_NOT_A_MESSAGE',
      `${bytes.length} bytes do not begin as a message of the live protocol`,
      0,
      'Check that the other program speaks the live protocol of Rigline, and not HTTP or another one.',
    );
  }
  if (bytes[2] !== PROTOCOL_VERSION) {
    throw protocolError(
      'PROTOCOL_VERSION',
      `A message is of version ${bytes[2]}; version ${PROTOCOL_VERSION} is known here`,
      2,
      'Update the older of the two programs.',
    );
  }
  const kind = KIND_OF.get(bytes[3] as number);
  if (kind === undefined) return { kind: 'unknown', number: bytes[3] as number };
  if (kind === 'frame') return { kind, bytes };
  const input = new ByteReader(bytes, HEADER_BYTES);
  if (kind === 'ping') return { kind, clock: input.f64() };
  if (kind === 'pong') return { kind, clock: input.f64(), answered: input.f64() };
  return { kind, body: readBody(kind, bytes.subarray(HEADER_BYTES)) } as Message;
}

function readBody(kind: JsonKind, bytes: Uint8Array): unknown {
  let json: unknown;
  try {
    json = JSON.parse(decoder.decode(bytes));
  } catch {
    throw protocolError('PROTOCOL_BAD_BODY', `The body of "${kind}" is no JSON in UTF-8`, HEADER_BYTES);
  }
  const result = BODY_SCHEMAS[kind].safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') || 'body';
  throw protocolError(
    'PROTOCOL_BAD_BODY',
    `"${kind}": ${where}: ${issue?.message ?? 'not as it must be'}`,
    HEADER_BYTES,
  );
}
