/** Records to the scene model: the only layer that gives meaning, converts units and maps enums. */
import type { ProblemLog } from '@rigline/diagnostics';
import { type NodeDeclarations, Scene, type SceneSettings } from '@rigline/scene';
import { MAYA_DECLARATIONS } from '@rigline/scene/maya';
import { readStatements } from './container.ts';
import { reportMa } from './problems.ts';
import type { MaRecord } from './record-types.ts';
import { readRecords } from './records.ts';
import { type OpenReference, ReferenceReader, type ReferenceUse } from './references.ts';
import { SceneBuilder } from './scene-builder.ts';

export interface BuildOptions {
  readonly file: string;
  /** Node types that the scene knows; Maya's by default. */
  readonly declarations?: NodeDeclarations;
  /** Opens referenced files. Without it every reference is missing. */
  readonly openReference?: OpenReference;
  /** Throws `MA_REFERENCE_MISSING` instead of going on without the file. */
  readonly stopAtMissingReference?: boolean;
}

/** Builds the scene of a file record by record; `finish` returns it. */
export class SceneAssembly {
  readonly #builder: SceneBuilder;
  readonly #log: ProblemLog;

  constructor(log: ProblemLog, options: BuildOptions) {
    this.#log = log;
    const scene = new Scene(options.declarations ?? MAYA_DECLARATIONS);
    scene.addNode({ type: 'time', name: 'time1', isDefault: true });
    const references = this.#references(scene, options, [options.file], { count: 0, bytes: 0 });
    this.#builder = new SceneBuilder(scene, log, options.file, references);
  }

  #references(scene: Scene, options: BuildOptions, chain: readonly string[], use: ReferenceUse): ReferenceReader {
    const reader: ReferenceReader = new ReferenceReader(
      {
        open: options.openReference,
        stopAtMissing: options.stopAtMissingReference ?? false,
        use,
        readInto: (content, file, prefix, way) => {
          const inner = this.#references(scene, options, way, use);
          const builder = new SceneBuilder(scene, this.#log, file, inner, prefix);
          for (const record of readRecords(readStatements(content, file, this.#log), this.#log, {
            borrowNumbers: true,
          }))
            builder.apply(record);
          finishReferences(builder);
          for (const reference of inner.list) reader.list.push(reference);
        },
      },
      chain,
    );
    return reader;
  }

  add(record: MaRecord): void {
    this.#builder.apply(record);
  }

  finish(): Scene {
    const { scene } = this.#builder;
    finishReferences(this.#builder);
    numberGroups(scene);
    scene.settings = settingsOf(this.#builder);
    if (scene.hasMorePaths) {
      reportMa(this.#log, 'MA_TOO_MANY_PATHS', {
        message: `The hierarchy has more than ${scene.dagPaths.length} places, or is too deep; the others are left out`,
        at: { file: this.#builder.file },
        hint: 'Look for instances in instances.',
      });
    }
    return scene;
  }
}

/** Gives every `groupId` node a number of its own. Files do not keep it; Maya makes one up as well. */
function numberGroups(scene: Scene): void {
  let next = 1;
  for (const node of scene.nodes) {
    if (node.type === 'groupId') scene.setValue(node, 'groupId', next++);
  }
}

/** Edits of references whose placeholders nothing has asked for still set values. */
function finishReferences(builder: SceneBuilder): void {
  for (const node of builder.referenceNodes) builder.references.applyEdits(builder, node);
}

/** Records to a scene. */
export function buildScene(records: Iterable<MaRecord>, log: ProblemLog, options: BuildOptions): Scene {
  const assembly = new SceneAssembly(log, options);
  for (const record of records) assembly.add(record);
  return assembly.finish();
}

function settingsOf(builder: SceneBuilder): SceneSettings {
  const { scene, units, info } = builder;
  const numberAt = (plug: string, fallback: number): number => {
    const found = scene.findPlug(plug);
    const value = found?.node.values.get(found.path);
    return typeof value === 'number' ? value : fallback;
  };
  const playback = playbackOptions(scene);
  const range: [number, number] = [playback.min ?? 1, playback.max ?? 24];
  const width = numberAt('defaultResolution.w', 960);
  const height = numberAt('defaultResolution.h', 540);
  const aspect = (width / height) * numberAt('defaultResolution.pa', 1);
  return {
    file: builder.file,
    application: info.product ?? info.application ?? 'Maya',
    version: builder.mayaVersion,
    upAxis: 'y',
    unitMetres: units.centimetres / 100,
    linearUnit: units.linear,
    angleUnit: units.angle,
    timeUnit: units.time,
    frameRate: units.frameRate,
    range,
    animationRange: [playback.ast ?? range[0], playback.aet ?? range[1]],
    savedFrame: finiteOr(numberAt('time1.o', 1 / units.frameRate) * units.frameRate, 1),
    renderSize: [width, height],
    deviceAspect: positiveOr(numberAt('defaultResolution.dar', positiveOr(aspect, 16 / 9)), 16 / 9),
    references: builder.references.list,
    info,
    nodeTypes: builder.nodeTypes,
    hasNamedShapes: true,
    takes: [],
    take: undefined,
  };
}

function finiteOr(value: number, fallback: number): number {
  return Number.isFinite(value) ? value : fallback;
}

function positiveOr(value: number, fallback: number): number {
  return value > 0 && Number.isFinite(value) ? value : fallback;
}

const PLAYBACK = /-(min|max|ast|aet)\s+(-?[\d.]+(?:e[-+]?\d+)?)/gi;

/** Numbers of the playback range, read from the text of the script that Maya saves for it; nothing is run. */
function playbackOptions(scene: Scene): Partial<Record<'min' | 'max' | 'ast' | 'aet', number>> {
  const node = scene.findAll('sceneConfigurationScriptNode')[0];
  const text = node?.values.get('before');
  const options: Partial<Record<string, number>> = {};
  if (typeof text !== 'string' || !/playbackOptions/.test(text)) return options;
  for (const match of text.matchAll(PLAYBACK)) {
    const value = Number(match[2]);
    if (Number.isFinite(value)) options[(match[1] as string).toLowerCase()] = value;
  }
  return options;
}
