/**
 * What a Maya ASCII file says, statement by statement, before any meaning is given to it: no units converted, no names
 * looked up, no defaults filled in. Flags are named by their long names.
 */

/** Numbers as written; words (`yes no on off true false`) are 1 and 0. Long lists are a `Float64Array`. */
export type MaNumbers = readonly number[] | Float64Array;

/** The faces of a mesh, flat. A loop is an outline or a hole; the loops of one face follow each other. */
export interface MaPolyFaces {
  readonly faceCount: number;
  /** First loop of each face, and after the last face the number of loops. Further loops of a face are holes. */
  readonly faceLoops: Int32Array;
  /** First entry in `edges` of each loop, and the end of the last. */
  readonly loopStarts: Int32Array;
  /** Signed edges: `-e - 1` is edge `e` walked backwards. */
  readonly edges: Int32Array;
  readonly uvSets: readonly MaFaceAttribute[];
  readonly colorSets: readonly MaFaceAttribute[];
}

/** UV or colour indices per face corner, of one set. Loops without an entry have none. */
export interface MaFaceAttribute {
  readonly set: number;
  /** The loop of each entry (for `mf`, `mh` and `fc`, the forms without a set, too; their set is 0). */
  readonly loops: Int32Array;
  /** First id of each entry, and the end of the last. */
  readonly starts: Int32Array;
  readonly ids: Int32Array;
}

/** A local transform of a bind pose. Units: internal (centimetres, radians). Source: setAttr, type "matrix", "xform". */
export interface MaXform {
  readonly scale: readonly number[];
  /** Radians, in `rotateOrder`. */
  readonly rotate: readonly number[];
  /** 0 to 5: xyz yzx zxy xzy yxz zyx. */
  readonly rotateOrder: number;
  readonly translate: readonly number[];
  readonly shear: readonly number[];
  readonly scalePivot: readonly number[];
  readonly scalePivotTranslate: readonly number[];
  readonly rotatePivot: readonly number[];
  readonly rotatePivotTranslate: readonly number[];
  /** Quaternion x y z w. */
  readonly rotateOrientation: readonly number[];
  /** Quaternion x y z w. */
  readonly jointOrientation: readonly number[];
  readonly inverseParentScale: readonly number[];
  readonly compensateForParentScale: boolean;
}

export interface MaNurbsCurve {
  readonly degree: number;
  readonly spans: number;
  /** 0 open, 1 closed, 2 periodic. */
  readonly form: number;
  readonly rational: boolean;
  /** Numbers per point without the weight. */
  readonly dimension: number;
  readonly knots: MaNumbers;
  /** Numbers per control point in `points`: the dimension, and one more when rational. */
  readonly stride: number;
  readonly points: MaNumbers;
}

export interface MaNurbsSurface {
  readonly degreeU: number;
  readonly degreeV: number;
  readonly formU: number;
  readonly formV: number;
  readonly rational: boolean;
  readonly knotsU: MaNumbers;
  readonly knotsV: MaNumbers;
  /** 3, or 4 when rational. */
  readonly stride: number;
  readonly points: MaNumbers;
  /** Whatever follows the points (trim data), as written. */
  readonly rest: string;
}

/** The values of a setAttr by their form. */
export type MaValues =
  /** No value: the statement only changes flags or states a size. */
  | { readonly form: 'none' }
  /** Plain numbers, short tuples, matrices (16 each), number arrays (without their count). */
  | { readonly form: 'numbers'; readonly numbers: MaNumbers }
  /** `string` (one, as a rule), `stringArray`, `componentList`. */
  | { readonly form: 'strings'; readonly strings: readonly string[] }
  /** `matrix` written as transform records, one per element. */
  | { readonly form: 'xforms'; readonly xforms: readonly MaXform[] }
  | { readonly form: 'polyFaces'; readonly faces: MaPolyFaces }
  | { readonly form: 'nurbsCurve'; readonly curve: MaNurbsCurve }
  | { readonly form: 'nurbsSurface'; readonly surface: MaNurbsSurface }
  /** `attributeAlias`: alias and attribute, such as `smile` and `weight[0]`. */
  | { readonly form: 'aliases'; readonly pairs: readonly (readonly [alias: string, attribute: string])[] }
  /** `dataPolyComponent`: `width` values for each index. */
  | {
      readonly form: 'polyComponent';
      /** `Edge`, `Vertex`, `Face`, `UV`. */
      readonly component: string;
      readonly indices: MaNumbers;
      readonly width: number;
      readonly values: MaNumbers;
    }
  /** `mesh`: words and numbers in order. */
  | { readonly form: 'tokens'; readonly tokens: readonly (string | number)[] }
  /** Everything else, as written. */
  | { readonly form: 'raw'; readonly text: string };

export interface MaSetAttrFlags {
  readonly keyable?: boolean;
  readonly locked?: boolean;
  readonly channelBox?: boolean;
  readonly caching?: boolean;
  /** Size of the array as stated; nothing is allocated by it. */
  readonly size?: number;
  readonly capacityHint?: number;
  readonly altered?: boolean;
  readonly clamp?: boolean;
}

export interface MaSetAttr {
  readonly kind: 'setAttr';
  readonly line: number;
  /** Node as written before the first `.`; undefined for the current node. */
  readonly node: string | undefined;
  /** Attribute path as written, without the leading dot: `t`, `ktv[0:3]`, `it[0].itg[1].iti[6000].ipt`. */
  readonly name: string;
  readonly flags: MaSetAttrFlags;
  readonly dataType: string | undefined;
  readonly values: MaValues;
}

export interface MaAddAttr {
  readonly kind: 'addAttr';
  readonly line: number;
  /** Nodes named in the statement; as a rule none (the current node). */
  readonly nodes: readonly string[];
  /** Empty when the statement gives no such name. */
  readonly longName: string;
  readonly shortName: string;
  readonly niceName?: string;
  readonly attributeType?: string;
  readonly dataTypes: readonly string[];
  readonly defaultValue?: number;
  readonly min?: number;
  readonly max?: number;
  readonly softMin?: number;
  readonly softMax?: number;
  readonly parent?: string;
  readonly numberOfChildren?: number;
  readonly multi: boolean;
  readonly indexMatters?: boolean;
  /** As written: `A:B=5:C`. */
  readonly enumNames?: string;
  readonly categories: readonly string[];
  readonly keyable?: boolean;
  readonly hidden?: boolean;
  readonly readable?: boolean;
  readonly writable?: boolean;
  readonly storable?: boolean;
  readonly cachedInternally?: boolean;
  readonly internalSet?: boolean;
  readonly usedAsColor?: boolean;
  readonly usedAsFilename?: boolean;
  readonly usedAsProxy?: boolean;
  readonly proxy?: string;
  readonly disconnectBehaviour?: number;
}

export interface MaFile {
  readonly kind: 'file';
  readonly line: number;
  /** Path as written, with variables and `//`. Empty when absent. */
  readonly path: string;
  /** `-r`: load the file. */
  readonly reference: boolean;
  /** `-rdi`: depth of a declared (not loaded) reference. */
  readonly referenceDepth?: number;
  readonly deferred: boolean;
  readonly namespace?: string;
  readonly referenceNode?: string;
  readonly fileType?: string;
  readonly options?: string;
  readonly renamingPrefix?: string;
}

export type MaRecord =
  | {
      readonly kind: 'requires';
      readonly line: number;
      readonly product: string;
      readonly version: string;
      readonly nodeTypes: readonly string[];
      readonly dataTypes: readonly string[];
    }
  | {
      readonly kind: 'currentUnit';
      readonly line: number;
      readonly linear?: string;
      readonly angle?: string;
      readonly time?: string;
    }
  | { readonly kind: 'fileInfo'; readonly line: number; readonly key: string; readonly value: string }
  | MaFile
  | {
      readonly kind: 'createNode';
      readonly line: number;
      readonly type: string;
      readonly name: string | undefined;
      readonly parent: string | undefined;
      readonly shared: boolean;
      readonly skipSelect: boolean;
    }
  | {
      readonly kind: 'rename';
      readonly line: number;
      readonly uuid: string | undefined;
      /** Old and new name, or the new name of the current node; empty in the usual `rename -uid`. */
      readonly names: readonly string[];
    }
  | {
      readonly kind: 'select';
      readonly line: number;
      readonly names: readonly string[];
      readonly noExpand: boolean;
      readonly mode: 'replace' | 'add' | 'deselect' | 'toggle' | 'clear';
    }
  | MaSetAttr
  | MaAddAttr
  | {
      readonly kind: 'connectAttr';
      readonly line: number;
      readonly source: string;
      readonly destination: string;
      readonly nextAvailable: boolean;
      readonly lock?: boolean;
    }
  | {
      readonly kind: 'disconnectAttr';
      readonly line: number;
      readonly source: string;
      readonly destination: string;
      readonly nextAvailable: boolean;
    }
  | {
      readonly kind: 'deleteAttr';
      readonly line: number;
      readonly nodes: readonly string[];
      readonly attribute: string | undefined;
    }
  | {
      readonly kind: 'aliasAttr';
      readonly line: number;
      /** Alias and plug; for a removal the plug alone. */
      readonly names: readonly string[];
      readonly remove: boolean;
    }
  | {
      readonly kind: 'parent';
      readonly line: number;
      /** Children, then the parent (not with `world`). */
      readonly names: readonly string[];
      readonly shape: boolean;
      readonly relative: boolean;
      readonly noConnections: boolean;
      /** Adds an instance instead of moving. */
      readonly add: boolean;
      readonly world: boolean;
      readonly remove: boolean;
    }
  | {
      readonly kind: 'lockNode';
      readonly line: number;
      readonly names: readonly string[];
      readonly lock?: boolean;
      readonly lockName?: boolean;
      readonly lockUnpublished?: boolean;
    }
  | {
      readonly kind: 'relationship';
      readonly line: number;
      readonly relation: string;
      readonly names: readonly string[];
      readonly break: boolean;
    }
  /** Known commands without a record of their own, unknown commands, and statements that break their grammar. */
  | { readonly kind: 'raw'; readonly line: number; readonly command: string; readonly text: string };
