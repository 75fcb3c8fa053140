import type { RemoteSubject } from '@rigline/client';
import { RiglineError } from '@rigline/diagnostics';
import { type Quat, rotatorFromQuat } from '@rigline/math';
import type { NoticeInput } from '../notices.ts';
import { type CameraProperties, cameraProperties } from './camera-properties.ts';
import { EngineActors } from './engine-actors.ts';
import type { RemoteControl } from './remote-control.ts';

export interface UnrealBridgeOptions {
  /** Updates of a subject per second at most: the engine answers once per picture. */
  readonly rate?: number;
  /** Width by height of the picture; by default the shape of the film of each camera. */
  readonly aspect?: number;
  /** Makes actors for subjects other than cameras where the level has none of their names. */
  readonly spawnsProps?: boolean;
  /** Seconds; only differences count. */
  readonly clock: () => number;
  readonly onNotice?: (notice: NoticeInput) => void;
}

export const UNREAL_BRIDGE_DEFAULTS: { readonly rate: number } = { rate: 30 };

const CAMERA_CLASS = '/Script/CinematicCamera.CineCameraActor';
const PROP_CLASS = '/Script/Engine.TargetPoint';

/** A subject as the engine has it. */
interface Follower {
  readonly subject: RemoteSubject;
  actor: string | undefined;
  component: string | undefined;
  /** What was written last, by property. */
  readonly written: Map<string, string>;
  /** Structures as the engine has them: what we do not know of them stays. */
  readonly structures: Map<string, Record<string, unknown>>;
  /** Properties that this version does not have. */
  readonly missing: Set<string>;
  isBusy: boolean;
  isDirty: boolean;
  hasFailed: boolean;
  nextAt: number;
}

/**
 * Moves actors of Unreal after live subjects in Unreal's space. Each subject has one update under way at most, of its
 * newest values: nothing piles up while the engine is slow.
 */
export class UnrealBridge {
  readonly #remote: RemoteControl;
  readonly #options: UnrealBridgeOptions;
  readonly #actors: EngineActors;
  /** By source and number of the subject. */
  readonly #followers = new Map<string, Follower>();

  constructor(remote: RemoteControl, options: UnrealBridgeOptions) {
    this.#remote = remote;
    this.#options = options;
    this.#actors = new EngineActors(remote);
  }

  /** Labels of the actors that are moved. */
  get moved(): readonly string[] {
    return [...this.#followers.values()].filter(({ actor }) => actor).map(({ subject }) => subject.description.name);
  }

  /** A subject is there, or has new values. */
  touch(subject: RemoteSubject): void {
    const { role, nodes } = subject.description;
    if (nodes.length === 0 || role === 'skeleton' || role === 'face') {
      this.#tell({
        code: 'BRIDGE_NOT_IN_PROTOCOL',
        group: role,
        message: `Remote Control moves no ${role}s`,
        hint: 'Use the Live Link plugin, or a file.',
      });
      return;
    }
    const known = this.#followers.get(keyOf(subject));
    // A subject that is described anew is another object.
    const follower = known?.subject === subject ? known : this.#follow(subject, known);
    follower.isDirty = true;
  }

  #follow(subject: RemoteSubject, before: Follower | undefined): Follower {
    const isSame = before?.subject.description.name === subject.description.name;
    const follower: Follower = {
      subject,
      actor: isSame ? before?.actor : undefined,
      component: isSame ? before?.component : undefined,
      written: new Map(),
      structures: new Map(),
      missing: new Set(),
      isBusy: false,
      isDirty: true,
      hasFailed: false,
      nextAt: 0,
    };
    this.#followers.set(keyOf(subject), follower);
    return follower;
  }

  /** A subject is gone; its actor stays where it is. */
  forget(subject: RemoteSubject): void {
    this.#followers.delete(keyOf(subject));
  }

  /** To be called a few times per picture: begins the updates that are due. */
  tick(): void {
    const now = this.#options.clock();
    const interval = 1 / (this.#options.rate ?? UNREAL_BRIDGE_DEFAULTS.rate);
    for (const follower of this.#followers.values()) {
      if (follower.isBusy || !follower.isDirty || follower.hasFailed || now < follower.nextAt) continue;
      follower.isBusy = true;
      follower.isDirty = false;
      follower.nextAt = now + interval;
      this.#update(follower).then(
        () => {
          follower.isBusy = false;
        },
        (error: unknown) => {
          follower.isBusy = false;
          this.#fail(follower, error);
        },
      );
    }
  }

  async #update(follower: Follower): Promise<void> {
    if (follower.actor === undefined && !(await this.#prepare(follower))) return;
    const { subject } = follower;
    const moves = [this.#move(follower)];
    if (subject.description.role === 'camera') moves.push(this.#setLens(follower));
    await Promise.all(moves);
  }

  /** Finds or makes the actor. False where there is none, and none may be made. */
  async #prepare(follower: Follower): Promise<boolean> {
    const { name, role } = follower.subject.description;
    const isCamera = role === 'camera';
    const spawnClass = isCamera ? CAMERA_CLASS : this.#options.spawnsProps ? PROP_CLASS : undefined;
    const filter = isCamera ? { nameFilter: /camera/i } : {};
    follower.actor = await this.#actors.findOrSpawn({ label: name, spawnClass, ...filter });
    if (follower.actor === undefined) {
      follower.hasFailed = true;
      const hint = 'Give an actor of the level this label, or let it be made with --spawn.';
      this.#tell({ code: 'BRIDGE_NO_ACTOR', group: name, message: `The level has no actor "${name}"`, hint });
      return false;
    }
    if (isCamera) {
      const { ReturnValue: component } = await this.#remote.call(follower.actor, 'GetCineCameraComponent');
      follower.component = typeof component === 'string' ? component : undefined;
    }
    return true;
  }

  async #move({ subject: { state }, actor, written }: Follower): Promise<void> {
    const [X, Y, Z] = state.translations as unknown as [number, number, number];
    const { pitch, yaw, roll } = rotatorFromQuat([...state.rotations.subarray(0, 4)] as Quat);
    const parameters = {
      NewLocation: { X, Y, Z },
      NewRotation: { Pitch: pitch, Yaw: yaw, Roll: roll },
      bSweep: false,
      bTeleport: true,
    };
    const text = JSON.stringify(parameters);
    if (written.get('transform') === text || actor === undefined) return;
    await this.#remote.call(actor, 'K2_SetActorLocationAndRotation', parameters);
    written.set('transform', text);
  }

  /** Sets what has changed of the lens, one property after the other: limits come first. */
  async #setLens(follower: Follower): Promise<void> {
    const properties = cameraProperties(follower.subject, this.#options.aspect);
    for (const name of Object.keys(properties) as (keyof CameraProperties)[]) {
      const value = properties[name];
      const text = JSON.stringify(value);
      if (follower.written.get(name) === text || follower.missing.has(name)) continue;
      await this.#setProperty(follower, name, value);
      follower.written.set(name, text);
    }
  }

  async #setProperty(
    { component, structures, missing, subject }: Follower,
    name: string,
    value: unknown,
  ): Promise<void> {
    if (component === undefined) return;
    if (typeof value !== 'object' || value === null) {
      await this.#remote.write(component, name, value);
      return;
    }
    let structure = structures.get(name);
    if (!structure) {
      structure = { ...((await this.#remote.read(component, name)) as Record<string, unknown>) };
      structures.set(name, structure);
      const unknown = Object.keys(value).filter((member) => !(member in (structure as object)));
      for (const member of unknown) this.#tellMissing(subject, member, (value as Record<string, unknown>)[member]);
      if (unknown.length === Object.keys(value).length) missing.add(name);
    }
    // Only members that this version has: others would make it refuse the whole.
    for (const [member, part] of Object.entries(value)) if (member in structure) structure[member] = part;
    await this.#remote.write(component, name, structure);
  }

  /** A member that the engine lacks matters where it is not at its default. */
  #tellMissing({ description }: RemoteSubject, member: string, value: unknown): void {
    if (value === 0 || (member === 'SqueezeFactor' && value === 1)) return;
    this.#tell({
      code: 'BRIDGE_NOT_IN_PROTOCOL',
      group: member,
      message: `This version of the engine has no ${member}; "${description.name}" has ${String(value)}`,
      hint: 'The picture differs by that; use a newer version, or leave the offset out.',
    });
  }

  #fail(follower: Follower, error: unknown): void {
    if (!(error instanceof RiglineError)) throw error;
    const { code, message, hint } = error;
    const isGone = /does not exist/.test(message);
    // An actor that was deleted is looked for anew; what is not allowed is not asked for again and again.
    if (isGone && follower.actor !== undefined) {
      follower.actor = undefined;
      follower.written.clear();
      follower.structures.clear();
      follower.isDirty = true;
    } else if (code === 'BRIDGE_ENGINE_REFUSES') follower.hasFailed = true;
    else follower.isDirty = true;
    // That the connection has ended is told by whoever has it.
    if (code === 'BRIDGE_ENGINE_AWAY') return;
    this.#tell({ code: code as NoticeInput['code'], group: code, message, ...(hint ? { hint } : {}) });
  }

  #tell(notice: NoticeInput): void {
    this.#options.onNotice?.(notice);
  }
}

function keyOf({ description: { source, subject } }: RemoteSubject): string {
  return `${source}/${subject}`;
}
