import { RiglineError } from '@rigline/diagnostics';
import { writeGlb } from '@rigline/formats/gltf';
import { readMa } from '@rigline/formats/ma';
import { expect, test } from 'vitest';
import { buildExport } from '../build-export.ts';
import { GlbFile } from './glb-file.ts';
import { GltfSampler } from './gltf-sampler.ts';

const SHOT = `//Maya ASCII 2024 scene
createNode transform -n "a";
createNode mesh -n "aShape" -p "a";
	setAttr -s 3 ".vt[0:2]" 0 0 0 1 0 0 0 1 0;
	setAttr -s 3 ".ed[0:2]" 0 1 0 1 2 0 2 0 0;
	setAttr ".fc[0]" -type "polyFaces" f 3 0 1 2;
createNode animCurveTL -n "c";
	setAttr -s 2 ".ktv[0:1]" 1 0 24 60;
connectAttr "c.o" "a.tx";
`;

async function written(): Promise<Uint8Array> {
  const { scene } = readMa(SHOT, { file: 'shot.ma' });
  return (await writeGlb(buildExport(scene, { space: 'gltf' }).scene)).glb;
}

test('a file cut at any byte is read or refused', async () => {
  const glb = await written();
  for (let length = 0; length < glb.length; length++) {
    try {
      const sampler = new GltfSampler(new GlbFile(glb.slice(0, length)));
      sampler.points(0);
    } catch (error) {
      expect(error).toBeInstanceOf(RiglineError);
    }
  }
});

test('a count beyond all bounds is refused before memory is taken', () => {
  const json = JSON.stringify({ accessors: [{ componentType: 5126, count: 1e12, type: 'VEC3' }] });
  const text = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 4) * 4));
  const glb = new Uint8Array(20 + text.length);
  const view = new DataView(glb.buffer);
  [0x46546c67, 2, glb.length, text.length, 0x4e4f534a].forEach((word, i) => {
    view.setUint32(i * 4, word, true);
  });
  glb.set(text, 20);
  expect(() => new GlbFile(glb).accessor(0)).toThrow(expect.objectContaining({ code: 'CONVERT_BAD_GLB' }));
});
