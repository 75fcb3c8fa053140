/** What every version of FBX is turned into before anything gets a meaning: objects, properties, connections. */
import type { FbxFile, FbxRecord, FbxValue } from './record-types.ts';

/** Ids of version 7 and later; older files have `Class::Name` or names made by the reader. */
export type FbxId = number | bigint | string;

/** `P: "Lcl Translation", "Lcl Translation", "", "A", 1, 2, 3`. */
export interface FbxProperty {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  /** `A` animatable, `+` animated, `U` of the user, `H` hidden, `L` locked. */
  readonly flags: string;
  /** What follows the flags. */
  readonly values: readonly FbxValue[];
  readonly at: number;
}

/** Properties of an object; those of the file's template for its class stand behind them. */
export interface FbxProperties {
  /** Its own, in the order of the file. */
  readonly own: readonly FbxProperty[];
  /** Its own property, or the template's. */
  get(name: string): FbxProperty | undefined;
  /** Whether the object itself has it. */
  has(name: string): boolean;
  number(name: string, fallback: number): number;
  boolean(name: string, fallback: boolean): boolean;
  string(name: string, fallback: string): string;
  /** Three numbers; missing ones are those of `fallback`. */
  vector(name: string, fallback: readonly [number, number, number]): [number, number, number];
}

/** An object of the file. */
export interface FbxObject {
  readonly id: FbxId;
  /**
   * Name of its record in version 7: Model, Geometry, NodeAttribute, Deformer, AnimationStack, AnimationLayer,
   * AnimationCurveNode, AnimationCurve, Material, Texture, Video, Pose, Constraint … Objects of older files get the
   * same kinds; what stands in a Model there (geometry, camera, light) becomes objects of their own that share its record.
   */
  readonly kind: string;
  /** Without its class; namespaces are kept. May be empty. */
  readonly name: string;
  /** Third value of the record: Mesh, LimbNode, Camera, Shape, Skin, Cluster, BlendShape, BlendShapeChannel … */
  readonly subtype: string;
  readonly record: FbxRecord;
  readonly properties: FbxProperties;
  readonly at: number;
}

/** `C: "OP", source, destination, "property"`. */
export interface FbxConnection {
  readonly type: 'OO' | 'OP' | 'PO' | 'PP';
  readonly source: FbxObject;
  readonly destination: FbxObject;
  readonly sourceProperty: string;
  /** Property of the destination; empty for `OO` and `PO`. */
  readonly property: string;
  readonly at: number;
}

/** A take of the `Takes` section. */
export interface FbxTakeRecord {
  readonly name: string;
  /** Ticks; undefined where the file does not say. */
  readonly localTime: readonly [number, number] | undefined;
  readonly referenceTime: readonly [number, number] | undefined;
  readonly record: FbxRecord;
}

/** Keys of an AnimationCurve as the file stores them, whatever its version; not yet tangents. */
export interface RawKeys {
  /** Ticks, as stored. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** `KeyAttrFlags` of version 7 for each key. */
  readonly flags: Int32Array;
  /** Four for each key: right slope, left slope of the next key, weights and velocities packed (see `fbx-semantics`). */
  readonly data: Float32Array;
  /**
   * Two for each key: right weight, left weight of the next key, where the file has them unpacked (before version 7).
   * They count instead of the packed ones, where the flags say that a weight counts.
   */
  readonly weights?: Float64Array | undefined;
  readonly defaultValue: number;
  readonly pre: RawExtrapolation;
  readonly post: RawExtrapolation;
}

/** `type`: C constant, R repeat, M mirror, K slope, A relative repeat. `count`: cycles, -1 without end. */
export interface RawExtrapolation {
  readonly type: string;
  readonly count: number;
}

/** A file as objects. */
export interface FbxDocument {
  readonly file: FbxFile;
  readonly creator: string;
  /** Application that saved it: name and version. */
  readonly application: string;
  readonly applicationVersion: string;
  readonly globals: FbxProperties;
  /** 46186158000 or 141120000. */
  readonly ticksPerSecond: number;
  /** In the order of the file. Not the root. */
  readonly objects: readonly FbxObject[];
  /** The object that top models are connected to. */
  readonly root: FbxObject;
  readonly connections: readonly FbxConnection[];
  readonly takes: readonly FbxTakeRecord[];
  find(id: FbxId): FbxObject | undefined;
  /** Connections that end at an object, in the order of the file: its children, attributes, deformers, curves. */
  into(object: FbxObject): readonly FbxConnection[];
  /** Connections that start at an object. */
  from(object: FbxObject): readonly FbxConnection[];
  /** Keys of an AnimationCurve, read when asked for. */
  readKeys(curve: FbxObject): RawKeys;
}
