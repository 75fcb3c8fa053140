import { RiglineError } from '@rigline/diagnostics';
import type { RemoteControl } from './remote-control.ts';

/** Objects whose functions list and make actors, the one of 5.x first. Source: Unreal's Remote Control documentation. */
const ACTOR_OBJECTS = [
  '/Script/UnrealEd.Default__EditorActorSubsystem',
  '/Script/EditorScriptingUtilities.Default__EditorLevelLibrary',
] as const;

/** Actors whose labels are read, at most: each is a request of its own. */
const MOST_LABELS = 2000;

/** What is looked for, and made where it is not there. */
export interface ActorWish {
  readonly label: string;
  /** Class to make it of; undefined for an actor that has to be there. */
  readonly spawnClass: string | undefined;
  /** Actors whose own names have this are looked at; all where it is undefined. */
  readonly nameFilter?: RegExp;
}

/** Finds and makes actors of the level that is open in the editor. */
export class EngineActors {
  readonly #remote: RemoteControl;
  #object: string | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(remote: RemoteControl) {
    this.#remote = remote;
  }

  /** Path of the actor of a label, which is made where there is none; undefined where it may not be made. */
  findOrSpawn(wish: ActorWish): Promise<string | undefined> {
    // One after the other: what one makes, the next is to find.
    const turn = this.#turn.then(() => this.#findOrSpawn(wish));
    this.#turn = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  async #findOrSpawn({ label, spawnClass, nameFilter }: ActorWish): Promise<string | undefined> {
    const found = await this.#find(label, nameFilter);
    if (found !== undefined || spawnClass === undefined) return found;
    return this.#spawn(label, spawnClass);
  }

  async #find(label: string, nameFilter: RegExp | undefined): Promise<string | undefined> {
    const { ReturnValue: all } = await this.#callActors('GetAllLevelActors');
    const paths = Array.isArray(all) ? all.filter((path) => typeof path === 'string') : [];
    const candidates = paths.filter((path) => !nameFilter || nameFilter.test(nameOf(path))).slice(0, MOST_LABELS);
    for (const path of candidates) {
      const { ReturnValue: found } = await this.#remote.call(path, 'GetActorLabel');
      if (found === label) return path;
    }
    return undefined;
  }

  async #spawn(label: string, spawnClass: string): Promise<string | undefined> {
    const at = { ActorClass: spawnClass, Location: { X: 0, Y: 0, Z: 0 }, Rotation: { Pitch: 0, Yaw: 0, Roll: 0 } };
    const { ReturnValue: path } = await this.#callActors('SpawnActorFromClass', at);
    if (typeof path !== 'string' || path === '') return undefined;
    await this.#remote.call(path, 'SetActorLabel', { NewActorLabel: label });
    return path;
  }

  /** Calls the object that this version of the engine has. */
  async #callActors(functionName: string, parameters: object = {}): Promise<Record<string, unknown>> {
    if (this.#object !== undefined) return this.#remote.call(this.#object, functionName, parameters);
    const [newer, older] = ACTOR_OBJECTS;
    try {
      const answer = await this.#remote.call(newer, functionName, parameters);
      this.#object = newer;
      return answer;
    } catch (error) {
      if (!(error instanceof RiglineError) || !/does not exist/.test(error.message)) throw error;
      const answer = await this.#remote.call(older, functionName, parameters);
      this.#object = older;
      return answer;
    }
  }
}

/** `CineCameraActor_3` of `/Game/Maps/Stage.Stage:PersistentLevel.CineCameraActor_3`. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
