import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Connect, decodeTake, LiveClient, TakePlayer } from '@rigline/client';
import { openTakeRecorder, type TakeRecorder } from '@rigline/client/node';
import { RiglineError } from '@rigline/diagnostics';
import { encodeJson } from '@rigline/protocol';
import { readFile } from '../open-scene.ts';

export interface TakeShelfOptions {
  readonly folder: string;
  /** To the hub that is recorded from and played to. */
  readonly connect: Connect;
  readonly token?: string | undefined;
}

/** What there is, and what is being done; plain data for the page. */
export interface TakeShelfState {
  readonly folder: string;
  readonly takes: readonly { readonly name: string; readonly bytes: number; readonly changed: number }[];
  readonly recording:
    | { readonly name: string; readonly records: number; readonly bytes: number; readonly lost: number }
    | undefined;
  readonly playing: string | undefined;
}

const EXTENSION = '.take';
/** A name is one of a file in the folder, and of nothing else on any system. */
const NAME = /^[^\\/:*?"<>|]{1,120}$/u;

/** A folder of takes, of which one can be recorded and one played at a time. */
export class TakeShelf {
  readonly #options: TakeShelfOptions;
  readonly #folder: string;
  #recording: { readonly name: string; readonly client: LiveClient; readonly recorder: TakeRecorder } | undefined;
  #playing: { readonly name: string; readonly stop: () => void } | undefined;

  constructor(options: TakeShelfOptions) {
    this.#options = options;
    this.#folder = resolve(options.folder);
  }

  get state(): TakeShelfState {
    return {
      folder: this.#folder,
      takes: listTakes(this.#folder),
      recording: this.#recording && { name: this.#recording.name, ...this.#recording.recorder.status },
      playing: this.#playing?.name,
    };
  }

  /**
   * Path of a take that is there.
   *
   * @throws RiglineError `CLI_NO_TAKE_FILE`.
   */
  pathOf(name: string): string {
    if (listTakes(this.#folder).some((take) => take.name === name)) return join(this.#folder, name);
    throw new RiglineError({
      code: 'CLI_NO_TAKE_FILE',
      message: `There is no take "${name}"`,
      hint: 'Choose one of the list.',
    });
  }

  /**
   * Begins to record everything that is live into a new file.
   *
   * @param wanted Its name without the extension; made up from the time where it is empty.
   * @throws RiglineError `CLI_CANNOT_RECORD`.
   */
  record(wanted: string): void {
    if (this.#recording) throw cannotRecord(`"${this.#recording.name}" is being recorded`, 'Stop it first.');
    const name = this.#freeName(wanted.trim() || `take ${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`);
    let recorder: TakeRecorder;
    try {
      mkdirSync(this.#folder, { recursive: true });
      recorder = openTakeRecorder(join(this.#folder, name));
    } catch (error) {
      throw cannotRecord(error instanceof Error ? error.message : String(error), 'Choose another folder with --takes.');
    }
    const client = new LiveClient({
      connect: this.#options.connect,
      hello: { role: 'receiver', name: `record ${name}`, application: 'rigline', ...this.#token() },
      events: {
        described: ({ description }) => recorder.record(encodeJson('describe', description)),
        dropped: ({ description: { source, subject } }) => recorder.record(encodeJson('drop', { source, subject })),
        frame: (_, __, bytes) => recorder.record(bytes),
      },
    });
    this.#recording = { name, client, recorder };
  }

  #token(): { readonly token?: string } {
    const { token } = this.#options;
    return token === undefined ? {} : { token };
  }

  #freeName(wanted: string): string {
    const base = wanted.endsWith(EXTENSION) ? wanted.slice(0, -EXTENSION.length) : wanted;
    if (!NAME.test(base) || base.startsWith('.')) {
      throw cannotRecord(`"${wanted}" is no name of a file`, 'Use letters, digits, blanks, points and dashes.');
    }
    const taken = new Set(listTakes(this.#folder).map(({ name }) => name.toLowerCase()));
    let name = `${base}${EXTENSION}`;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${base} ${n}${EXTENSION}`;
    return name;
  }

  stop(): void {
    const recording = this.#recording;
    this.#recording = undefined;
    recording?.client.close();
    recording?.recorder.close();
  }

  /** Streams a take to the hub, again and again, until `stopPlaying`. */
  play(name: string): void {
    const bytes = readFile(this.pathOf(name));
    this.stopPlaying();
    let timer: NodeJS.Timeout | undefined;
    let player: TakePlayer | undefined;
    const client = new LiveClient({
      connect: this.#options.connect,
      hello: { role: 'sender', name, application: 'rigline', ...this.#token() },
      events: {
        welcome: () => {
          // Once: a connection that comes back goes on where the take is.
          if (player) return;
          player = new TakePlayer(decodeTake(bytes).records, client);
          timer = startPlaying(player);
        },
      },
    });
    this.#playing = {
      name,
      stop: () => {
        clearInterval(timer);
        client.close();
      },
    };
  }

  stopPlaying(): void {
    this.#playing?.stop();
    this.#playing = undefined;
  }

  /** @throws RiglineError `CLI_NO_TAKE_FILE`. */
  delete(name: string): void {
    const path = this.pathOf(name);
    if (this.#recording?.name === name) this.stop();
    if (this.#playing?.name === name) this.stopPlaying();
    rmSync(path);
  }

  close(): void {
    this.stop();
    this.stopPlaying();
  }
}

/** Milliseconds between two looks at what is due. */
const STEP_MS = 4;

function startPlaying(player: TakePlayer): NodeJS.Timeout {
  let start = performance.now();
  return setInterval(() => {
    player.playTo((performance.now() - start) / 1000);
    if (!player.isAtEnd) return;
    player.rewind();
    start = performance.now();
  }, STEP_MS);
}

function listTakes(folder: string): TakeShelfState['takes'] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    // Nothing was recorded yet.
    return [];
  }
  return names
    .filter((name) => name.endsWith(EXTENSION))
    .flatMap((name) => {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      return stats?.isFile() ? [{ name, bytes: stats.size, changed: stats.mtimeMs }] : [];
    })
    .sort((a, b) => b.changed - a.changed || a.name.localeCompare(b.name));
}

function cannotRecord(message: string, hint: string): RiglineError {
  return new RiglineError({ code: 'CLI_CANNOT_RECORD', message, hint });
}
