import {
  convertLength,
  convertPoint,
  convertQuat,
  convertQuatAs,
  convertScale,
  getSpace,
  type Quat,
  type SpaceConversion,
  type SpaceRole,
  spaceConversion,
  type Vec3,
  withUnit,
} from '@rigline/math';
import type { SubjectDescription, SubjectState } from './subject.ts';

/** Curves that are lengths in units of the space. */
const LENGTHS: ReadonlySet<string> = new Set(['near', 'far', 'focusDistance', 'orthographicWidth']);

/** Brings the states of one subject into another space. */
export interface StateConversion {
  /** The description in the other space. */
  readonly description: SubjectDescription;
  /** Writes what differs, and marks it. */
  convert(from: SubjectState, to: SubjectState): void;
}

/**
 * The way of a subject into a space, or undefined where its values are in it already.
 *
 * @throws RangeError for spaces that are not known, and for lights where the space has none.
 */
export function conversionOf(description: SubjectDescription, space: string): StateConversion | undefined {
  const own = getSpace(description.space);
  const source = description.metresPerUnit === undefined ? own : withUnit(own, description.metresPerUnit);
  if (own.id === space && source.metresPerUnit === own.metresPerUnit) return undefined;
  const conversion = spaceConversion(source, space);
  const role = spaceRoleOf(description);
  const isLength = description.curves.map((name) => LENGTHS.has(name));
  const { metresPerUnit: _, ...rest } = description;
  return {
    description: { ...rest, space },
    convert: (from, to) => {
      convertNodes(conversion, description, role, from, to);
      for (let i = 0; i < from.curveCount; i++) {
        const value = from.curves[i] as number;
        to.setCurve(i, isLength[i] ? convertLength(conversion, value) : value);
      }
    },
  };
}

/** How the local axes of a role differ between spaces; skeletons and faces are objects. */
function spaceRoleOf({ role }: SubjectDescription): SpaceRole {
  if (role === 'camera') return 'camera';
  return role === 'light' ? 'light' : 'object';
}

const vector: Vec3 = [0, 0, 0];
const turn: Quat = [0, 0, 0, 1];

function convertNodes(
  conversion: SpaceConversion,
  { nodes }: SubjectDescription,
  role: SpaceRole,
  from: SubjectState,
  to: SubjectState,
): void {
  const { translations: t, rotations: r, scales: s } = from;
  for (let i = 0; i < from.nodeCount; i++) {
    const at = i * 3;
    setVector(vector, t, at);
    convertPoint(conversion, vector, vector);
    to.setTranslation(i, vector[0], vector[1], vector[2]);
    setVector(vector, s, at);
    convertScale(conversion, vector, vector);
    to.setScale(i, vector[0], vector[1], vector[2]);
    for (let k = 0; k < 4; k++) turn[k] = r[i * 4 + k] as number;
    // Only the root of a camera or light looks along axes of its own.
    if (role !== 'object' && nodes[i]?.parent === -1) convertQuatAs(conversion, turn, role, turn);
    else convertQuat(conversion, turn, turn);
    to.setRotation(i, turn[0], turn[1], turn[2], turn[3]);
  }
}

function setVector(out: Vec3, values: Float64Array, at: number): void {
  out[0] = values[at] as number;
  out[1] = values[at + 1] as number;
  out[2] = values[at + 2] as number;
}
