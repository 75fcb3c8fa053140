/**
 * Writes the demo shot: a lantern passes from one arm to the other, and an owl watches.
 *
 * Run: `node scripts/generate-handoff.mjs` writes `examples/handoff/handoff.ma`; with `--check` it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addArm } from './handoff/arm.mjs';
import { addCamera } from './handoff/camera.mjs';
import { addLantern } from './handoff/lantern.mjs';
import { MaFile, values } from './handoff/ma-file.mjs';
import { Materials } from './handoff/materials.mjs';
import { LEFT, RANGE, RIGHT } from './handoff/motion.mjs';
import { addOwl } from './handoff/owl.mjs';
import { closingStatements, headerLines, settingStatements } from './handoff/scene-globals.mjs';
import { addStage } from './handoff/stage.mjs';

export const HANDOFF_FILE = fileURLToPath(new URL('../examples/handoff/handoff.ma', import.meta.url));

/** Closing of the grippers: 0 open, 1 shut. */
const GRIP_LEFT = [
  [1, 1],
  [84, 1],
  [88, 0.92],
  [97, 0],
  [126, 0.1],
  [140, 0.35],
  [168, 0.3],
];
const GRIP_RIGHT = [
  [1, 0.35],
  [34, 0.3],
  [52, 0],
  [68, 0],
  [77, 1],
  [168, 1],
];

/** The text of the shot. */
export function generateHandoff() {
  const file = new MaFile();
  const materials = new Materials(file);
  addStartupCameras(file);
  addStage(file, materials);
  file.compute('ikRPsolver', 'ikRPsolver');
  addArm(file, materials, {
    name: 'armL',
    motion: LEFT,
    main: 'copper',
    dark: 'copperDark',
    controlColor: 13,
    grip: GRIP_LEFT,
    isDriven: false,
    poleIsConstrained: true,
  });
  addArm(file, materials, {
    name: 'armR',
    motion: RIGHT,
    main: 'teal',
    dark: 'tealDark',
    controlColor: 18,
    grip: GRIP_RIGHT,
    isDriven: true,
    poleIsConstrained: false,
  });
  addLantern(file, materials);
  addOwl(file, materials);
  addCamera(file, materials);
  materials.write(values);
  closingStatements(file);
  return file.toString({
    name: 'handoff.ma',
    header: headerLines(),
    settings: settingStatements(materials.count),
  });
}

function addStartupCameras(file) {
  const cameras = [
    ['persp', [420, 320, 620], [-21, 34, 0]],
    ['top', [0, 1000, 0], [-90, 0, 0]],
    ['front', [0, 0, 1000], [0, 0, 0]],
    ['side', [1000, 0, 0], [0, 90, 0]],
  ];
  for (const [name, t, r] of cameras) {
    const isFlat = name !== 'persp';
    file.node('transform', name, {
      isShared: true,
      attributes: ['".v" no', `".t" ${values.double3(t)}`, `".r" ${values.double3(r)}`],
    });
    file.node('camera', `${name}Shape`, {
      parent: name,
      isShared: true,
      attributes: [
        '-k off ".v" no',
        ...(isFlat ? ['".rnd" no'] : ['".fl" 35']),
        `".coi" ${isFlat ? 1000 : 780}`,
        ...(isFlat ? ['".ow" 600'] : []),
        `".imn" -type "string" "${name}"`,
        `".hc" -type "string" "viewSet -${name[0]} %camera"`,
        ...(isFlat ? ['".o" yes'] : []),
      ],
    });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = generateHandoff();
  if (process.argv.includes('--check')) {
    const isSame = readFileSync(HANDOFF_FILE, 'utf8') === text;
    console.log(
      isSame ? 'handoff.ma is as the script writes it' : 'handoff.ma differs; run the script without --check',
    );
    process.exitCode = isSame ? 0 : 1;
  } else {
    writeFileSync(HANDOFF_FILE, text);
    console.log(`${HANDOFF_FILE}: ${Math.round(text.length / 1024)} KiB, frames ${RANGE.first} to ${RANGE.last}`);
  }
}
