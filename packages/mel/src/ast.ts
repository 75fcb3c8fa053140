import type { Place } from '@rigline/diagnostics';

export type MelScalarType = 'int' | 'float' | 'string' | 'vector' | 'matrix';
export type MelArrayType = 'int[]' | 'float[]' | 'string[]' | 'vector[]';
export type MelType = MelScalarType | MelArrayType;

export type MelBinaryOperator = '+' | '-' | '*' | '/' | '%' | '^' | '<' | '<=' | '>' | '>=' | '==' | '!=';
export type MelAssignOperator = '=' | '+=' | '-=' | '*=' | '/=' | '%=' | '^=';

interface At {
  readonly at: Place;
}

export interface MelVariable extends At {
  readonly kind: 'variable';
  /** Without the `$`. */
  readonly name: string;
}

/** `$a[i]`, or `$m[row][column]` of a matrix. */
export interface MelIndex extends At {
  readonly kind: 'index';
  readonly base: MelVariable;
  readonly index: MelExpression;
  readonly column?: MelExpression;
}

/** `node.attr`, `.I[0]`, `.O[0]`, a bare attribute name, or the words `time` and `frame`; as written. */
export interface MelAttribute extends At {
  readonly kind: 'attribute';
  readonly path: string;
}

export type MelTarget = MelVariable | MelIndex | MelAttribute;

/** `name(a, b)`. */
export interface MelCall extends At {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly MelExpression[];
}

/** `name -flag word $x (1 + 2)`, as a statement or between back-ticks. */
export interface MelCommand extends At {
  readonly kind: 'command';
  readonly name: string;
  readonly args: readonly MelCommandArgument[];
}

export type MelCommandArgument =
  | ({ readonly kind: 'flag'; readonly name: string } & At)
  /** Unquoted; an expression inside `[ ]` is a part of its own. */
  | ({ readonly kind: 'word'; readonly parts: readonly (string | MelExpression)[] } & At)
  | ({ readonly kind: 'expression'; readonly expression: MelExpression } & At);

export type MelExpression =
  | MelTarget
  | MelCall
  | MelCommand
  | ({ readonly kind: 'number'; readonly type: 'int' | 'float'; readonly value: number } & At)
  | ({ readonly kind: 'string'; readonly value: string } & At)
  | ({ readonly kind: 'vector'; readonly items: readonly [MelExpression, MelExpression, MelExpression] } & At)
  | ({ readonly kind: 'matrix'; readonly rows: readonly (readonly MelExpression[])[] } & At)
  | ({ readonly kind: 'array'; readonly items: readonly MelExpression[] } & At)
  | ({ readonly kind: 'component'; readonly base: MelExpression; readonly axis: 0 | 1 | 2 } & At)
  | ({ readonly kind: 'unary'; readonly operator: '-' | '+' | '!'; readonly operand: MelExpression } & At)
  | ({
      readonly kind: 'binary';
      readonly operator: MelBinaryOperator;
      readonly left: MelExpression;
      readonly right: MelExpression;
    } & At)
  | ({
      readonly kind: 'logical';
      readonly operator: '&&' | '||';
      readonly left: MelExpression;
      readonly right: MelExpression;
    } & At)
  | ({
      readonly kind: 'conditional';
      readonly test: MelExpression;
      readonly yes: MelExpression;
      readonly no: MelExpression;
    } & At)
  | ({
      readonly kind: 'assign';
      readonly operator: MelAssignOperator;
      readonly target: MelTarget;
      readonly value: MelExpression;
    } & At)
  | ({ readonly kind: 'step'; readonly by: 1 | -1; readonly prefix: boolean; readonly target: MelTarget } & At)
  | ({ readonly kind: 'cast'; readonly type: MelScalarType; readonly value: MelExpression } & At);

export interface MelDeclarator extends At {
  readonly name: string;
  readonly type: MelType;
  /** Elements of an array, rows of a matrix. */
  readonly size?: MelExpression;
  readonly columns?: MelExpression;
  readonly initial?: MelExpression;
}

export interface MelDeclaration extends At {
  readonly kind: 'declare';
  readonly global: boolean;
  readonly variables: readonly MelDeclarator[];
}

export interface MelExpressionStatement extends At {
  readonly kind: 'expression';
  readonly expression: MelExpression;
}

export interface MelProc extends At {
  readonly kind: 'proc';
  readonly name: string;
  readonly global: boolean;
  readonly returns?: MelType;
  readonly parameters: readonly { readonly name: string; readonly type: MelType }[];
  readonly body: readonly MelStatement[];
}

/** One `case`, or `default` when it has no test. Bodies run on into the next one, as in C. */
export interface MelCase extends At {
  readonly test?: MelExpression;
  readonly body: readonly MelStatement[];
}

export type MelStatement =
  | MelDeclaration
  | MelExpressionStatement
  | MelProc
  | ({ readonly kind: 'block'; readonly body: readonly MelStatement[] } & At)
  | ({
      readonly kind: 'if';
      readonly test: MelExpression;
      readonly then: MelStatement;
      readonly otherwise?: MelStatement;
    } & At)
  | ({
      readonly kind: 'for';
      readonly initial: readonly (MelDeclaration | MelExpressionStatement)[];
      readonly test?: MelExpression;
      readonly advance: readonly MelExpression[];
      readonly body: MelStatement;
    } & At)
  | ({
      readonly kind: 'forIn';
      readonly variable: string;
      readonly list: MelExpression;
      readonly body: MelStatement;
    } & At)
  | ({ readonly kind: 'while'; readonly test: MelExpression; readonly body: MelStatement } & At)
  | ({ readonly kind: 'do'; readonly body: MelStatement; readonly test: MelExpression } & At)
  | ({ readonly kind: 'switch'; readonly subject: MelExpression; readonly cases: readonly MelCase[] } & At)
  | ({ readonly kind: 'break' | 'continue' } & At)
  | ({ readonly kind: 'return'; readonly value?: MelExpression } & At);

export interface MelProgram {
  readonly kind: 'program';
  readonly file?: string;
  readonly body: readonly MelStatement[];
}
