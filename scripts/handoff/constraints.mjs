/** Constraint nodes with the connections that Maya's commands make. */
import { values } from './ma-file.mjs';

/** Plugs of a target, by the kind of constraint: what it reads, and where that goes. */
const PIVOT = [
  ['t', 'tt'],
  ['rp', 'trp'],
  ['rpt', 'trt'],
  ['pm', 'tpm'],
];
const TURN = [
  ['r', 'tr'],
  ['ro', 'tro'],
  ['pm', 'tpm'],
];
const KINDS = {
  pointConstraint: {
    target: PIVOT,
    own: [
      ['pim', 'cpim'],
      ['rp', 'crp'],
      ['rpt', 'crt'],
    ],
    out: 't',
  },
  orientConstraint: {
    target: TURN,
    own: [
      ['ro', 'cro'],
      ['pim', 'cpim'],
    ],
    out: 'r',
  },
  aimConstraint: {
    target: PIVOT,
    own: [
      ['pim', 'cpim'],
      ['t', 'ct'],
      ['rp', 'crp'],
      ['rpt', 'crt'],
      ['ro', 'cro'],
    ],
    out: 'r',
  },
  parentConstraint: {
    target: [...PIVOT.slice(0, 3), ...TURN.slice(0, 2), ['s', 'ts'], ['pm', 'tpm']],
    own: [
      ['ro', 'cro'],
      ['pim', 'cpim'],
      ['rp', 'crp'],
      ['rpt', 'crt'],
    ],
    out: 'tr',
  },
  poleVectorConstraint: { target: PIVOT, own: [['pim', 'cpim']], out: '' },
};
/** What a joint as a target hands over besides. */
const JOINT_TURN = [['jo', 'tjo']];
const JOINT_PARENT = [...JOINT_TURN, ['ssc', 'tsc'], ['is', 'tis']];

const HIDDEN = ['v', 'tx', 'ty', 'tz', 'rx', 'ry', 'rz', 'sx', 'sy', 'sz'];

/**
 * Constrains a node and returns the constraint's name.
 *
 * @param targets Names; those of joints in `joints` as well.
 * @param attributes Further lines of the constraint.
 * @param output Plug by channel, where the result does not go straight to the constrained node.
 */
export function constrain(file, kind, node, targets, { attributes = [], joints = [], output } = {}) {
  const { target: plugs, own, out } = KINDS[kind];
  const name = `${node}_${kind}1`;
  const weights = targets.map((target, i) => ({ target, short: `w${i}`, long: `${target}W${i}` }));
  const added = weights.map(
    ({ short, long }) => `addAttr -dcb 0 -ci true -k true -sn "${short}" -ln "${long}" -dv 1 -min 0 -at "double"`,
  );
  const sizes = targets.length > 1 ? [`-s ${targets.length} ".tg"`] : [];
  const hidden = HIDDEN.map((channel) => `-k off ".${channel}"`);
  const shown = weights.map(({ short }) => `-k on ".${short}"`);
  file.node(kind, name, {
    parent: node,
    attributes: [...added, '-k on ".nds"', ...hidden, ...sizes, '".erp" yes', ...attributes, ...shown],
  });
  for (const [from, to] of own) file.connect(`${node}.${from}`, `${name}.${to}`);
  if (joints.includes(node) && out.includes('r')) file.connect(`${node}.jo`, `${name}.cjo`);
  for (const [i, { target, short }] of weights.entries()) {
    const isJoint = joints.includes(target);
    const joint = isJoint ? { orientConstraint: JOINT_TURN, parentConstraint: JOINT_PARENT }[kind] : undefined;
    for (const [from, to] of [...plugs, ...(joint ?? [])]) file.connect(`${target}.${from}`, `${name}.tg[${i}].${to}`);
    file.connect(`${name}.${short}`, `${name}.tg[${i}].tw`);
  }
  for (const channel of out) {
    for (const axis of 'xyz') {
      const to = output ? output(channel, axis) : `${node}.${channel}${axis}`;
      file.connect(`${name}.c${channel}${axis}`, to);
    }
  }
  return name;
}

/** Lines that state what a constraint gives where all its weights are 0. */
export const restOf = ({ translate, rotate }) => [
  ...(translate ? [`".rst" ${values.double3(translate)}`] : []),
  ...(rotate ? [`".rsrr" ${values.double3(rotate)}`] : []),
];
