/** The curve corpus: samples computed by Autodesk's AnimX from recorded tangents, and tangents that it computed. */
import { readFileSync } from 'node:fs';
import {
  compileCurve,
  compileRotationCurve,
  computeTangents,
  evaluateCurveBatch,
  evaluateRotationCurve,
} from '@rigline/evaluate';

const TOLERANCE = 1e-9;
/** The recorder passes the w of a key through float32. */
const ROTATION_TOLERANCE = 1e-6;

const typeOf = (name) => name.toLowerCase();
const numbers = (curve, name) => Float64Array.from(curve.keys, (key) => key[name]);

function keysOf(curve) {
  return {
    times: numbers(curve, 'time'),
    values: numbers(curve, 'value'),
    inTypes: curve.keys.map((key) => typeOf(key.inTangentType)),
    outTypes: curve.keys.map((key) => typeOf(key.outTangentType)),
    inX: numbers(curve, 'ix'),
    inY: numbers(curve, 'iy'),
    outX: numbers(curve, 'ox'),
    outY: numbers(curve, 'oy'),
    weighted: curve.weighted,
    preInfinity: curve.preInfinity,
    postInfinity: curve.postInfinity,
  };
}

/** Samples at which a hair's breadth in time moves the value far are listed by the corpus, and left out. */
function scoreScalar(curve, score) {
  const sensitive = new Set(curve.sensitive);
  const times = Float64Array.from(curve.samples, (sample) => sample[0]);
  const found = evaluateCurveBatch(compileCurve(keysOf(curve)), times);
  curve.samples.forEach(([time, value], i) => {
    if (sensitive.has(i)) return;
    const error = Math.abs(found[i] - value) / Math.max(1, Math.abs(value));
    score.add(
      `curves: ${curve.weighted ? 'weighted' : 'non-weighted'} samples`,
      error <= TOLERANCE,
      `${curve.id} at ${time}`,
    );
  });
}

function scoreRotation(curve, score) {
  const sensitive = new Set(curve.sensitive);
  const compiled = compileRotationCurve({
    times: numbers(curve, 'time'),
    quaternionsXyzw: Float64Array.from(curve.keys.flatMap((key) => key.quaternion)),
    inTypes: curve.keys.map((key) => typeOf(key.inTangentType)),
    outTypes: curve.keys.map((key) => typeOf(key.outTangentType)),
    interpolation: curve.interpolation,
    preInfinity: curve.preInfinity,
    postInfinity: curve.postInfinity,
  });
  curve.samples.forEach(([time, ...expected], i) => {
    if (sensitive.has(i)) return;
    const found = evaluateRotationCurve(compiled, time);
    const sign = found.reduce((sum, part, k) => sum + part * expected[k], 0) < 0 ? -1 : 1;
    const isRight = found.every((part, k) => Math.abs(part * sign - expected[k]) <= ROTATION_TOLERANCE);
    score.add('curves: rotation samples', isRight, `${curve.id} at ${time}`);
  });
}

/** Only vectors that the recorder computed; those by the corpus's own formulas are no outside source. */
function scoreTangents(curve, score) {
  const absent = new Float64Array(curve.keys.length).fill(Number.NaN);
  const filled = computeTangents({ ...keysOf(curve), inX: absent, inY: absent, outX: absent, outY: absent });
  curve.keys.forEach((key, i) => {
    for (const [side, source, x, y, wantX, wantY] of [
      ['in', key.inSource, filled.inX[i], filled.inY[i], key.ix, key.iy],
      ['out', key.outSource, filled.outX[i], filled.outY[i], key.ox, key.oy],
    ]) {
      if (source !== 'animx') continue;
      const error = Math.hypot(x - wantX, y - wantY) / Math.max(1, Math.hypot(wantX, wantY));
      score.add('curves: computed tangents', error <= TOLERANCE, `${curve.id} key ${i} ${side}`);
    }
  });
}

export function scoreCurves(file, score) {
  for (const curve of JSON.parse(readFileSync(file, 'utf8')).curves) {
    if (curve.kind === 'rotation') scoreRotation(curve, score);
    else {
      scoreScalar(curve, score);
      scoreTangents(curve, score);
    }
  }
}
