import { RiglineError } from '@rigline/diagnostics';
import { Graph, MAYA_NODE_TYPES } from '@rigline/evaluate';
import { formatMelValue } from '@rigline/mel';
import { type Scene, type SceneNode, SparseRows } from '@rigline/scene';
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

/** A body with two morph targets and a skin of two joints. */
function scene(): Scene {
  const sketch = sketchScene(
    {
      body: { type: 'transform' },
      bodyShape: { type: 'mesh', parent: 'body' },
      hip: { type: 'joint' },
      knee: { type: 'joint', parent: 'hip' },
      other: { type: 'joint' },
      bs: { type: 'blendShape', values: { 'weight[0]': 0.25, 'weight[3]': 1, envelope: 0.5 } },
      skin: { type: 'skinCluster', values: { maxInfluences: 4 } },
    },
    [
      ['hip.worldMatrix[0]', 'skin.matrix[0]'],
      ['knee.worldMatrix[0]', 'skin.matrix[2]'],
      ['bs.outputGeometry[0]', 'skin.input[0].inputGeometry'],
      ['skin.outputGeometry[0]', 'bodyShape.inMesh'],
    ],
  );
  const skin = sketch.find('skin') as SceneNode;
  const weights = new SparseRows();
  weights.add(5, 0, 0.75);
  weights.add(5, 2, 0.25);
  sketch.setValue(skin, 'weightList', weights);
  sketch.addAlias(sketch.find('bs') as SceneNode, 'smile', 'weight[3]');
  return sketch;
}

describe('blendShape', () => {
  test.each([
    ['blendShape -q -w bs', '0.25 1'],
    ['blendShape -q -target bs', 'weight[0] smile'],
    ['blendShape -q -weightCount bs', '2'],
    ['blendShape -q -envelope bs', '0.5'],
    ['blendShape -q -name body', 'bs'],
    ['blendShape -q -w body', '0.25 1'],
    ['blendShape -e -w 3 0.5 bs; getAttr bs.smile', '0.5'],
    ['blendShape -e -w 0 1 -w 3 0 bs; getAttr bs.weight', '1 0'],
    ['aliasAttr -q bs', 'smile weight[3]'],
    ['listAttr -multi -string "weight*" bs', 'weight weight[0] smile'],
    ['blendShape -q bs', 'QUERY_ARGUMENTS'],
    ['blendShape body', 'QUERY_UNSUPPORTED'],
    ['blendShape -q -w hip', 'QUERY_WRONG_NODE'],
  ])('%s gives %s', (text, expected) => expect(ask(scene(), text)).toBe(expected));
});

describe('skinCluster and skinPercent', () => {
  test.each([
    ['skinCluster -q -inf skin', 'hip knee'],
    ['skinCluster -q -influence body', 'hip knee'],
    ['skinCluster -q -mi skin', '4'],
    ['skinCluster -q -geometry skin', 'bodyShape'],
    ['skinPercent -q -v skin body.vtx[5]', '0.75 0.25'],
    ['skinPercent -q -v skin body.vtx[6]', '0 0'],
    ['skinPercent -t knee -q skin body.vtx[5]', '0.25'],
    ['skinPercent -q -t other skin body.vtx[5]', 'QUERY_WRONG_NODE'],
    ['skinPercent -q -v skin body', 'QUERY_ARGUMENTS'],
    ['getAttr skin.weightList[5].weights[2]', '0.25'],
    ['skinCluster body', 'QUERY_UNSUPPORTED'],
  ])('%s gives %s', (text, expected) => expect(ask(scene(), text)).toBe(expected));
});
