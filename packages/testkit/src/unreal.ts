/**
 * Stands in for the Remote Control of an Unreal editor: its messages, some functions and properties, and how it refuses.
 * Strict: what is not documented is refused. Source: Unreal's Remote Control references, and reports of its users.
 */
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface StandInOptions {
  readonly port?: number;
  readonly version?: '4.27' | '5.5' | '5.8';
  readonly passphrase?: string;
  /** Milliseconds until a request is answered. */
  readonly delay?: number;
  /** Functions are not allowed, as 5.8 has it at first. */
  readonly denies?: boolean;
}

export interface StandInActor {
  label: string;
  readonly className: string;
  location: { X: number; Y: number; Z: number };
  rotation: { Pitch: number; Yaw: number; Roll: number };
  /** Of its camera component. */
  readonly properties: Record<string, unknown>;
}

type Parameters = Readonly<Record<string, unknown>>;

const LEVEL = '/Game/Maps/Stage.Stage:PersistentLevel';

class Refused extends Error {
  readonly code: number;

  constructor(message: string, code = 400) {
    super(message);
    this.code = code;
  }
}

export class StandInEngine {
  readonly actors: Map<string, StandInActor> = new Map();
  /** Requests as they came, `verb url what`. */
  readonly requests: string[] = [];
  /** The most that waited for an answer at a time. */
  mostOpen = 0;
  #open = 0;
  readonly #options: StandInOptions;
  readonly #server: WebSocketServer;

  private constructor(options: StandInOptions) {
    this.#options = options;
    this.#server = new WebSocketServer({
      host: '127.0.0.1',
      port: options.port ?? 0,
      verifyClient: ({ req }: { req: { headers: Record<string, unknown> } }) => this.#isLetIn(req.headers.passphrase),
    });
    this.#server.on('connection', (socket) =>
      socket.on('message', (data: Buffer) => this.#answer(socket, data.toString())),
    );
  }

  static async start(options: StandInOptions = {}): Promise<StandInEngine> {
    const engine = new StandInEngine(options);
    await new Promise<void>((done, fail) => {
      engine.#server.once('listening', done);
      engine.#server.once('error', fail);
    });
    return engine;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #isLetIn(passphrase: unknown): boolean {
    const wanted = this.#options.passphrase;
    return wanted === undefined || passphrase === createHash('md5').update(wanted).digest('hex');
  }

  async close(): Promise<void> {
    for (const client of this.#server.clients) client.terminate();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  addActor(className: string, label: string): string {
    let number = 0;
    while (this.actors.has(`${LEVEL}.${className}_${number}`)) number++;
    const path = `${LEVEL}.${className}_${number}`;
    const location = { X: 0, Y: 0, Z: 0 };
    this.actors.set(path, {
      label,
      className,
      location,
      rotation: { Pitch: 0, Yaw: 0, Roll: 0 },
      properties: this.#camera(),
    });
    return path;
  }

  byLabel(label: string): StandInActor | undefined {
    return [...this.actors.values()].find((actor) => actor.label === label);
  }

  /** What a camera component of the version has. */
  #camera(): Record<string, unknown> {
    const isOld = this.#options.version === '4.27';
    const offsets = isOld ? {} : { SensorHorizontalOffset: 0, SensorVerticalOffset: 0 };
    return {
      Filmback: { SensorWidth: 23.76, SensorHeight: 13.365, SensorAspectRatio: 1.777778, ...offsets },
      LensSettings: {
        MinFocalLength: 4,
        MaxFocalLength: 1000,
        MinFStop: 1.2,
        MaxFStop: 22,
        MinimumFocusDistance: 15,
        DiaphragmBladeCount: 7,
        ...(isOld ? {} : { SqueezeFactor: 1 }),
      },
      FocusSettings: {
        FocusMethod: 'DoNotOverride',
        ManualFocusDistance: 100000,
        FocusOffset: 0,
        bSmoothFocusChanges: false,
      },
      CurrentFocalLength: 35,
      CurrentAperture: 2.8,
    };
  }

  #answer(socket: WebSocket, text: string): void {
    this.#open++;
    this.mostOpen = Math.max(this.mostOpen, this.#open);
    const { RequestId, Url, Verb, Body } = (JSON.parse(text) as { Parameters: Record<string, unknown> }).Parameters;
    const answer = (code: number, body: unknown): void => {
      this.#open--;
      const message = JSON.stringify({ RequestId: RequestId ?? -1, ResponseCode: code, ResponseBody: body });
      // Answers are binary messages.
      setTimeout(() => socket.send(Buffer.from(message)), this.#options.delay ?? 0);
    };
    try {
      answer(200, this.#handle(`${String(Verb)} ${String(Url)}`, Body as Parameters));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      answer(error.code, { errorMessage: error.message });
    }
  }

  #handle(route: string, body: Parameters): unknown {
    const path = String(body.objectPath);
    if (route === 'PUT /remote/object/call') {
      const name = String(body.functionName);
      this.requests.push(`call ${name} ${path}`);
      return this.#call(path, name, (body.parameters ?? {}) as Parameters);
    }
    if (route === 'PUT /remote/object/property') {
      const name = String(body.propertyName);
      this.requests.push(`${String(body.access)} ${name} ${path}`);
      return this.#property(path, name, body);
    }
    throw new Refused(`Route ${route} could not be found.`, 404);
  }

  #call(path: string, name: string, parameters: Parameters): unknown {
    const { version = '5.5', denies = false } = this.#options;
    const lister =
      version === '4.27'
        ? '/Script/EditorScriptingUtilities.Default__EditorLevelLibrary'
        : '/Script/UnrealEd.Default__EditorActorSubsystem';
    const actor = this.actors.get(path);
    if (path !== lister && !actor) throw new Refused(`Object: ${path} does not exist.`);
    if (denies)
      throw new Refused(`Executing function ${name} on object ${path} is not allowed by remote control settings.`);
    const functions: Readonly<Record<string, () => unknown>> = actor
      ? this.#actorFunctions(path, actor, parameters)
      : this.#levelFunctions(parameters);
    const run = functions[name];
    if (!run) throw new Refused(`Function: ${name} does not exist on object: ${path}.`);
    return run();
  }

  #levelFunctions(parameters: Parameters): Readonly<Record<string, () => unknown>> {
    return {
      GetAllLevelActors: () => ({ ReturnValue: [...this.actors.keys()] }),
      SpawnActorFromClass: () => {
        const className = String(parameters.ActorClass);
        if (!className.startsWith('/Script/')) return { ReturnValue: '' };
        return { ReturnValue: this.addActor(className.slice(className.lastIndexOf('.') + 1), 'new') };
      },
    };
  }

  #actorFunctions(path: string, actor: StandInActor, parameters: Parameters): Readonly<Record<string, () => unknown>> {
    return {
      GetActorLabel: () => ({ ReturnValue: actor.label }),
      SetActorLabel: () => {
        actor.label = String(parameters.NewActorLabel);
        return {};
      },
      K2_SetActorLocationAndRotation: () => {
        // Left out parameters have their defaults.
        actor.location = (parameters.NewLocation ?? { X: 0, Y: 0, Z: 0 }) as StandInActor['location'];
        actor.rotation = (parameters.NewRotation ?? { Pitch: 0, Yaw: 0, Roll: 0 }) as StandInActor['rotation'];
        return { SweepHitResult: {}, ReturnValue: true };
      },
      ...(actor.className === 'CineCameraActor'
        ? { GetCineCameraComponent: () => ({ ReturnValue: `${path}.CameraComponent` }) }
        : {}),
    };
  }

  #property(path: string, name: string, body: Parameters): unknown {
    const actor = this.actors.get(path.replace(/\.CameraComponent$/, ''));
    if (!actor || !path.endsWith('.CameraComponent')) throw new Refused(`Object: ${path} does not exist.`);
    const { properties } = actor;
    if (!(name in properties)) throw new Refused(`Object property: ${name} is unavailable remotely on object: ${path}`);
    if (body.access === 'READ_ACCESS') return { [name]: properties[name] };
    const value = (body.propertyValue as Parameters)[name];
    properties[name] = this.#clamped(name, value, properties);
    return undefined;
  }

  /** The engine clamps to the limits of the lens, and takes no members that it does not have. */
  #clamped(name: string, value: unknown, properties: Record<string, unknown>): unknown {
    const lens = properties.LensSettings as Record<string, number>;
    const clamp = (low: string, high: string): number =>
      Math.min(Math.max(Number(value), lens[low] as number), lens[high] as number);
    if (name === 'CurrentFocalLength') return clamp('MinFocalLength', 'MaxFocalLength');
    if (name === 'CurrentAperture') return clamp('MinFStop', 'MaxFStop');
    if (typeof value !== 'object' || value === null) return value;
    const known = properties[name] as Record<string, unknown>;
    const unknown = Object.keys(value).find((member) => !(member in known));
    if (unknown !== undefined) throw new Refused(`Unable to deserialize property ${name}: unknown member ${unknown}`);
    return { ...known, ...value };
  }
}
