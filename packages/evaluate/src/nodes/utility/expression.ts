import { RiglineError } from '@rigline/diagnostics';
import { type CompiledExpression, compileExpression, type ExpressionIo } from '@rigline/mel';
import type { AttributeKind, Scene, SceneNode, SceneSettings } from '@rigline/scene';
import { expression as declaration } from '@rigline/scene/maya';
import {
  type ComputeContext,
  defineNode,
  type NodeType,
  type PlugRequest,
  type RequestTree,
} from '../../graph/node-type.ts';
import { elementAt } from './blends.ts';

/** An expression's text, compiled or refused; what it needs besides its inputs. */
interface Program {
  readonly compiled: CompiledExpression | undefined;
  /** Why it cannot run; undefined when it can. */
  readonly refusal: string | undefined;
}

const PROGRAMS = new Map<string, Program>();
const PROGRAM_LIMIT = 4096;

function programOf(text: string): Program {
  let program = PROGRAMS.get(text);
  if (!program) {
    program = makeProgram(text);
    if (PROGRAMS.size >= PROGRAM_LIMIT) PROGRAMS.clear();
    PROGRAMS.set(text, program);
  }
  return program;
}

function makeProgram(text: string): Program {
  try {
    const compiled = compileExpression(text);
    const named = compiled.writes.find((name) => outputIndex(name) === undefined);
    const [first] = compiled.unsupported;
    const refusal = first ? first.what : named === undefined ? undefined : `an assignment to "${named}" by name`;
    return { compiled, refusal };
  } catch (error) {
    if (!(error instanceof RiglineError)) throw error;
    return { compiled: undefined, refusal: error.message };
  }
}

const INPUT = /^\.I\[(\d+)\]$/;
const OUTPUT = /^\.O\[(\d+)\]$/;

function outputIndex(name: string): number | undefined {
  const match = OUTPUT.exec(name);
  return match ? Number(match[1]) : undefined;
}

/**
 * The plugs that the text names itself, by kind and name. The text comes along as the name of an empty branch: what it
 * names is asked for anew when it changes, which a plug request for it would prevent.
 */
interface Extra {
  readonly text: Readonly<Record<string, unknown>>;
  readonly named: Readonly<Record<string, number>>;
  readonly time?: number;
}

/**
 * Asks for the plugs that it names without a connection, and for the time when it uses it: expressions without
 * time are not computed again every frame.
 */
function requestPlugs(node: SceneNode, scene: Scene, watch: (path: string) => void): RequestTree {
  watch('internalExpression');
  const text = node.values.get('internalExpression');
  const written = typeof text === 'string' ? text : '';
  const { compiled } = programOf(written);
  const named: Record<string, PlugRequest> = {};
  for (const name of compiled?.reads ?? []) {
    if (INPUT.test(name)) continue;
    const plug = scene.findPlug(name);
    if (plug) named[`${plug.attribute.kind} ${name}`] = { node: plug.node, path: plug.path };
  }
  const always = { text: { [written]: {} }, named };
  return compiled?.usesTime ? { ...always, time: { node, path: 'time' } } : always;
}

/** UI units per inner unit of a kind: text that names an angle sees degrees. */
function toUi(kind: string, settings: SceneSettings): number {
  if ((kind as AttributeKind) === 'angle') return settings.angleUnit === 'degree' ? 180 / Math.PI : 1;
  if ((kind as AttributeKind) === 'distance') return 1 / (settings.unitMetres * 100);
  if ((kind as AttributeKind) === 'time') return settings.frameRate;
  return 1;
}

interface Inputs {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

function ioOf(inputs: Inputs, outputs: number[], extra: Extra, settings: SceneSettings): ExpressionIo {
  const named = new Map<string, number>();
  for (const [key, value] of Object.entries(extra.named)) {
    const at = key.indexOf(' ');
    named.set(key.slice(at + 1), value * toUi(key.slice(0, at), settings));
  }
  const seconds = extra.time ?? 0;
  return {
    time: seconds,
    frame: seconds * settings.frameRate,
    read(name) {
      const match = INPUT.exec(name);
      return match ? elementAt(inputs, Number(match[1]), 0) : (named.get(name) ?? 0);
    },
    write(name, value) {
      const index = outputIndex(name);
      if (index !== undefined) outputs[index] = value;
    },
  };
}

function reportUnsupported(what: string, context: ComputeContext): void {
  context.report({
    code: 'EVALUATE_EXPRESSION_UNSUPPORTED',
    severity: 'warning',
    message: `The expression is not evaluated: ${what}; its outputs keep their saved values`,
    hint: 'Bake the channels that it drives before you save.',
  });
}

/**
 * `expression`: runs its text whenever an input has changed. All outputs depend on all inputs. Outputs that no branch
 * assigns keep their values, as do all of them when the text cannot run.
 *
 * Source: Maya help, "expression" node.
 */
export const expression: NodeType = defineNode(declaration, [
  {
    per: 'once',
    reads: ['input'],
    writes: ['output'],
    requests: requestPlugs,
    compute(input, output, context) {
      const extra = input.extra as Extra;
      const program = programOf(Object.keys(extra.text)[0] ?? '');
      if (program.refusal !== undefined) {
        reportUnsupported(program.refusal, context);
        return;
      }
      output.output ??= [];
      const io = ioOf(input.input as Inputs, output.output as number[], extra, context.settings);
      try {
        program.compiled?.run(io);
      } catch (error) {
        if (!(error instanceof RiglineError)) throw error;
        context.report({
          code: 'EVALUATE_EXPRESSION_FAILED',
          severity: 'warning',
          message: `The expression stopped: ${error.message}; its outputs keep their last values`,
          hint: 'Look at what goes into it.',
        });
      }
    },
  },
]);
