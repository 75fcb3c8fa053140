import {
  angle,
  angle3,
  array,
  boolean,
  choice,
  data,
  distance3,
  integer,
  matrix,
  message,
  number,
  number3,
} from '../attribute.ts';
import { declareNode, type NodeDeclaration } from '../node-declaration.ts';
import { node, transform } from './dag.ts';

/**
 * Goal of a chain of joints. `jointRotate` is ours: what the solver gives the joints from the start on.
 *
 * The default pole vector (0, 0, 1) is what a saved file that does not write one was solved with.
 * Source: Maya help, "ikHandle"; short names from saved files.
 */
export const ikHandle = declareNode({
  type: 'ikHandle',
  base: transform,
  attributes: {
    startJoint: message('hsj'),
    endEffector: message('hee'),
    ikSolver: message('hsv'),
    ikBlend: number('ikb', 1),
    poleVector: distance3('poleVector', 'pv', [0, 0, 1]),
    twist: angle('twi'),
    roll: angle('rol'),
    offset: number('off'),
    snapEnable: boolean('hsh', true),
    stickiness: choice('hs', ['off', 'sticky', 'superSticky'], 'off'),
    priority: integer('hpr', 1),
    weight: number('hw', 1),
    poWeight: number('hpo', 1),
    rootOnCurve: boolean('roc'),
    rootTwistMode: boolean('rtm'),
    twistType: integer('twt'),
    inCurve: data('ic'),
    dTwistControlEnable: boolean('dtce'),
    dWorldUpType: integer('dwut'),
    dWorldUpAxis: integer('dwua'),
    dForwardAxis: integer('dfa'),
    dWorldUpVector: number3('dWorldUpVector', 'dwuv', [0, 1, 0]),
    dWorldUpVectorEnd: number3('dWorldUpVectorEnd', 'dwve', [0, 1, 0]),
    dTwistValueType: integer('dtvt'),
    dTwistRampMult: number('dtrm', 90),
    dWorldUpMatrix: matrix('dwum'),
    dWorldUpMatrixEnd: matrix('dwue'),
    ikFkManipulation: boolean('eik'),
    splineIkOldStyle: boolean('sio'),
    jointRotate: array(angle3('jointRotate', 'jointRotate')),
  },
});

/** Hangs beside the end joint, whose translate drives its own. Source: Maya help, "ikEffector". */
export const ikEffector = declareNode({
  type: 'ikEffector',
  base: transform,
  attributes: { handlePath: message('hp'), hideDisplay: boolean('hd') },
});

/** Solvers are told apart by type; they hold settings of the iteration and no data. */
const SOLVERS = [
  'ikRPsolver',
  'ikSCsolver',
  'ik2Bsolver',
  'ikSplineSolver',
  'ikSpringSolver',
  'ikMCsolver',
  'ikPASolver',
  'hikSolver',
].map((type) =>
  declareNode({
    type,
    base: node,
    attributes: { maxIterations: integer('mi', 100), tolerance: number('t', 1e-5) },
  }),
);

const ikSystem = declareNode({
  type: 'ikSystem',
  base: node,
  attributes: { ikSolver: array(message('sol')), globalSnap: boolean('gsn', true), globalSolve: boolean('gsv', true) },
});

export const IK_DECLARATIONS: readonly NodeDeclaration[] = [
  ikHandle,
  ikEffector,
  ...SOLVERS,
  ikSystem,
] as readonly NodeDeclaration[];
