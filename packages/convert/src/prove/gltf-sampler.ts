import type { GlbFile, GltfAnimation, GltfLens, GltfNode } from './glb-file.ts';

/** 16 numbers, column after column. */
export type Matrix = readonly number[];

interface Track {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly stride: number;
  readonly interpolation: string;
}

interface NodeState {
  t: readonly number[];
  r: readonly number[];
  s: readonly number[];
  weights: readonly number[];
}

/** Plays a GLB: world matrices, lenses and points at any time. Written from the specification alone. */
export class GltfSampler {
  readonly #file: GlbFile;
  readonly #parents: Int32Array;
  readonly #tracks = new Map<string, Track>();
  #states: NodeState[] = [];
  #worlds: (Matrix | undefined)[] = [];
  #seconds = 0;

  constructor(file: GlbFile, animation = 0) {
    this.#file = file;
    const nodes = file.json.nodes ?? [];
    this.#parents = new Int32Array(nodes.length).fill(-1);
    nodes.forEach(({ children }, i) => {
      for (const child of children ?? []) this.#parents[child] = i;
    });
    const played = file.json.animations?.[animation];
    if (played) this.#readTracks(played);
    this.seek(0);
  }

  get nodes(): readonly GltfNode[] {
    return this.#file.json.nodes ?? [];
  }

  #readTracks({ channels, samplers }: GltfAnimation): void {
    for (const { sampler, target } of channels) {
      const found = samplers[sampler];
      if (!found) continue;
      const pointer = target.extensions?.KHR_animation_pointer?.pointer;
      const times = this.#file.accessor(found.input).values;
      const output = this.#file.accessor(found.output).values;
      const interpolation = found.interpolation ?? 'LINEAR';
      const rows = times.length * (interpolation === 'CUBICSPLINE' ? 3 : 1);
      this.#tracks.set(pointer ?? `${target.node}/${target.path}`, {
        times,
        values: output,
        stride: output.length / rows,
        interpolation,
      });
    }
  }

  seek(seconds: number): void {
    this.#seconds = seconds;
    this.#worlds = [];
    this.#states = this.nodes.map((node, i) => {
      const mesh = node.mesh === undefined ? undefined : this.#file.json.meshes?.[node.mesh];
      return {
        t: this.#value(`${i}/translation`) ?? node.translation ?? [0, 0, 0],
        r: this.#value(`${i}/rotation`, true) ?? node.rotation ?? [0, 0, 0, 1],
        s: this.#value(`${i}/scale`) ?? node.scale ?? [1, 1, 1],
        weights: this.#value(`${i}/weights`) ?? node.weights ?? mesh?.weights ?? [],
      };
    });
  }

  #value(key: string, isRotation = false): number[] | undefined {
    const track = this.#tracks.get(key);
    return track && sampleTrack(track, this.#seconds, isRotation);
  }

  /** From the node to the world. */
  world(node: number): Matrix {
    const known = this.#worlds[node];
    if (known) return known;
    const parent = this.#parents[node] as number;
    const local = this.nodes[node]?.matrix ?? localMatrix(this.#states[node] as NodeState);
    const world = parent < 0 ? local : multiply(this.world(parent), local);
    this.#worlds[node] = world;
    return world;
  }

  /** Whether a node and all above it are shown. */
  isVisible(node: number): boolean {
    for (let at = node; at >= 0; at = this.#parents[at] as number) {
      const track = this.#value(`/nodes/${at}/extensions/KHR_node_visibility/visible`);
      if (!(track ? track[0] !== 0 : (this.nodes[at]?.extensions?.KHR_node_visibility?.visible ?? true))) return false;
    }
    return true;
  }

  /** The lens of a node's camera, or undefined. */
  lens(node: number): (GltfLens & { readonly type: string }) | undefined {
    const number = this.nodes[node]?.camera;
    const camera = number === undefined ? undefined : this.#file.json.cameras?.[number];
    if (!camera) return undefined;
    const lens: Record<string, number> = { ...(camera[camera.type] as unknown as Record<string, number>) };
    for (const member of ['yfov', 'aspectRatio', 'xmag', 'ymag', 'znear', 'zfar']) {
      const value = this.#value(`/cameras/${number}/${camera.type}/${member}`);
      if (value) lens[member] = value[0] as number;
    }
    return { ...(lens as unknown as GltfLens), type: camera.type };
  }

  /** Points of a node's mesh in the world, stride 3, all primitives after each other where they differ. */
  points(node: number): Float64Array {
    const { mesh = -1, skin } = this.nodes[node] ?? {};
    const primitives = this.#file.json.meshes?.[mesh]?.primitives ?? [];
    const seen = new Set<number>();
    const parts: number[] = [];
    for (const { attributes, targets } of primitives) {
      const position = attributes.POSITION;
      if (position === undefined || seen.has(position)) continue;
      seen.add(position);
      const points = this.#file.accessor(position).values.slice();
      const { weights } = this.#states[node] as NodeState;
      targets?.forEach((target, i) => {
        const weight = weights[i] ?? 0;
        const offsets = weight === 0 ? undefined : this.#file.accessor(target.POSITION ?? -1).values;
        for (let k = 0; offsets && k < points.length; k++)
          points[k] = (points[k] as number) + weight * (offsets[k] as number);
      });
      const placed =
        skin === undefined ? transformAll(points, this.world(node)) : this.#skinned(points, skin, attributes);
      for (const value of placed) parts.push(value);
    }
    return Float64Array.from(parts);
  }

  #skinned(points: Float64Array, skin: number, attributes: Readonly<Record<string, number>>): Float64Array {
    const { joints = [], inverseBindMatrices } = this.#file.json.skins?.[skin] ?? {};
    const binds = inverseBindMatrices === undefined ? undefined : this.#file.accessor(inverseBindMatrices).values;
    const matrices = joints.map((joint, i) => {
      const world = this.world(joint);
      return binds ? multiply(world, Array.from(binds.subarray(i * 16, i * 16 + 16))) : world;
    });
    const out = new Float64Array(points.length);
    for (let set = 0; attributes[`JOINTS_${set}`] !== undefined; set++) {
      const which = this.#file.accessor(attributes[`JOINTS_${set}`] as number).values;
      const weights = this.#file.accessor(attributes[`WEIGHTS_${set}`] as number).values;
      for (let k = 0; k < weights.length; k++) {
        const weight = weights[k] as number;
        if (weight === 0) continue;
        const at = Math.floor(k / 4) * 3;
        const moved = transform(matrices[which[k] as number] ?? IDENTITY, points, at);
        for (let axis = 0; axis < 3; axis++)
          out[at + axis] = (out[at + axis] as number) + weight * (moved[axis] as number);
      }
    }
    return out;
  }
}

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function sampleTrack({ times, values, stride, interpolation }: Track, seconds: number, isRotation: boolean): number[] {
  const isCubic = interpolation === 'CUBICSPLINE';
  const row = (key: number, part = isCubic ? 1 : 0): number[] => {
    const at = (key * (isCubic ? 3 : 1) + part) * stride;
    return Array.from(values.subarray(at, at + stride));
  };
  const last = times.length - 1;
  if (seconds <= (times[0] as number)) return row(0);
  if (seconds >= (times[last] as number)) return row(last);
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= seconds) low = middle;
    else high = middle;
  }
  const span = (times[high] as number) - (times[low] as number);
  const u = (seconds - (times[low] as number)) / span;
  if (interpolation === 'STEP') return row(low);
  if (isCubic) return hermite(row(low), row(low, 2), row(high), row(high, 0), u, span, isRotation);
  return isRotation ? slerp(row(low), row(high), u) : row(low).map((a, k) => a + u * ((row(high)[k] as number) - a));
}

function hermite(
  a: number[],
  out: number[],
  b: number[],
  into: number[],
  u: number,
  span: number,
  isRotation: boolean,
): number[] {
  const [u2, u3] = [u * u, u * u * u];
  const value = a.map(
    (from, k) =>
      (2 * u3 - 3 * u2 + 1) * from +
      span * (u3 - 2 * u2 + u) * (out[k] as number) +
      (-2 * u3 + 3 * u2) * (b[k] as number) +
      span * (u3 - u2) * (into[k] as number),
  );
  const length = isRotation ? Math.hypot(...value) : 1;
  return value.map((component) => component / length);
}

function slerp(a: number[], b: number[], u: number): number[] {
  let cosine = a.reduce((sum, value, k) => sum + value * (b[k] as number), 0);
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(1, cosine * sign);
  const angle = Math.acos(cosine);
  if (angle < 1e-7) return a.map((value, k) => value + u * (sign * (b[k] as number) - value));
  const [wa, wb] = [Math.sin((1 - u) * angle) / Math.sin(angle), (sign * Math.sin(u * angle)) / Math.sin(angle)];
  return a.map((value, k) => wa * value + wb * (b[k] as number));
}

function localMatrix({ t, r, s }: NodeState): Matrix {
  const [x, y, z, w] = r as [number, number, number, number];
  const [sx, sy, sz] = s as [number, number, number];
  return [
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    t[0] as number,
    t[1] as number,
    t[2] as number,
    1,
  ];
}

/** `a * b` for columns: `b` counts first. */
function multiply(a: Matrix, b: Matrix): Matrix {
  const out: number[] = [];
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += (a[k * 4 + row] as number) * (b[column * 4 + k] as number);
      out.push(sum);
    }
  }
  return out;
}

function transform(m: Matrix, points: ArrayLike<number>, at: number): [number, number, number] {
  const [x, y, z] = [points[at] as number, points[at + 1] as number, points[at + 2] as number];
  const row = (k: number): number =>
    (m[k] as number) * x + (m[4 + k] as number) * y + (m[8 + k] as number) * z + (m[12 + k] as number);
  return [row(0), row(1), row(2)];
}

function transformAll(points: Float64Array, m: Matrix): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) out.set(transform(m, points, i), i);
  return out;
}
