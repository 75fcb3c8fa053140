/*
 * What an export writes, without any format: nodes, geometry and clips in the space and the unit of the target. The
 * package `convert` builds it from an evaluated scene, writers in `formats` turn it into bytes.
 */
import type { Mat4, Quat, Vec3 } from '@rigline/math';
import type { MeshData } from '../mesh-data.ts';

/** A node of the hierarchy. It scales first, then rotates, then translates. */
export interface ExportNode {
  readonly name: string;
  /** Path in the source; absent for a node that only the target needs. */
  readonly source?: string;
  /** Position of the parent in the list, always before this one; -1 for a root. */
  readonly parent: number;
  readonly isJoint: boolean;
  readonly isVisible: boolean;
  /** At the time of rest. */
  readonly translate: Readonly<Vec3>;
  readonly rotate: Readonly<Quat>;
  readonly scale: Readonly<Vec3>;
  /** Position in the list of meshes; the others likewise. */
  readonly mesh?: number;
  readonly skin?: number;
  readonly camera?: number;
  readonly light?: number;
}

/** One shape that is added to a mesh by a weight. */
export interface ExportTarget {
  readonly name: string;
  /** The channel of the source, as `blendShape1.smile`, and its weight at which this shape is fully in. */
  readonly channel: string;
  readonly channelWeight: number;
  /** Points that move. */
  readonly vertices: Int32Array;
  /** Stride 3, one for each of `vertices`. */
  readonly offsetsXyz: Float64Array;
  /** Offsets of normals, stride 3, where the source has them. */
  readonly normalOffsetsXyz?: Float64Array;
}

/** Weights of a skin: those of point `v` are entries `starts[v]` to `starts[v + 1]`. */
export interface ExportInfluences {
  readonly starts: Int32Array;
  /** Position in the list of joints of the skin. */
  readonly joints: Int32Array;
  readonly weights: Float64Array;
}

export interface ExportMesh {
  readonly name: string;
  /** Points in the space of the node, or in that of the binding where the mesh has a skin. */
  readonly mesh: MeshData;
  /** Materials by the numbers of `mesh.faceMaterials`; -1 for none. */
  readonly materials: readonly number[];
  readonly targets: readonly ExportTarget[];
  /** Weights of the targets at the time of rest. */
  readonly weights: readonly number[];
  readonly influences?: ExportInfluences;
}

export interface ExportSkin {
  readonly name: string;
  /** Nodes. */
  readonly joints: readonly number[];
  /** From the points of the mesh to each joint. */
  readonly inverseBinds: readonly Readonly<Mat4>[];
}

/** Film and lens of a camera, and what the picture shows of the film. */
export interface ExportCamera {
  readonly name: string;
  readonly orthographic: boolean;
  readonly focalLengthMm: number;
  /** Of the film itself, before the squeeze of the lens. */
  readonly horizontalApertureMm: number;
  readonly verticalApertureMm: number;
  readonly filmOffsetMm: readonly [number, number];
  readonly squeeze: number;
  readonly near: number;
  readonly far: number;
  readonly focusDistance: number;
  readonly fStop: number;
  /** Edges of the picture in the plane one unit before the lens; in units of length for an orthographic camera. */
  readonly window: {
    readonly left: number;
    readonly right: number;
    readonly bottom: number;
    readonly top: number;
  };
}

export interface ExportLight {
  readonly name: string;
  readonly kind: 'point' | 'spot' | 'directional';
  /** Linear red, green, blue. */
  readonly color: readonly [number, number, number];
  readonly intensity: number;
  /** Full angle of a spot light's cone, in radians. */
  readonly coneAngle: number;
  /** How far the light fades beyond the edge of the cone in radians; negative: within it. */
  readonly penumbraAngle: number;
}

export interface ExportMaterial {
  readonly name: string;
  /** Linear red, green, blue. */
  readonly color: readonly [number, number, number];
  readonly opacity: number;
  readonly emissive: readonly [number, number, number];
  readonly metallic: number;
  readonly roughness: number;
}

/** What of a node a track moves. */
export type ExportChannel = 'translate' | 'rotate' | 'scale' | 'weights' | 'isVisible' | CameraChannel;

/** Channels of a camera, by the names in `ExportCamera`. */
export type CameraChannel = 'focalLengthMm' | 'window' | 'focusDistance' | 'fStop' | 'near' | 'far';

/** Values over time of one channel of one node. */
export interface ExportTrack {
  readonly node: number;
  readonly channel: ExportChannel;
  /** Rotations that are linear turn about one axis between two keys. */
  readonly interpolation: 'step' | 'linear' | 'cubic';
  /** Seconds, ascending. */
  readonly times: Float64Array;
  /** `stride` numbers for each time: 3 for vectors, 4 for rotations, one for each target, four edges of a window. */
  readonly values: Float64Array;
  readonly stride: number;
  /** Derivatives by seconds before and after each key, for cubic tracks. */
  readonly inTangents?: Float64Array;
  readonly outTangents?: Float64Array;
}

/** A performance. */
export interface ExportClip {
  readonly name: string;
  /** First and last second. */
  readonly range: readonly [number, number];
  readonly tracks: readonly ExportTrack[];
}

export interface ExportScene {
  readonly name: string;
  /** Of which application the axes are: an id of the spaces of `@rigline/math`. */
  readonly space: string;
  readonly metresPerUnit: number;
  readonly frameRate: number;
  readonly nodes: readonly ExportNode[];
  readonly meshes: readonly ExportMesh[];
  readonly skins: readonly ExportSkin[];
  readonly cameras: readonly ExportCamera[];
  readonly lights: readonly ExportLight[];
  readonly materials: readonly ExportMaterial[];
  readonly clips: readonly ExportClip[];
}

/** What a writer could not write as it is. */
export interface ExportLoss {
  readonly verdict: 'converted' | 'approximated' | 'dropped' | 'renamed';
  /** Path or name in the source. */
  readonly subject: string;
  /** The part of it, as `film offset`. */
  readonly what: string;
  readonly reason: string;
  /** The largest difference, where it is known. */
  readonly error?: { readonly value: number; readonly unit: string };
  readonly hint?: string;
}
