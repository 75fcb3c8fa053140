/** Single chain IK as Maya's handle and effector. */
import { angle3, type SceneNode } from '@rigline/scene';
import type { BuiltConstraint } from './constraint-links.ts';
import { addWeight } from './constraint-weights.ts';
import { connectTriple } from './constraint-wiring.ts';
import type { FbxObject } from './document-types.ts';
import { reportFbx } from './problems.ts';
import type { AnimatedPlug } from './property-plugs.ts';
import type { FbxSceneContext } from './scene-context.ts';

/** Property `SolverType` by number. */
const SOLVERS = ['ikRPsolver', 'ikSCsolver'] as const;

const DEGREE = Math.PI / 180;

/** Plugs of the effector of the file that the handle takes over. */
const PLACE = ['translate', 'rotate', 'rotatePivot', 'rotatePivotTranslate'] as const;

/**
 * Puts the handle where the effector of the file is, beside it: its pole vector counts in the space above. As long as
 * its solver is not connected the handle turns nothing.
 */
export function wireIk(context: FbxSceneContext, constraint: BuiltConstraint, plugs: Map<string, AnimatedPlug>): void {
  const { node, object, links } = constraint;
  const { scene, unit } = context;
  if (links.constrained) {
    scene.connect({ node: links.constrained.node, path: 'message' }, { node, path: 'startJoint' });
  }
  const effector = links.effector?.node;
  if (effector) {
    for (const path of PLACE) connectTriple(context, effector, path, node, path);
    scene.connect({ node: effector, path: 'rotateOrder' }, { node, path: 'rotateOrder' });
  }
  const pole = object.properties.vector('PoleVector', [0, 1, 0]);
  const leaves = ['X', 'Y', 'Z'].map((axis) => `poleVector${axis}`);
  leaves.forEach((leaf, i) => {
    scene.setValue(node, leaf, (pole[i] as number) * unit);
  });
  plugs.set('PoleVector', {
    node,
    path: 'poleVector',
    leaves,
    scale: unit,
    curveType: 'animCurveTL',
    layered: 'fbxLayeredTranslate',
  });
  const twist = object.properties.number('Twist', 0);
  if (twist !== 0) scene.setValue(node, 'twist', twist * DEGREE);
  plugs.set('Twist', {
    node,
    path: 'twist',
    leaves: ['twist'],
    scale: DEGREE,
    curveType: 'animCurveTA',
    layered: 'fbxLayeredNumber',
  });
  addPole(context, constraint, plugs);
}

/** The pole objects as targets of Maya's pole vector constraint; it drives nothing yet. */
function addPole(context: FbxSceneContext, constraint: BuiltConstraint, plugs: Map<string, AnimatedPlug>): void {
  const { node, links } = constraint;
  if (links.targets.length === 0) return;
  const { scene } = context;
  const name = `${node.name}_poleVectorConstraint`;
  const pole = scene.addNode({ type: 'poleVectorConstraint', name, parent: node });
  scene.setValue(pole, 'enableRestPosition', 1);
  scene.connect({ node, path: 'parentInverseMatrix[0]' }, { node: pole, path: 'constraintParentInverseMatrix' });
  if (links.constrained) {
    scene.connect({ node: links.constrained.node, path: 'parentMatrix[0]' }, { node: pole, path: 'pivotSpace' });
    connectTriple(context, links.constrained.node, 'translate', pole, 'constraintRotatePivot');
  }
  links.targets.forEach((target, i) => {
    const weight = addWeight(context, constraint, target, i, plugs);
    scene.connect(weight, { node: pole, path: `target[${i}].targetWeight` });
    scene.connect(
      { node: target.node, path: 'worldMatrix[0]' },
      { node: pole, path: `target[${i}].targetParentMatrix` },
    );
    connectTriple(context, target.node, 'rotatePivot', pole, `target[${i}].targetRotatePivot`);
  });
}

/** Lets a handle turn its joints: makes its effector and connects its solver. `models`: the Models of nodes. */
export function driveIk(
  context: FbxSceneContext,
  { node, object, links }: BuiltConstraint,
  models: ReadonlyMap<SceneNode, FbxObject>,
): void {
  const { scene } = context;
  const end = links.endJoint?.node;
  const parent = end?.parents[0];
  const start = links.constrained?.node;
  if (!end || !parent || !start) return;
  const effector = scene.addNode({ type: 'ikEffector', name: scene.freeName('effector#'), parent });
  connectTriple(context, end, 'translate', effector, 'translate');
  scene.connect({ node: effector, path: 'message' }, { node, path: 'endEffector' });
  for (let joint = parent; ; joint = joint.parents[0] as SceneNode) {
    addPreferredAngle(context, joint, models.get(joint));
    if (isTurnedAfter(joint)) {
      reportFbx(context.log, 'FBX_CONSTRAINT_APPROXIMATED', {
        message: `"${object.name}" turns a joint with a post rotation, which it does not know`,
        at: context.place(object),
        hint: 'Bake the constraint before export.',
      });
    }
    if (joint === start || !joint.parents[0]) break;
  }
  const type = SOLVERS[object.properties.number('SolverType', 0)] ?? SOLVERS[0];
  scene.connect({ node: solverOf(context, type), path: 'message' }, { node, path: 'ikSolver' });
  const pole = node.children.find((child) => child.type === 'poleVectorConstraint');
  if (pole && type === 'ikRPsolver') connectTriple(context, pole, 'constraintTranslate', node, 'poleVector');
}

function isTurnedAfter(joint: SceneNode): boolean {
  return ['X', 'Y', 'Z'].some((axis) => (joint.values.get(`postRotation${axis}`) ?? 0) !== 0);
}

/** How a joint bends by itself, as an attribute of the name that joints of Maya have. */
function addPreferredAngle({ scene }: FbxSceneContext, joint: SceneNode, model: FbxObject | undefined): void {
  if (!model || joint.dynamics?.preferredAngle) return;
  const axes = ['X', 'Y', 'Z'];
  // The name is the file format's own.
  const angles = axes.map((axis) => model.properties.number(`PreferedAngle${axis}`, 0) * DEGREE);
  if (angles.every((angle) => angle === 0)) return;
  scene.addAttribute(joint, 'preferredAngle', angle3('preferredAngle', 'pa'));
  axes.forEach((axis, i) => {
    scene.setValue(joint, `preferredAngle${axis}`, angles[i] as number);
  });
}

function solverOf({ scene }: FbxSceneContext, type: string): SceneNode {
  return scene.nodes.find((node) => node.type === type) ?? scene.addNode({ type, name: type });
}
