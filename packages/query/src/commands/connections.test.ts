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
  return sketchScene(
    {
      a: { type: 'transform', values: { translate: [4, 0, 0] } },
      aShape: { type: 'locator', parent: 'a' },
      b: { type: 'transform' },
      c: { type: 'transform' },
      convert: { type: 'unitConversion', values: { conversionFactor: 2 } },
      sum: { type: 'plusMinusAverage' },
    },
    [
      ['a.tx', 'convert.input'],
      ['convert.output', 'b.ty'],
      ['aShape.visibility', 'c.visibility'],
    ],
  );
}

describe('connectAttr', () => {
  test.each([
    ['connectAttr a.tx b.tx', 'Connected a.translateX to b.translateX.'],
    ['connectAttr a.tx b.tx; getAttr b.tx', '4'],
    ['connectAttr a.t b.t; getAttr b.tx', 'QUERY_CONNECTED'],
    ['connectAttr -f a.t b.t; getAttr b.t', '4 0 0'],
    ['connectAttr -f a.t b.t; listConnections -s 1 -d 0 -p 1 b.ty', ''],
    ['connectAttr a.tx b.ty', 'QUERY_CONNECTED'],
    ['connectAttr -force a.tx b.ty; getAttr b.ty', '4'],
    ['connectAttr convert.o b.ty', 'QUERY_CONNECTED'],
    ['setAttr -lock 1 b.tx; connectAttr a.tx b.tx', 'QUERY_LOCKED'],
    ['connectAttr a.t b.tx', 'QUERY_WRONG_VALUE'],
    ['connectAttr a.matrix b.tx', 'QUERY_WRONG_VALUE'],
    ['connectAttr a.tx', 'QUERY_ARGUMENTS'],
    ['connectAttr a b', 'QUERY_ARGUMENTS'],
    ['connectAttr -na a.tx sum.input1D; connectAttr -na a.ty sum.input1D', 'Connected a.translateY to sum.input1D[1].'],
    ['connectAttr a.tx b.tx; isConnected a.tx b.tx', '1'],
    ['isConnected -iuc a.tx b.ty', '1'],
    ['connectionInfo -sfd b.ty', 'convert.output'],
    ['connectionInfo -dfs a.tx', 'convert.input'],
    ['connectionInfo -isDestination a.tx', '0'],
    ['disconnectAttr convert.output b.ty', 'Disconnect convert.output from b.translateY.'],
    ['disconnectAttr convert.output b.ty; isConnected convert.output b.ty', '0'],
    ['disconnectAttr a.tx b.ty', 'QUERY_NOT_CONNECTED'],
  ])('%s gives %s', (text, expected) => expect(ask(scene(), text)).toBe(expected));
});

describe('listConnections', () => {
  test.each([
    ['listConnections b.ty', 'convert'],
    ['listConnections -p 1 b.ty', 'convert.output'],
    ['listConnections -c 1 -p 1 b.ty', 'b.translateY convert.output'],
    ['listConnections -s 0 -d 1 a.tx', 'convert'],
    ['listConnections -s 1 -d 0 a.tx', ''],
    ['listConnections -scn 1 b.ty', 'a'],
    ['listConnections -scn 1 -p 1 a.tx', 'b.translateY'],
    ['listConnections b', 'convert'],
    ['listConnections c.v', 'a'],
    ['listConnections -shapes 1 c.v', 'aShape'],
    ['listConnections -type transform convert', 'a b'],
    ['listConnections -type camera convert', ''],
    ['listConnections -source true -destination off convert', 'a'],
    ['listConnections b.t', 'convert'],
    ['listConnections a.nothing', 'QUERY_NO_ATTRIBUTE'],
    ['select c; listConnections', 'a'],
  ])('%s gives %s', (text, expected) => expect(ask(scene(), text)).toBe(expected));

  test('elements of a list count for the list', () => {
    expect(ask(scene(), 'connectAttr a.tx sum.input1D[3]; listConnections -p 1 sum.input1D')).toBe('a.translateX');
  });
});
