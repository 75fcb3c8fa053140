import { array, choice, generic, integer, message, string, time, withImplicit } from '../attribute.ts';
import { declareNode } from '../node-declaration.ts';
import { node } from './dag.ts';

/**
 * An expression. Files keep its text in `internalExpression`, where `.I[n]` and `.O[n]` stand for the plugs connected
 * to `input[n]` and `output[n]`.
 *
 * Inputs and outputs are generic: they take numbers as they come. Maya puts unitConversion nodes between, so that text
 * sees degrees and file lengths; with `unitOption` none it leaves them out, and text sees radians and centimetres.
 * Source: Maya help, "expression" node.
 */
export const expression = declareNode({
  type: 'expression',
  base: node,
  attributes: {
    input: array(generic('in')),
    output: array(generic('out')),
    time: withImplicit(time('tim'), 'time'),
    expression: string('e'),
    internalExpression: string('ixp'),
    object: string('ob'),
    attribute: string('a'),
    objectMsg: message('obm'),
    animated: integer('ani', 1),
    unitOption: choice('uno', ['all', 'none', 'angular'], 'all'),
  },
});

export const UTILITY_EXPRESSION_DECLARATIONS = [expression];
