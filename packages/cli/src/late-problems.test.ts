import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fbxRecord, writeFbxBinary } from '@rigline/testkit';
import { afterAll, expect, test } from 'vitest';
import { EXIT, main } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'rigline-late-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A mesh of so many points that its arrays are not unpacked while the file is read, with one of them damaged. */
function damagedMesh(): Uint8Array {
  const points = Float64Array.from({ length: 30_000 }, (_, i) => Math.sin(i));
  const bytes = writeFbxBinary(
    [
      fbxRecord('FBXHeaderExtension', [], [fbxRecord('FBXVersion', [7400], [])]),
      fbxRecord(
        'Objects',
        [],
        [
          fbxRecord('Model', [1, 'body\0\x01Model', 'Mesh'], []),
          fbxRecord(
            'Geometry',
            [2, 'body\0\x01Geometry', 'Mesh'],
            [
              fbxRecord('Vertices', [points], []),
              fbxRecord(
                'PolygonVertexIndex',
                [Int32Array.from({ length: 9000 }, (_, i) => (i % 3 === 2 ? ~i : i))],
                [],
              ),
            ],
          ),
        ],
      ),
      fbxRecord('Connections', [], [fbxRecord('C', ['OO', 1, 0], []), fbxRecord('C', ['OO', 2, 1], [])]),
    ],
    { version: 7400, packed: true },
  );
  const at = Buffer.from(bytes).indexOf('Vertices') + 5000;
  bytes.fill(0xa5, at, at + 40);
  return bytes;
}

test('a damaged array that is unpacked only when points are asked for is a problem of eval', async () => {
  const file = join(folder, 'damaged.fbx');
  writeFileSync(file, damagedMesh());
  let out = '';
  const code = await main(['node', 'rigline', 'eval', file, '--meshes', '--json'], {
    out: (text) => {
      out += text;
    },
    err: () => undefined,
    isInteractive: false,
  });
  const { problems } = JSON.parse(out) as { problems: { code: string }[] };
  expect(problems.map((problem) => problem.code)).toContain('FBX_DAMAGED_ARRAY');
  expect(code).toBe(EXIT.problems);
});
