import type { NumberTable } from '@rigline/scene';
import { ANIM_CURVES, type AnimCurveDeclaration, animCurveTA } from '@rigline/scene/maya';
import { compileKeyBlock } from '../../curves/block-curve.ts';
import { type Curve, compileCurve } from '../../curves/compile.ts';
import { CurveBank } from '../../curves/curve-bank.ts';
import { evaluateCurve } from '../../curves/evaluate-curve.ts';
import type { CurveIssue } from '../../curves/issues.ts';
import type { CurveKeys, TangentType } from '../../curves/keys.ts';
import { infinityFromMaya, tangentTypeFromMaya } from '../../curves/maya-codes.ts';
import type { Cell } from '../../graph/cell.ts';
import {
  type ComputeContext,
  defineNode,
  type KernelBank,
  type KernelPlugs,
  type NodeType,
  type Step,
  step,
} from '../../graph/node-type.ts';
import { type CompiledRotation, evaluateComponent, ROTATION_REQUESTS, ROTATION_STEP } from './anim-curve-rotation.ts';

/** What the attributes of a curve node say, as `compute` gets it. */
export interface CurveInputs {
  readonly keyTimeValue: NumberTable | undefined;
  readonly keyTanInType: NumberTable | undefined;
  readonly keyTanOutType: NumberTable | undefined;
  readonly keyTanInX: NumberTable | undefined;
  readonly keyTanInY: NumberTable | undefined;
  readonly keyTanOutX: NumberTable | undefined;
  readonly keyTanOutY: NumberTable | undefined;
  readonly tangentType: number;
  readonly weightedTangents: boolean;
  readonly preInfinity: number;
  readonly postInfinity: number;
}

/** Tangent type of every row; where the file is silent or its number unknown, the curve's own type. */
function typesOf(table: NumberTable | undefined, rows: readonly number[], own: TangentType): TangentType[] {
  return rows.map((row) => {
    const code = table?.get(row) ?? Number.NaN;
    return (Number.isNaN(code) ? undefined : tangentTypeFromMaya(code)) ?? own;
  });
}

const cells = (table: NumberTable | undefined, rows: readonly number[], column = 0): Float64Array =>
  Float64Array.from(rows, (row) => table?.get(row, column) ?? Number.NaN);

/** Half a stored vector has its other half at the default 0, which files do not write for a single key. */
function completeVectors(x: Float64Array, y: Float64Array): void {
  for (let key = 0; key < x.length; key++) {
    const hasX = !Number.isNaN(x[key]);
    if (hasX === !Number.isNaN(y[key])) continue;
    if (hasX) y[key] = 0;
    else x[key] = 0;
  }
}

/** The keys of a curve node. Rows that hold nothing at all are gaps between logical indices, not keys. */
export function curveKeysOf(input: CurveInputs): CurveKeys {
  const keys = input.keyTimeValue;
  const rows: number[] = [];
  for (let row = 0; row < (keys?.count ?? 0); row++) {
    if (!(Number.isNaN(keys?.get(row, 0)) && Number.isNaN(keys?.get(row, 1)))) rows.push(row);
  }
  const own = tangentTypeFromMaya(input.tangentType) ?? 'spline';
  const [inX, inY] = [cells(input.keyTanInX, rows), cells(input.keyTanInY, rows)];
  const [outX, outY] = [cells(input.keyTanOutX, rows), cells(input.keyTanOutY, rows)];
  completeVectors(inX, inY);
  completeVectors(outX, outY);
  return {
    times: cells(keys, rows, 0),
    values: cells(keys, rows, 1),
    inTypes: typesOf(input.keyTanInType, rows, own),
    outTypes: typesOf(input.keyTanOutType, rows, own),
    inX,
    inY,
    outX,
    outY,
    weighted: input.weightedTangents,
    preInfinity: infinityFromMaya(input.preInfinity) ?? 'constant',
    postInfinity: infinityFromMaya(input.postInfinity) ?? 'constant',
  };
}

/** Passes on what the curve mathematics found wrong. */
export function reportCurveIssues(issues: readonly CurveIssue[], context: ComputeContext): void {
  for (const issue of issues) {
    // A node without keys is what Maya leaves behind when the last key is cut; it is 0 there as well.
    if (issue.code === 'CURVE_NO_KEYS') continue;
    context.report({ code: issue.code, severity: issue.severity, message: issue.message });
  }
}

/** Keys and tangents into a curve: only done again when one of them changes. */
function compileStep(declaration: AnimCurveDeclaration): Step {
  const input = declaration.attributes.input.kind === 'time' ? 'time' : 'unitless';
  return step(declaration, {
    reads: [
      'keyTimeValue',
      'keyTanInType',
      'keyTanOutType',
      'keyTanInX',
      'keyTanInY',
      'keyTanOutX',
      'keyTanOutY',
      'tangentType',
      'weightedTangents',
      'preInfinity',
      'postInfinity',
      'keySource',
    ],
    writes: ['compiledCurve'],
    isSparse: true,
    compute(values, output, context) {
      if (values.keySource) {
        const curve = compileKeyBlock(values.keySource.readKeys());
        reportCurveIssues(curve.issues, context);
        output.compiledCurve = curve;
        return;
      }
      const curve = compileCurve(curveKeysOf(values), { input });
      reportCurveIssues(curve.issues, context);
      output.compiledCurve = curve;
    },
  });
}

/** The curve that a task evaluates by itself; undefined for a component of a rotation. */
function ownCurve(plugs: KernelPlugs): Curve | undefined {
  const extra = plugs.values.extra as { readonly rotation?: CompiledRotation } | undefined;
  return extra?.rotation === undefined ? (plugs.input('compiledCurve')?.object as Curve | undefined) : undefined;
}

/** Curves are most of what moves in a shot: they go from the time to their value without the record in between. */
function curveKernel(plugs: KernelPlugs): (() => void) | undefined {
  const x = plugs.input('input');
  const curve = ownCurve(plugs);
  const value = plugs.output('output');
  return x && curve && value ? () => value.writeNumber(evaluateCurve(curve, x.number)) : undefined;
}

/** All curves over time in one block of memory. */
function curveBank(tasks: readonly KernelPlugs[]): KernelBank {
  const time = tasks[0]?.input('input');
  const curves: Curve[] = [];
  const outputs: Cell[] = [];
  const takes = tasks.map((plugs) => {
    const curve = ownCurve(plugs);
    const value = plugs.output('output');
    if (!time || plugs.input('input') !== time || !curve || !value) return false;
    curves.push(curve);
    outputs.push(value);
    return true;
  });
  const bank = new CurveBank(curves);
  const values = new Float64Array(curves.length);
  return { run: () => bank.evaluate((time as Cell).number, values), takes, outputs, values };
}

function evaluateStep(declaration: AnimCurveDeclaration): Step {
  return step(declaration, {
    reads: ['input', 'compiledCurve'],
    writes: ['output'],
    kernel: curveKernel,
    bank: curveBank,
    compute(values, output) {
      output.output = evaluateCurve(values.compiledCurve as Curve, values.input);
    },
  });
}

/** Angles over time may be one component of a rotation that is interpolated as a whole. */
const EVALUATE_ANGLE: Step = step(animCurveTA, {
  reads: ['input', 'compiledCurve'],
  writes: ['output'],
  ...ROTATION_REQUESTS,
  kernel: curveKernel,
  bank: curveBank,
  compute(values, output) {
    const { rotation } = values.extra as { readonly rotation?: CompiledRotation };
    output.output = rotation
      ? evaluateComponent(rotation, values.input)
      : evaluateCurve(values.compiledCurve as Curve, values.input);
  },
});

/**
 * `animCurveTL` … `animCurveUU`: keyed curves over time or over another plug (driven keys).
 *
 * Stored tangents are used as they are, also where the key's type would allow to compute them: files that store them
 * have Maya's own results there. Source: Maya help, "animCurve"; AnimX for evaluation.
 * Golden: fixtures/nodes/anim-curve.golden.json
 */
export const ANIM_CURVE_TYPES: readonly NodeType[] = ANIM_CURVES.map((declaration) =>
  defineNode(
    declaration,
    declaration.type === 'animCurveTA'
      ? [compileStep(declaration), ROTATION_STEP, EVALUATE_ANGLE]
      : [compileStep(declaration), evaluateStep(declaration)],
  ),
);
