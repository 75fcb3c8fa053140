/** The points that the authoring programs of the FBX corpus exported themselves, frame by frame as OBJ. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { Graph, NODE_TYPES, SceneSampler } from '@rigline/evaluate';
import { readFbx } from '@rigline/formats/fbx';
import { largestDistance, readObjPoints, sizeOf } from './obj-points.mjs';

/** How a point of ours is written in an OBJ of the corpus, by the words of its index. */
const CONVERSIONS = {
  'same axes': (x, y, z) => [x, y, z],
  'mirrored in y': (x, y, z) => [x, -y, z],
  'mirrored in z': (x, y, z) => [x, y, -z],
  '(x,y,z)->(x,-z,y)': (x, y, z) => [x, -z, y],
  '(x,y,z)->(x,z,-y)': (x, y, z) => [x, z, -y],
};

/** World points of all meshes at a frame, or of the stored values for none, as the OBJ has them. */
function pointsAt(scenes, { obj, frame, conversion, scale }) {
  const sampler = frame === null ? scenes.stored() : scenes.take(wordOf(obj));
  const convert = CONVERSIONS[conversion ?? 'same axes'];
  const k = scale ?? 1;
  const points = [];
  const sampled = sampler.sample(frame ?? 0);
  const shown = new Map(sampled.nodes.map((node) => [node.path, node.visible]));
  for (const { path, positionsXyz: p } of sampled.meshes) {
    if (shown.get(path) === false) continue;
    for (let i = 0; i < p.length; i += 3) points.push(...convert(p[i] * k, p[i + 1] * k, p[i + 2] * k));
  }
  return Float64Array.from(points);
}

/** The word before the frame in the name of an OBJ, such as `spin` in `maya_game_sausage_spin_7.obj`: a take, maybe. */
function wordOf(obj) {
  return /_([a-z]+)_\d+\.obj$/.exec(obj)?.[1];
}

/** The scene of a file with one of its takes and with stored values alone, each made when asked for. */
function openScenes(path) {
  const bytes = readFileSync(path);
  const inflate = (packed, size) => inflateSync(packed, { maxOutputLength: Math.max(size, 1) });
  const read = (options) => readFbx(bytes, { file: path, inflate, ...options }).scene;
  const sampler = (scene) => new SceneSampler(new Graph(scene, NODE_TYPES), { meshes: true });
  const opened = new Map();
  const open = (key, make) => {
    if (!opened.has(key)) opened.set(key, sampler(make()));
    return opened.get(key);
  };
  return {
    stored: () => open(null, () => read({ take: null })),
    take: (word) => {
      const first = read({});
      const named = first.settings.takes.find(({ name }) => word && name.toLowerCase().endsWith(word));
      return named ? open(named.name, () => read({ take: named.name })) : open(undefined, () => first);
    },
  };
}

/** Text of an OBJ is rounded to six digits, so points agree to a part of the size of the scene. */
const ROUNDING = 5e-6;

/** Bind poses are stored in the file, and are not what it evaluates to at any time. */
const BIND_POSE = /_bind\d*\.obj$/;

export function scoreObjFrames(files, score) {
  const index = JSON.parse(readFileSync(join(files, 'expected/_index.json'), 'utf8'));
  for (const { file, ok, obj } of index) {
    if (!ok || !obj?.length) continue;
    const scenes = openScenes(join(files, file));
    for (const frame of obj) {
      if (BIND_POSE.test(frame.obj)) continue;
      const theirs = readObjPoints(readFileSync(join(files, frame.obj), 'utf8'));
      const size = sizeOf(theirs);
      const tolerance = Math.max(size * ROUNDING, (frame.maxError ?? 0) * 1.5);
      const distance = distanceOf(pointsAt(scenes, frame), theirs, size * 1e-2);
      score.add('fbx: points of the DCC', distance <= tolerance, `${file} ${frame.obj}: off by ${distance} on ${size}`);
    }
  }
}

/** Every point of theirs is one of ours; and the other way round, unless we have more: points without a face. */
function distanceOf(ours, theirs, reach) {
  const there = largestDistance(theirs, ours, reach);
  return ours.length > theirs.length ? there : Math.max(there, largestDistance(ours, theirs, reach));
}
