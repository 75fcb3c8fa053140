/** What a subject is for a receiver. */
export const SUBJECT_ROLES = ['transform', 'camera', 'light', 'skeleton', 'face'] as const;
export type SubjectRole = (typeof SUBJECT_ROLES)[number];

export interface SubjectNode {
  readonly name: string;
  /** Position of the parent in the list, before this one; -1 for a root, which is given in the world. */
  readonly parent: number;
}

/** A live thing, as its sender describes it. */
export interface SubjectDescription {
  /** Peer that sends it; 0 from the sender itself. */
  readonly source: number;
  /** Number that the sender gave it, 0 to 65535. */
  readonly subject: number;
  readonly revision: number;
  readonly name: string;
  readonly role: SubjectRole;
  /** Space of all values, as `rigline rot` names them. */
  readonly space: string;
  readonly metresPerUnit?: number | undefined;
  readonly nodes: readonly SubjectNode[];
  readonly curves: readonly string[];
  readonly frameRate?: readonly [number, number] | undefined;
  readonly filmFit?: 'fill' | 'horizontal' | 'vertical' | 'overscan' | undefined;
  readonly data?: Readonly<Record<string, string>> | undefined;
}

/** Parts of a node that a frame may have. */
export const TRANSLATION = 1;
export const ROTATION = 2;
export const SCALE = 4;
export const WHOLE_NODE: number = TRANSLATION | ROTATION | SCALE;

/**
 * Numbers of a subject at one time, and what of them has changed. Rotations are unit quaternions x, y, z, w.
 * Plain memory: write to the arrays, and mark what was written.
 */
export class SubjectState {
  readonly translations: Float64Array;
  readonly rotations: Float64Array;
  readonly scales: Float64Array;
  readonly curves: Float64Array;
  /** Flags of the parts of each node that have changed. */
  readonly changedNodes: Uint8Array;
  readonly changedCurves: Uint8Array;

  constructor(nodeCount: number, curveCount: number) {
    this.translations = new Float64Array(nodeCount * 3);
    this.rotations = new Float64Array(nodeCount * 4);
    this.scales = new Float64Array(nodeCount * 3).fill(1);
    this.curves = new Float64Array(curveCount);
    this.changedNodes = new Uint8Array(nodeCount);
    this.changedCurves = new Uint8Array(curveCount);
    for (let i = 3; i < this.rotations.length; i += 4) this.rotations[i] = 1;
  }

  get nodeCount(): number {
    return this.changedNodes.length;
  }

  get curveCount(): number {
    return this.changedCurves.length;
  }

  /** Back to the values of a full frame that says nothing. Everything counts as changed. */
  reset(): void {
    this.translations.fill(0);
    this.scales.fill(1);
    this.curves.fill(0);
    this.rotations.fill(0);
    for (let i = 3; i < this.rotations.length; i += 4) this.rotations[i] = 1;
    this.markAll();
  }

  markAll(): void {
    this.changedNodes.fill(WHOLE_NODE);
    this.changedCurves.fill(1);
  }

  clearChanges(): void {
    this.changedNodes.fill(0);
    this.changedCurves.fill(0);
  }

  /** Whether anything is marked. */
  get hasChanges(): boolean {
    return this.changedNodes.some((flags) => flags !== 0) || this.changedCurves.some((flag) => flag !== 0);
  }

  /** Sets a translation; marks it when a number differs. */
  setTranslation(node: number, x: number, y: number, z: number): void {
    this.#set3(this.translations, node, x, y, z, TRANSLATION);
  }

  setScale(node: number, x: number, y: number, z: number): void {
    this.#set3(this.scales, node, x, y, z, SCALE);
  }

  #set3(values: Float64Array, node: number, x: number, y: number, z: number, flag: number): void {
    const at = node * 3;
    if (values[at] === x && values[at + 1] === y && values[at + 2] === z) return;
    values[at] = x;
    values[at + 1] = y;
    values[at + 2] = z;
    this.changedNodes[node]! |= flag;
  }

  setRotation(node: number, x: number, y: number, z: number, w: number): void {
    const at = node * 4;
    const { rotations } = this;
    if (rotations[at] === x && rotations[at + 1] === y && rotations[at + 2] === z && rotations[at + 3] === w) return;
    rotations[at] = x;
    rotations[at + 1] = y;
    rotations[at + 2] = z;
    rotations[at + 3] = w;
    this.changedNodes[node]! |= ROTATION;
  }

  setCurve(curve: number, value: number): void {
    if (this.curves[curve] === value) return;
    this.curves[curve] = value;
    this.changedCurves[curve] = 1;
  }

  /** Takes the values of a state of the same size; marks what differs. */
  assign(other: SubjectState): void {
    for (let i = 0; i < this.nodeCount; i++) {
      const t = i * 3;
      const r = i * 4;
      this.setTranslation(i, other.translations[t]!, other.translations[t + 1]!, other.translations[t + 2]!);
      this.setScale(i, other.scales[t]!, other.scales[t + 1]!, other.scales[t + 2]!);
      const q = other.rotations;
      this.setRotation(i, q[r]!, q[r + 1]!, q[r + 2]!, q[r + 3]!);
    }
    for (let i = 0; i < this.curveCount; i++) this.setCurve(i, other.curves[i]!);
  }
}
