import type { MelExpression, MelScalarType } from './ast.ts';
import { BINARY_FUNCTIONS, TERNARY_FUNCTIONS, UNARY_FUNCTIONS } from './math-functions.ts';
import type { Scope } from './variables.ts';

const RANK: readonly (MelScalarType | undefined)[] = ['int', 'float', 'vector', 'string'];

/** The stronger of two types: string over vector over float over int. Undefined when one is unknown. */
export function strongerType(a: MelScalarType | undefined, b: MelScalarType | undefined): MelScalarType | undefined {
  const [first, second] = [RANK.indexOf(a), RANK.indexOf(b)];
  return first < 0 || second < 0 ? undefined : RANK[Math.max(first, second)];
}

/**
 * Type that an expression has whatever its value; undefined where only running it tells. `a ? 1 : 2.5` is a float even
 * when it gives the 1, so the branch not taken has to be known too.
 *
 * Unverified: that Maya promotes the branches of `?:` the way it does operands.
 */
export function staticType(node: MelExpression, scope: Scope): MelScalarType | undefined {
  switch (node.kind) {
    case 'number':
    case 'cast':
      return node.type;
    case 'string':
    case 'vector':
    case 'matrix':
      return node.kind;
    case 'component':
    case 'attribute':
      return 'float';
    case 'logical':
      return 'int';
    case 'variable':
      return scalarOf(scope.find(node.name)?.type);
    case 'index':
      return scalarOf(scope.find(node.base.name)?.type.replace('[]', ''));
    case 'unary':
      return node.operator === '!' ? 'int' : staticType(node.operand, scope);
    case 'step':
    case 'assign':
      return staticType(node.target, scope);
    case 'conditional':
      return strongerType(staticType(node.yes, scope), staticType(node.no, scope));
    case 'binary':
      return binaryType(node, scope);
    case 'call':
      return callType(node, scope);
    default:
      return undefined;
  }
}

function scalarOf(type: string | undefined): MelScalarType | undefined {
  if (type === 'matrix') return type;
  return RANK.find((known) => known === type);
}

function binaryType(node: Extract<MelExpression, { kind: 'binary' }>, scope: Scope): MelScalarType | undefined {
  if (['<', '<=', '>', '>=', '==', '!='].includes(node.operator)) return 'int';
  const [left, right] = [staticType(node.left, scope), staticType(node.right, scope)];
  if (node.operator === '*' && left === 'vector' && right === 'vector') return 'float';
  return strongerType(left, right);
}

function callType(node: Extract<MelExpression, { kind: 'call' }>, scope: Scope): MelScalarType | undefined {
  const { name, args } = node;
  if (name === 'abs') return args[0] && staticType(args[0], scope);
  if (UNARY_FUNCTIONS.has(name) || BINARY_FUNCTIONS.has(name) || TERNARY_FUNCTIONS.has(name)) return 'float';
  if (['dot', 'mag', 'angle'].includes(name)) return 'float';
  if (['cross', 'unit', 'rot'].includes(name)) return 'vector';
  return name === 'size' ? 'int' : undefined;
}
