import type { ShotPose } from '@rigline/viewer/shot';
import type { Answers, Call, Failure, FromWorker, OpenedScene, PoseAnswer, SceneSource, ToWorker } from './protocol.ts';

/** What a worker can do; tests give their own. */
export interface Port {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker, transfer: Transferable[]): void;
}

/** How poses have been asked for and answered since the scene was opened. */
export interface PoseStats {
  asked: number;
  evaluated: number;
  /** Asked for and never evaluated, because a newer time was asked for before the worker was free. */
  superseded: number;
}

/** An answer that is a failure, as an error. */
export class SessionError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: SessionError) => void;
}

/**
 * The page's side of the evaluating worker. One pose is evaluated at a time; of the times asked for meanwhile only the
 * newest is kept, and that one is always evaluated: when nothing moves, the pose shown is the pose last asked for.
 */
export class SessionClient {
  readonly #port: Port;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #wanted: { readonly seconds: number; readonly watch: number | undefined } | undefined;
  #isBusy = false;
  #spare: Pick<ShotPose, 'localToWorld' | 'visible'> | undefined;
  readonly stats: PoseStats = { asked: 0, evaluated: 0, superseded: 0 };
  onPose: (answer: PoseAnswer) => void = () => {};
  onFailure: (failure: Failure) => void = () => {};

  constructor(port: Port) {
    this.#port = port;
    port.onmessage = ({ data }) => this.#receive(data);
    port.onerror = (event) => {
      this.#failAll({
        code: 'STUDIO_WORKER_FAILED',
        message: `The evaluating worker stopped: ${event.message || 'it could not be loaded'}`,
        hint: 'Load the page again.',
      });
    };
  }

  open(source: SceneSource): Promise<Answers['open']> {
    return this.#replace({ call: 'open', source }, 'bytes' in source ? [source.bytes] : []);
  }

  /** Opens the open file once more, with another take; null for the stored values. */
  openTake(take: string | null): Promise<Answers['take']> {
    return this.#replace({ call: 'take', take }, []);
  }

  async #replace(call: Call, transfer: Transferable[]): Promise<OpenedScene> {
    this.#wanted = undefined;
    this.#spare = undefined;
    const opened = await this.#call(call, transfer);
    Object.assign(this.stats, { asked: 0, evaluated: 0, superseded: 0 });
    return opened as OpenedScene;
  }

  async inspect(nodeId: number): Promise<Answers['inspect']> {
    return (await this.#call({ call: 'inspect', nodeId }, [])) as Answers['inspect'];
  }

  async set(nodeId: number, path: string, value: string | number | boolean): Promise<void> {
    await this.#call({ call: 'set', nodeId, path, value }, []);
  }

  /** Asks for the pose at a time; `watch` is a node whose values are wanted with it. */
  ask(seconds: number, watch: number | undefined): void {
    this.stats.asked++;
    if (this.#wanted) this.stats.superseded++;
    this.#wanted = { seconds, watch };
    this.#pump();
  }

  /** Gives back a pose that is no longer shown: its memory is used for a later one. */
  recycle(pose: ShotPose): void {
    this.#spare = { localToWorld: pose.localToWorld, visible: pose.visible };
  }

  #pump(): void {
    if (this.#isBusy || !this.#wanted) return;
    const { seconds, watch } = this.#wanted;
    const reuse = this.#spare;
    this.#wanted = undefined;
    this.#spare = undefined;
    this.#isBusy = true;
    const transfer = reuse ? [reuse.localToWorld.buffer as ArrayBuffer, reuse.visible.buffer as ArrayBuffer] : [];
    this.#call({ call: 'pose', seconds, watch, reuse }, transfer)
      .then((answer) => {
        this.stats.evaluated++;
        this.onPose(answer as PoseAnswer);
      })
      .catch((error: unknown) => {
        if (error instanceof SessionError) this.onFailure(error.failure);
        else throw error;
      })
      .finally(() => {
        this.#isBusy = false;
        this.#pump();
      });
  }

  #call(call: Call, transfer: Transferable[]): Promise<Answers[keyof Answers]> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (answer: never) => void, reject });
      this.#port.postMessage({ ...call, id }, transfer);
    });
  }

  #receive(message: FromWorker): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (!waiting) return;
    if ('failure' in message) waiting.reject(new SessionError(message.failure));
    else waiting.resolve(message.answer as never);
  }

  #failAll(failure: Failure): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all) reject(new SessionError(failure));
    this.onFailure(failure);
  }
}
