/** The kinds of constraint that an FBX file may hold, and which of our nodes each becomes. */
import type { FbxObject } from './document-types.ts';

/** One of the channels that a constraint may hold, and how its properties name its axes. */
export interface HeldChannel {
  readonly channel: 'translate' | 'rotate' | 'scale';
  readonly output: string;
  /** `AffectX`, or `AffectTranslationX` where one constraint holds several. */
  readonly affect: string;
  /** Whether axes that no property speaks of are held. */
  readonly isHeld: boolean;
}

export interface ConstraintKind {
  readonly type:
    | 'parentConstraint'
    | 'pointConstraint'
    | 'orientConstraint'
    | 'scaleConstraint'
    | 'aimConstraint'
    | 'ikHandle';
  /** Properties that the constrained node and the targets are connected to. */
  readonly constrained: string;
  readonly target: string;
  /** Weight of a target that counts as 1. */
  readonly fullWeight: number;
  readonly held: readonly HeldChannel[];
}

const TRANSLATE = { channel: 'translate', output: 'constraintTranslate', affect: 'Affect', isHeld: true } as const;
const ROTATE = { channel: 'rotate', output: 'constraintRotate', affect: 'Affect', isHeld: true } as const;
const SCALE = { channel: 'scale', output: 'constraintScale', affect: 'Affect', isHeld: true } as const;

const KINDS: ReadonlyMap<string, ConstraintKind> = new Map([
  [
    'Parent-Child',
    {
      type: 'parentConstraint',
      constrained: 'Constrained object (Child)',
      target: 'Source (Parent)',
      fullWeight: 100,
      held: [
        { ...TRANSLATE, affect: 'AffectTranslation' },
        { ...ROTATE, affect: 'AffectRotation' },
      ],
    },
  ],
  [
    'Position From Positions',
    {
      type: 'pointConstraint',
      constrained: 'Constrained Object',
      target: 'Source',
      fullWeight: 100,
      held: [TRANSLATE],
    },
  ],
  [
    'Rotation From Rotations',
    { type: 'orientConstraint', constrained: 'Constrained Object', target: 'Source', fullWeight: 100, held: [ROTATE] },
  ],
  [
    'Scale From Scales',
    { type: 'scaleConstraint', constrained: 'Constrained Object', target: 'Source', fullWeight: 100, held: [SCALE] },
  ],
  [
    'Aim',
    {
      type: 'aimConstraint',
      constrained: 'Constrained Object',
      target: 'Aim At Object',
      fullWeight: 100,
      held: [ROTATE],
    },
  ],
  [
    'Single Chain IK',
    { type: 'ikHandle', constrained: 'First Joint', target: 'Pole Vector Object', fullWeight: 1, held: [] },
  ],
]);

/** The text that tells a constraint's kind. */
export function constraintText({ record, subtype }: FbxObject): string {
  const type = record.children.find(({ name }) => name === 'Type')?.values[0];
  return typeof type === 'string' ? type : subtype;
}

/** The kind of a constraint; undefined where it is none of ours. */
export function constraintKind(constraint: FbxObject): ConstraintKind | undefined {
  return KINDS.get(constraintText(constraint)) ?? KINDS.get(constraint.subtype);
}
