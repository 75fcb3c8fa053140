/** What the builders of the FBX scene share. */
import type { Place, ProblemLog } from '@rigline/diagnostics';
import type { NodeDeclarations, PlugRef, Scene, SceneNode } from '@rigline/scene';
import type { FbxDocument, FbxObject } from './document-types.ts';
import type { AnimatedPlug } from './property-plugs.ts';
import type { Inflate } from './record-types.ts';

export interface FbxOptions {
  readonly file: string;
  /** Name of the take that is put into the scene, by default the first one; null for the stored values alone. */
  readonly take?: string | null;
  /** `live`: constraints drive their nodes, in place of what is stored or keyed there. `baked` by default. */
  readonly constraints?: 'baked' | 'live';
  /** Inflates compressed arrays; by default a decoder of this package. */
  readonly inflate?: Inflate;
  /** Node types that the scene knows; Maya's and those of FBX by default. */
  readonly declarations?: NodeDeclarations;
}

/** A take of the file: an AnimationStack with its layers, lowest first. */
export interface FbxTake {
  readonly name: string;
  /** First and last second. */
  readonly range: readonly [number, number];
  readonly stack: FbxObject;
  readonly layers: readonly FbxObject[];
}

/** What every builder works on. Builders run in the order of `buildFbxScene` and fill the maps. */
export interface FbxSceneContext {
  readonly document: FbxDocument;
  readonly scene: Scene;
  readonly log: ProblemLog;
  readonly options: FbxOptions;
  /** Centimetres per unit of the file: lengths are multiplied by it when they are read. */
  readonly unit: number;
  readonly takes: readonly FbxTake[];
  /** The take that is put into the scene, if any. */
  readonly take: FbxTake | undefined;
  /** Transforms by their Model. */
  readonly nodeOf: Map<FbxObject, SceneNode>;
  /** Shapes by their Geometry or NodeAttribute. */
  readonly shapeOf: Map<FbxObject, SceneNode>;
  /** Weights by their BlendShapeChannel. */
  readonly morphOf: Map<FbxObject, PlugRef>;
  /** Animatable plugs of other objects (constraints, materials) by the name of the property. */
  readonly plugsOf: Map<FbxObject, Map<string, AnimatedPlug>>;
  /** Where an object stands: its byte, and the path of its node where it has one. */
  place(object: FbxObject): Place;
}
