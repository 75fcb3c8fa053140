import type { SceneSettings } from '@rigline/scene';

/** One place of a node in the hierarchy. Places are numbered as in `Scene.dagPaths`: parents before children. */
export interface ShotPlace {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly nodeId: number;
  /** Number of the parent's place, or -1. */
  readonly parent: number;
  readonly isTransform: boolean;
}

/** Red, green, blue, 0 to 1, as they are shown on a screen (sRGB). */
export type DisplayColor = readonly [number, number, number];

/** A mesh ready to be drawn: faces split into triangles, corners joined where the surface is smooth. */
export interface MeshTopology {
  /** Vertex of the mesh that each drawn vertex stands for. */
  readonly vertexOf: Uint32Array;
  /** Triangles of drawn vertices. */
  readonly triangles: Uint32Array;
  /** Pairs of vertices of the mesh. */
  readonly edges: Uint32Array;
  /** Normals of the file by drawn vertex, stride 3, for the first points; computed where there are none. */
  readonly normals?: Float32Array;
  /** Runs of the numbers in `triangles` by material, where the faces have materials. */
  readonly groups?: readonly { readonly material: number; readonly start: number; readonly count: number }[];
}

/** How a surface looks. */
export interface SurfaceLook {
  readonly color: DisplayColor;
  readonly opacity: number;
  /** Light that the surface sends out itself. */
  readonly glow: DisplayColor;
  readonly metallic: number;
  readonly roughness: number;
}

export interface ShotMesh extends SurfaceLook {
  readonly place: number;
  /** Index in `Shot.topologies`; instances share one. */
  readonly topology: number;
  /** Looks of the materials that the groups of the topology name; the mesh's own look counts where one is missing. */
  readonly materials?: readonly (SurfaceLook | undefined)[];
}

export interface ShotCurve {
  readonly place: number;
  /** Points along the curve, stride 3, in the space of the node. */
  readonly pointsXyz: Float32Array;
  readonly color: DisplayColor | undefined;
}

export interface ShotLocator {
  readonly place: number;
  readonly position: readonly [number, number, number];
  readonly scale: readonly [number, number, number];
  readonly color: DisplayColor | undefined;
}

export interface ShotJoint {
  readonly place: number;
  /** Place of the nearest joint above, or -1. */
  readonly parentJoint: number;
  readonly radius: number;
}

export interface ShotCamera {
  /** Place of the camera shape. */
  readonly place: number;
  /** Name to show: that of the transform. */
  readonly name: string;
  /** One of the four that every new scene has. */
  readonly isStartup: boolean;
}

export interface ShotLight {
  readonly place: number;
  readonly type: string;
  /** For the symbol of the light; as light it is in the pose. */
  readonly color: DisplayColor;
  /** How the light falls off with distance. */
  readonly decayRate: 'none' | 'linear' | 'quadratic' | 'cubic';
}

/** What a light sends out at one time. */
export interface LightChannels {
  /** Linear red, green, blue. */
  readonly color: readonly [number, number, number];
  readonly intensity: number;
  /** Full angle of a spot light in radians. */
  readonly coneAngle: number;
  /** Soft rim of a spot light in radians: outside of the cone where positive, inside where negative. */
  readonly penumbraAngle: number;
}

/** Everything of a scene that does not change with time and that drawing it needs. Plain data: can be posted. */
export interface Shot {
  readonly settings: SceneSettings;
  readonly places: readonly ShotPlace[];
  readonly topologies: readonly MeshTopology[];
  readonly meshes: readonly ShotMesh[];
  readonly curves: readonly ShotCurve[];
  readonly locators: readonly ShotLocator[];
  readonly joints: readonly ShotJoint[];
  readonly cameras: readonly ShotCamera[];
  readonly lights: readonly ShotLight[];
}
