import { Graph, NODE_TYPES } from '@rigline/evaluate';
import { getSpace, type SpaceConversion, spaceConversion, withUnit } from '@rigline/math';
import type { DagPath, Scene } from '@rigline/scene';
import type {
  ExportCamera,
  ExportClip,
  ExportLight,
  ExportMesh,
  ExportNode,
  ExportScene,
  ExportSkin,
} from '@rigline/scene/export';
import { readerOfCamera } from './build/export-cameras.ts';
import { readLight } from './build/export-lights.ts';
import { LocalTransforms } from './build/local-transforms.ts';
import { MaterialList } from './build/materials.ts';
import { type BuiltMesh, buildMesh, type MeshContext } from './build/meshes.ts';
import { type PlannedNode, planNodes } from './build/plan-nodes.ts';
import { UniqueNames } from './build/unique-names.ts';
import { type NodeReaders, sampleClip } from './clip/sample-clip.ts';
import { type ExportOptions, framesOf, nameOf } from './options.ts';
import { ExportReport } from './report.ts';

/** Where an export goes. */
export interface ExportTargetSpace {
  /** Id of a space of `@rigline/math`. */
  readonly space: string;
  /** By default that of the space. */
  readonly metresPerUnit?: number;
}

export interface BuiltExport {
  readonly scene: ExportScene;
  readonly report: ExportReport;
}

/**
 * Brings a scene into the terms of a target: nodes, meshes with their deformers as data, cameras, lights, and one clip.
 *
 * @throws RiglineError `CONVERT_BAD_RANGE`. RangeError for an unknown space.
 */
export function buildExport(scene: Scene, target: ExportTargetSpace, options: ExportOptions = {}): BuiltExport {
  const graph = new Graph(scene, NODE_TYPES);
  try {
    return new ExportBuilder(graph, target, options).build();
  } finally {
    graph.dispose();
  }
}

/** The space of a scene's evaluated values: centimetres, with the axes of its file. */
function sourceSpace(scene: Scene): string {
  return scene.settings.upAxis === 'z' ? 'maya-z' : 'maya';
}

class ExportBuilder {
  readonly #graph: Graph;
  readonly #options: ExportOptions;
  readonly #conversion: SpaceConversion;
  readonly #report = new ExportReport();
  readonly #nodes: PlannedNode[];
  readonly #numbers: ReadonlyMap<DagPath, number>;
  readonly #frames: readonly number[];
  readonly #space: string;
  readonly #meshes: BuiltMesh[] = [];
  readonly #cameras: ExportCamera[] = [];
  readonly #lights: ExportLight[] = [];
  readonly #materials: MaterialList;

  constructor(graph: Graph, target: ExportTargetSpace, options: ExportOptions) {
    this.#graph = graph;
    this.#options = options;
    this.#space = target.space;
    const to = getSpace(target.space);
    const source = withUnit(getSpace(sourceSpace(graph.scene)), 0.01);
    this.#conversion = spaceConversion(source, target.metresPerUnit ? withUnit(to, target.metresPerUnit) : to);
    this.#frames = framesOf(options, graph.scene.settings);
    this.#materials = new MaterialList(this.#report);
    graph.setFrame(options.restFrame ?? this.#frames[0] ?? graph.scene.settings.range[0]);
    const { nodes, numbers } = planNodes(graph, this.#frames, options, this.#report);
    this.#nodes = nodes;
    this.#numbers = numbers;
  }

  build(): BuiltExport {
    const { scene } = this.#graph;
    const readers: NodeReaders[] = [];
    const attached = this.#attachShapes(readers);
    const locals = new LocalTransforms(this.#conversion, this.#nodes);
    const nodes = this.#nodes.map((planned, number): ExportNode => {
      const { translate, rotate, scale } = locals.read(number);
      const { name, source, parent, isJoint } = planned;
      return {
        name,
        ...(source === undefined ? {} : { source }),
        parent,
        isJoint,
        isVisible: planned.isShown(),
        translate,
        rotate,
        scale,
        ...attached[number],
      };
    });
    const name = this.#options.name ?? nameOf(scene);
    return {
      scene: {
        name,
        space: this.#space,
        metresPerUnit: this.#conversion.to.metresPerUnit,
        frameRate: scene.settings.frameRate,
        nodes,
        meshes: this.#meshes.map(({ mesh }): ExportMesh => mesh),
        skins: this.#meshes.flatMap(({ skin }): ExportSkin[] => (skin ? [skin] : [])),
        cameras: this.#cameras,
        lights: this.#lights,
        materials: this.#materials.materials,
        clips: this.#clips(nodes, locals, readers, name),
      },
      report: this.#report,
    };
  }

  #clips(
    nodes: readonly ExportNode[],
    locals: LocalTransforms,
    readers: readonly NodeReaders[],
    name: string,
  ): ExportClip[] {
    if (this.#frames.length === 0) return [];
    const clip = sampleClip({
      graph: this.#graph,
      planned: this.#nodes,
      nodes,
      locals,
      readers,
      frames: this.#frames,
      options: this.#options,
      report: this.#report,
      metresPerUnit: this.#conversion.to.metresPerUnit,
      name: this.#options.clipName ?? this.#graph.scene.settings.take ?? name,
    });
    return clip.tracks.length > 0 ? [clip] : [];
  }

  /** Meshes, cameras and lights by node. Skins may add nodes. */
  #attachShapes(readers: NodeReaders[]): Partial<Pick<ExportNode, 'mesh' | 'skin' | 'camera' | 'light'>>[] {
    const attached: { mesh?: number; skin?: number; camera?: number; light?: number }[] = [];
    const context = this.#meshContext();
    const builtOf = new Map<unknown, { readonly mesh: number; readonly skin: number | undefined }>();
    let skins = 0;
    // Nodes that skins add have no shapes.
    const count = this.#nodes.length;
    for (let number = 0; number < count; number++) {
      const own: (typeof attached)[number] = {};
      const reader: NodeReaders = {};
      for (const shape of (this.#nodes[number] as PlannedNode).shapes) {
        const { place } = shape;
        if (place.node.isA('camera')) {
          reader.camera = readerOfCamera(this.#graph, place, this.#conversion);
          own.camera = this.#cameras.push(reader.camera()) - 1;
        } else if (place.node.isA('mesh')) {
          if (own.mesh !== undefined) {
            const reason = 'the node has another mesh already';
            this.#report.add({ verdict: 'dropped', subject: place.path, what: 'mesh', reason });
            continue;
          }
          // Instances share a mesh that no skin and no place of its own makes different.
          const known = shape.toNode ? undefined : builtOf.get(place.node);
          const built = known ? undefined : buildMesh(context, shape);
          if (!known && !built) continue;
          if (built) {
            const mesh = this.#meshes.push(built) - 1;
            const skin = built.skin ? skins++ : undefined;
            own.mesh = mesh;
            if (skin !== undefined) own.skin = skin;
            if (!shape.toNode && skin === undefined) builtOf.set(place.node, { mesh, skin });
          } else if (known) own.mesh = known.mesh;
          const { mesh, readWeights } = this.#meshes[own.mesh as number] as BuiltMesh;
          if (mesh.targets.length > 0) reader.weights = { count: mesh.targets.length, read: readWeights };
        } else {
          const light = readLight(this.#graph, place, this.#report);
          if (light) own.light = this.#lights.push(light) - 1;
        }
      }
      attached[number] = own;
      readers[number] = reader;
    }
    return attached;
  }

  #meshContext(): MeshContext {
    const { frameRate } = this.#graph.scene.settings;
    const frames = this.#frames.length > 0 ? this.#frames : [this.#graph.seconds * frameRate];
    const probed = [0, 0.25, 0.5, 0.75, 1].map((u) => frames[Math.round(u * (frames.length - 1))] as number);
    const names = new UniqueNames();
    for (const { name } of this.#nodes) names.take(name);
    return {
      graph: this.#graph,
      conversion: this.#conversion,
      report: this.#report,
      materials: this.#materials,
      nodes: this.#nodes,
      names,
      nodeOf: (place: DagPath) => this.#numbers.get(place),
      probeTimes: [...new Set(probed)].map((frame) => frame / frameRate),
    };
  }
}
