/** Constrained objects over keyed targets, from a seed: as Maya ASCII text, and as plain data for another application. */
import { seededRandom } from './ma-scene.ts';

/** In the order in which objects take them in turn. */
export const CONSTRAINT_KINDS = ['point', 'orient', 'parent', 'aim', 'scale'] as const;
export type ConstraintKind = (typeof CONSTRAINT_KINDS)[number];

/** Keys of one target: values per frame of `keyFrames`; rotation in degrees. */
export interface TargetKeys {
  readonly name: string;
  readonly translate: readonly (readonly number[])[];
  readonly rotateDeg: readonly (readonly number[])[];
  /** Only under a scale constraint; other targets keep the scale 1. */
  readonly scale: readonly (readonly number[])[] | undefined;
}

export interface ConstraintScene {
  readonly frames: number;
  readonly keyFrames: readonly number[];
  readonly objects: readonly { readonly name: string; readonly kind: ConstraintKind; readonly at: readonly number[] }[];
  /** One per object, in the same order. */
  readonly targets: readonly TargetKeys[];
}

export function generateConstraintScene(count: number, frames: number, seed: number): ConstraintScene {
  const random = seededRandom(seed);
  const rounded = (least: number, most: number): number => Math.round((least + (most - least) * random()) * 1e4) / 1e4;
  const triple = (least: number, most: number): number[] => [0, 1, 2].map(() => rounded(least, most));
  const keyFrames = [0, 1, 2, 3, 4, 5].map((i) => 1 + Math.round(((frames - 1) * i) / 5));
  const kindOf = (i: number): ConstraintKind => CONSTRAINT_KINDS[i % CONSTRAINT_KINDS.length] as ConstraintKind;
  const indices = Array.from({ length: count }, (_, i) => i);
  return {
    frames,
    keyFrames,
    objects: indices.map((i) => ({ name: `object${i}`, kind: kindOf(i), at: triple(-50, 50) })),
    targets: indices.map((i) => ({
      name: `target${i}`,
      translate: keyFrames.map(() => triple(-50, 50)),
      rotateDeg: keyFrames.map(() => triple(-80, 80)),
      scale: kindOf(i) === 'scale' ? keyFrames.map(() => triple(0.5, 2)) : undefined,
    })),
  };
}

const AXES = ['x', 'y', 'z'];

function curveText(target: TargetKeys, channel: 't' | 'r' | 's', keyFrames: readonly number[]): string {
  const values = { t: target.translate, r: target.rotateDeg, s: target.scale }[channel];
  const type = { t: 'animCurveTL', r: 'animCurveTA', s: 'animCurveTU' }[channel];
  if (!values) return '';
  let text = '';
  AXES.forEach((axis, part) => {
    const name = `${target.name}_${channel}${axis}`;
    const keys = keyFrames.map((frame, i) => `${frame} ${values[i]?.[part]}`).join(' ');
    text += `createNode ${type} -n "${name}";\n\tsetAttr ".tan" 18;\n\tsetAttr ".wgt" no;\n`;
    text += `\tsetAttr -s ${keyFrames.length} ".ktv[0:${keyFrames.length - 1}]" ${keys};\n`;
    text += `connectAttr "${name}.o" "${target.name}.${channel}${axis}";\n`;
  });
  return text;
}

/** Plugs of the constrained object and of its target that each kind reads, and what it writes. */
const WIRES: Record<ConstraintKind, { own: string[]; target: string[]; writes: string[] }> = {
  point: { own: ['pim cpim', 'rp crp', 'rpt crt'], target: ['t tt', 'rp trp', 'rpt trt', 'pm tpm'], writes: ['t'] },
  orient: { own: ['pim cpim', 'ro cro'], target: ['r tr', 'ro tro', 'pm tpm'], writes: ['r'] },
  parent: {
    own: ['pim cpim', 'ro cro', 'rp crp', 'rpt crt'],
    target: ['t tt', 'rp trp', 'rpt trt', 'r tr', 'ro tro', 's ts', 'pm tpm'],
    writes: ['t', 'r'],
  },
  aim: {
    own: ['pim cpim', 't ct', 'ro cro', 'rp crp', 'rpt crt'],
    target: ['t tt', 'rp trp', 'rpt trt', 'pm tpm'],
    writes: ['r'],
  },
  scale: { own: ['pim cpim'], target: ['s ts', 'pm tpm'], writes: ['s'] },
};

function constraintText(object: string, target: string, kind: ConstraintKind): string {
  const name = `${object}_${kind}Constraint1`;
  const wires = WIRES[kind];
  let text = `createNode ${kind}Constraint -n "${name}" -p "${object}";\n`;
  text += `\taddAttr -ci true -k true -sn "w0" -ln "${target}W0" -dv 1 -min 0 -at "double";\n\tsetAttr -k on ".w0";\n`;
  for (const wire of wires.own) text += connection(object, wire, name, '');
  for (const wire of wires.target) text += connection(target, wire, name, 'tg[0].');
  text += `connectAttr "${name}.w0" "${name}.tg[0].tw";\n`;
  for (const channel of wires.writes) {
    for (const axis of AXES) text += `connectAttr "${name}.c${channel}${axis}" "${object}.${channel}${axis}";\n`;
  }
  return text;
}

function connection(from: string, wire: string, to: string, prefix: string): string {
  const [source, destination] = wire.split(' ');
  return `connectAttr "${from}.${source}" "${to}.${prefix}${destination}";\n`;
}

/** The scene as Maya would save it. */
export function formatConstraintScene(scene: ConstraintScene): string {
  let text = '//Maya ASCII 2024 scene\n//Codeset: UTF-8\nrequires maya "2024";\n';
  text += 'currentUnit -l centimeter -a degree -t film;\n';
  for (const { name, at } of scene.objects) {
    text += `createNode transform -n "${name}";\n\tsetAttr ".t" -type "double3" ${at.join(' ')} ;\n`;
  }
  for (const target of scene.targets) text += `createNode transform -n "${target.name}";\n`;
  for (const target of scene.targets) {
    for (const channel of ['t', 'r', 's'] as const) text += curveText(target, channel, scene.keyFrames);
  }
  scene.objects.forEach(({ name, kind }, i) => {
    text += constraintText(name, scene.targets[i]?.name ?? '', kind);
  });
  return text;
}
