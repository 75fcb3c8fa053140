import type { RiglineError } from '@rigline/diagnostics';
import { explainRefusal } from './explain-refusal.ts';

/** What a request says and gets. Source: Unreal's Remote Control WebSocket and HTTP references. */
interface Pending {
  readonly resolve: (body: unknown) => void;
  readonly reject: (error: RiglineError) => void;
  readonly what: string;
  readonly cancel: () => void;
}

export interface RemoteControlOptions {
  /** Sends one text message. */
  readonly send: (text: string) => void;
  /** Calls a function after so many seconds, and returns how to prevent that. */
  readonly schedule: (seconds: number, run: () => void) => () => void;
}

/** Seconds that the engine may take to answer; it answers once per picture, and not at all while it loads. */
const PATIENCE = 30;

/**
 * Requests to Unreal's Remote Control over one WebSocket, told apart by their numbers. Each is answered or refused; a
 * refusal is an error that says which setting allows it.
 */
export class RemoteControl {
  readonly #options: RemoteControlOptions;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;

  constructor(options: RemoteControlOptions) {
    this.#options = options;
  }

  /** Requests that wait for their answers. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Calls a function of an object; its return value and out-parameters. */
  call(objectPath: string, functionName: string, parameters: object = {}): Promise<Record<string, unknown>> {
    const body = { objectPath, functionName, parameters, generateTransaction: false };
    return this.#request('/remote/object/call', body, `${functionName} of ${objectPath}`);
  }

  async read(objectPath: string, propertyName: string): Promise<unknown> {
    const body = { objectPath, access: 'READ_ACCESS', propertyName };
    const answer = await this.#request('/remote/object/property', body, `${propertyName} of ${objectPath}`);
    return answer[propertyName];
  }

  /** Sets a property; structures are to be whole. */
  async write(objectPath: string, propertyName: string, value: unknown): Promise<void> {
    const body = { objectPath, access: 'WRITE_ACCESS', propertyName, propertyValue: { [propertyName]: value } };
    await this.#request('/remote/object/property', body, `${propertyName} of ${objectPath}`);
  }

  #request(url: string, body: object, what: string): Promise<Record<string, unknown>> {
    const id = this.#nextId++;
    // Engines differ in where they look for the number: it stands in both places.
    const parameters = { RequestId: id, Url: url, Verb: 'PUT', Body: body };
    return new Promise((resolve, reject) => {
      const cancel = this.#options.schedule(PATIENCE, () => {
        this.#pending.delete(id);
        reject(explainRefusal({ kind: 'silence', what, seconds: PATIENCE }));
      });
      this.#pending.set(id, {
        resolve: (value) => resolve((value ?? {}) as Record<string, unknown>),
        reject,
        what,
        cancel,
      });
      this.#options.send(JSON.stringify({ MessageName: 'http', Id: id, Parameters: parameters }));
    });
  }

  /** A message has come. What is no answer to a request of ours is left alone. */
  receive(text: string): void {
    const answer = parseAnswer(text);
    const pending = answer && this.#pending.get(answer.RequestId);
    if (!answer || !pending) return;
    this.#pending.delete(answer.RequestId);
    pending.cancel();
    const { ResponseCode: code, ResponseBody: body } = answer;
    if (code >= 200 && code < 300) pending.resolve(body);
    else pending.reject(explainRefusal({ kind: 'refused', what: pending.what, code, message: messageOf(body) }));
  }

  /** The connection has ended: nothing that was asked for will be answered. */
  closed(reason: string): void {
    for (const { reject, cancel, what } of this.#pending.values()) {
      cancel();
      reject(explainRefusal({ kind: 'closed', what, reason }));
    }
    this.#pending.clear();
  }
}

interface Answer {
  readonly RequestId: number;
  readonly ResponseCode: number;
  readonly ResponseBody: unknown;
}

function parseAnswer(text: string): Answer | undefined {
  try {
    const answer = JSON.parse(text) as Partial<Answer> | null;
    const isAnswer = typeof answer?.RequestId === 'number' && typeof answer.ResponseCode === 'number';
    return isAnswer ? (answer as Answer) : undefined;
  } catch {
    // Not JSON: some other program listens there. The request ends by itself.
    return undefined;
  }
}

function messageOf(body: unknown): string {
  const { errorMessage } = (typeof body === 'object' && body !== null ? body : {}) as {
    readonly errorMessage?: unknown;
  };
  return typeof errorMessage === 'string' ? errorMessage : JSON.stringify(body ?? '').slice(0, 300);
}
