import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RiglineError } from '@rigline/diagnostics';
import { checkScene, Graph, MAYA_NODE_TYPES, SceneSampler } from '@rigline/evaluate';
import { readMa } from '@rigline/formats/ma';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sceneInfo } from './scene-info.ts';

const folder = fileURLToPath(new URL('../../../fixtures/ma/', import.meta.url));
const TEXTS = readdirSync(folder)
  .filter((name) => name.endsWith('.ma'))
  .map((name) => readFileSync(folder + name, 'latin1'));
const NUMBERS = ['nan', '-inf', '1e308', '-1e308', '-0', '1e-320', '2147483648', '-1', '999999', '""'];

/** One change of a text: what kind, where (as a part of its statements), and with what. */
interface Edit {
  readonly kind: string;
  readonly at: number;
  readonly to: number;
  readonly number: string;
}

const edits = fc.array(
  fc.record({
    kind: fc.constantFrom('repeat', 'move', 'number', 'byte', 'rewire'),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    to: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    number: fc.constantFrom(...NUMBERS),
  }),
  { minLength: 1, maxLength: 12 },
);
const CONNECT = /connectAttr\s+(?:-\w+\s+)*"([^"]+)"\s+"([^"]+)"/;

function change(statements: string[], { kind, at, to, number }: Edit): void {
  const place = Math.floor(at * statements.length);
  const other = Math.floor(to * statements.length);
  const statement = statements[place] as string;
  if (kind === 'repeat') statements.splice(other, 0, statement);
  else if (kind === 'move') statements.splice(other, 0, ...statements.splice(place, 1));
  else if (kind === 'number') statements[place] = statement.replace(/(?<=[\s[:])-?\d[\d.]*/, number);
  else if (kind === 'byte') {
    const byte = String.fromCharCode(Math.floor(to * 256));
    const cut = Math.floor(at * statement.length);
    statements[place] = statement.slice(0, cut) + byte + statement.slice(cut + 1);
  } else {
    const connections = statements.map((text) => CONNECT.exec(text)).filter((match) => match !== null);
    const from = connections[Math.floor(at * connections.length)];
    const into = connections[Math.floor(to * connections.length)];
    if (from && into) statements.push(`\nconnectAttr -f "${from[to < 0.5 ? 1 : 2]}" "${into[2]}"`);
  }
}

test('a scene with any statements changed is read and evaluated, or refused', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TEXTS), edits, (text, list) => {
      const statements = text.split(';');
      for (const edit of list) change(statements, edit);
      try {
        const { scene, problems } = readMa(Buffer.from(statements.join(';'), 'latin1'), { file: 'mutated.ma' });
        JSON.stringify(sceneInfo(scene, problems));
        const graph = new Graph(scene, MAYA_NODE_TYPES);
        const sampler = new SceneSampler(graph, { meshes: true });
        for (const frame of [1, 7.5, -1e6]) sampler.sample(frame);
        const found = checkScene(scene, graph, { frames: [1, 2] });
        expect(found.filter(({ code }) => code === 'EVALUATE_COMPUTE_FAILED')).toEqual([]);
      } catch (error) {
        if (!(error instanceof RiglineError)) throw error;
      }
    }),
    { numRuns: 300 },
  );
});
