import { RiglineError } from '@rigline/diagnostics';
import { Graph, MAYA_NODE_TYPES } from '@rigline/evaluate';
import { formatMelValue } from '@rigline/mel';
import type { Scene } from '@rigline/scene';
import { sketchScene } from '@rigline/testkit';
import { describe, expect, test } from 'vitest';
import { createQuerySession } from '../query-session.ts';

/** Runs text on a scene and gives the value of its last command as text, or the code of its error. */
function ask(scene: Scene, text: string): string {
  const session = createQuerySession(scene, new Graph(scene, MAYA_NODE_TYPES));
  try {
    const value = session.run(text);
    return value ? formatMelValue(value) : 'nothing';
  } catch (error) {
    if (error instanceof RiglineError) return error.code;
    throw error;
  }
}

function scene(): Scene {
  const sketch = sketchScene({
    root: { type: 'transform' },
    arm: { type: 'joint', parent: 'root' },
    hand: { type: 'joint', parent: 'arm' },
    mark: { type: 'transform', parent: 'root' },
    markShape: { type: 'locator', parent: 'mark' },
    other: { type: 'transform' },
    persp: { type: 'transform' },
    perspShape: { type: 'camera', parent: 'persp' },
    'ns:arm': { type: 'transform' },
  });
  const parent = sketch.find('other');
  sketch.addNode({ type: 'transform', name: 'hand', ...(parent ? { parent } : {}) });
  return sketch;
}

describe('listRelatives', () => {
  test.each([
    ['listRelatives root', 'arm mark'],
    ['listRelatives -children root', 'arm mark'],
    ['listRelatives -c -type joint root', 'arm'],
    ['listRelatives -p arm', 'root'],
    ['listRelatives -s mark', 'markShape'],
    ['listRelatives -ad root', 'markShape mark hand arm'],
    ['listRelatives -ad -type joint root', 'hand arm'],
    ['listRelatives -f arm', '|root|arm|hand'],
    ['listRelatives -pa arm', 'arm|hand'],
    ['listRelatives -allParents markShape', 'mark'],
    ['listRelatives -p -f "other|hand"', '|other'],
    ['listRelatives nothing', 'QUERY_NO_NODE'],
    ['listRelatives hand', 'QUERY_NO_NODE'],
    ['select root; listRelatives', 'arm mark'],
  ])('%s gives %s', (text, expected) => expect(ask(scene(), text)).toBe(expected));

  test('an instance has several parents', () => {
    const sketch = scene();
    const [mark, other] = [sketch.find('mark'), sketch.find('other')];
    if (mark && other) sketch.addInstance(mark, other);
    expect(ask(sketch, 'listRelatives -allParents mark')).toBe('root other');
    expect(ask(sketch, 'listRelatives -f -c other')).toBe('|other|hand |other|mark');
  });
});

describe('ls', () => {
  test.each([
    ['ls -type joint', 'arm arm|hand'],
    ['ls -type joint -long', '|root|arm |root|arm|hand'],
    ['ls -shapes', 'markShape perspShape'],
    ['ls -cameras', 'perspShape'],
    ['ls -exactType transform', 'root mark other persp ns:arm other|hand'],
    ['ls "ma*"', 'mark markShape'],
    ['ls "m??k"', 'mark'],
    ['ls "*:arm"', 'ns:arm'],
    ['ls "*arm"', 'arm'],
    ['ls "root|*"', 'arm mark'],
    ['ls hand', 'arm|hand other|hand'],
    ['ls nothing', ''],
    ['ls -dag root', 'root arm arm|hand mark markShape'],
    ['ls -assemblies', 'root other persp ns:arm'],
    ['ls -head 2 -type transform', 'root arm'],
    ['ls -tail 1 -cameras', 'perspShape'],
    ['ls -showType mark', 'mark transform'],
    ['ls "mark.t*" "mark.tx"', 'mark.translateX'],
    ['select mark other; ls -sl', 'mark other'],
    ['select mark.tx; ls -selection', 'mark.translateX'],
    ['select root; select -add mark; select -d root; ls -sl', 'mark'],
    ['select root mark; select -tgl root other; ls -sl', 'mark other'],
    ['select -hi root; ls -sl', 'root arm arm|hand mark markShape'],
    ['select root; select -cl; ls -sl', ''],
    ['select mark.tx; selectedNodes', 'mark'],
    ['select nothing', 'QUERY_NO_NODE'],
  ])('%s gives %s', (text, expected) => expect(ask(scene(), text)).toBe(expected));
});

describe('making and moving nodes', () => {
  test.each([
    ['spaceLocator -n tip -p 1 2 3; getAttr tipShape.localPosition', '1 2 3'],
    ['string $n[] = `polyCube -n box -w 2`; $n[0]', 'box'],
    ['polyCube; polyCube; ls -sl', 'pCube2'],
    ['createNode joint -n elbow -p hand', 'QUERY_NO_NODE'],
    ['createNode joint -n elbow -p "arm|hand"; listRelatives -p elbow', 'hand'],
    ['createNode locator -n l; listRelatives -p -f `ls -sl`', '|l'],
    ['createNode transform -n mark', 'mark1'],
    ['group -em -n empty; objectType empty', 'transform'],
    ['setAttr arm.tx 3; group -n g arm; listRelatives -f g', '|root|g|arm'],
    ['rename mark spot; listRelatives spot', 'spotShape'],
    ['rename mark "no name"', 'QUERY_ARGUMENTS'],
    ['setAttr other.t 1 2 3; setAttr other.ry 90; parent mark other; xform -q -ws -t mark', '0 0 0'],
    ['setAttr other.t 1 2 3; parent -r mark other; xform -q -ws -t mark', '1 2 3'],
    ['parent -w mark; listRelatives -p mark', ''],
    ['parent root mark', 'SCENE_PARENT_CYCLE'],
    ['setAttr root.ty 5; move 1 2 3 mark; getAttr mark.t', '1 -3 3'],
    ['setAttr root.ty 5; move -ls 1 2 3 mark; getAttr mark.t', '1 2 3'],
    ['move 1 2 3 mark; move -r 1 0 0 mark; getAttr mark.t', '2 2 3'],
    ['move -y 4 mark; getAttr mark.t', '0 4 0'],
    ['rotate 0 30 0 mark; getAttr mark.ry', '30'],
    ['rotate 10 20 30 mark; rotate 10 20 30 mark; getAttr mark.rz', '30'],
    ['scale 2 2 2 mark; scale -r 2 1 1 mark; getAttr mark.s', '4 2 2'],
    ['select mark; move 1 0 0; getAttr mark.tx', '1'],
    ['move 1 2 mark', 'QUERY_ARGUMENTS'],
  ])('%s gives %s', (text, expected) => {
    const words = ask(scene(), text).split(' ');
    expect(
      words
        .map((word) => (/^-?[\d.]+(e-\d+)?$/.test(word) ? String(Number(Number(word).toFixed(9)) + 0) : word))
        .join(' '),
    ).toBe(expected);
  });
});
