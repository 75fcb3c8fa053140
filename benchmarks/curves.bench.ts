/**
 * curves: 64 curves of 20 keys, 4096 samples each, in batches; non-weighted and weighted, ascending and random times.
 *
 * Run: `npx tsc -b benchmarks && node benchmarks/dist/curves.bench.js [rounds]`. Inputs are generated with a fixed seed.
 * Peers run in the same process on the same keys and times. `textbook` is a straightforward evaluator on key objects:
 * binary search, Hermite basis, weighted spans by halving to 1e-12. three.js' `CubicInterpolant` (smooth curve through
 * the same keys, no tangents: the non-weighted work only) runs too where three is installed. Best of all rounds.
 */
/** What is measured, by file of the built package: single curves are not part of its public door. */
interface CurveKeys {
  times: Float64Array;
  values: Float64Array;
  inTypes: readonly string[];
  outTypes: readonly string[];
  inX: Float64Array;
  inY: Float64Array;
  outX: Float64Array;
  outY: Float64Array;
  weighted: boolean;
  preInfinity: string;
  postInfinity: string;
}
interface CurveFunctions<Curve> {
  compileCurve(keys: CurveKeys): Curve;
  evaluateCurve(curve: Curve, x: number): number;
  evaluateCurveBatch(curve: Curve, xs: Float64Array, out: Float64Array): Float64Array;
}
const built = new URL('../../packages/evaluate/dist/curves/', import.meta.url);
const { compileCurve, evaluateCurve, evaluateCurveBatch }: CurveFunctions<object> = {
  ...(await import(new URL('compile.js', built).href)),
  ...(await import(new URL('evaluate-curve.js', built).href)),
};

const CURVES = 64;
const KEYS = 20;
const SAMPLES = 4096;
const TARGETS = { 'non-weighted': 60, weighted: 250 } as const;
const rounds = Number(process.argv[2] ?? 15);

let state = 20240607;
/** Pseudo-random number in [0, 1); the same ones in every run. */
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 4294967296;
}

function generateKeys(weighted: boolean): CurveKeys {
  const times = new Float64Array(KEYS);
  for (let key = 1; key < KEYS; key++) times[key] = times[key - 1]! + (1 + Math.floor(random() * 12)) / 24;
  const x = new Float64Array(KEYS);
  const y = new Float64Array(KEYS);
  for (let key = 0; key < KEYS; key++) {
    x[key] = weighted ? 0.05 + random() * 0.6 : 1;
    y[key] = (random() - 0.5) * 8;
    const length = weighted ? 1 : Math.hypot(x[key]!, y[key]!);
    x[key]! /= length;
    y[key]! /= length;
  }
  const types = Array.from(times, () => 'fixed' as const);
  return {
    times,
    values: times.map(() => random() * 10 - 5),
    inTypes: types,
    outTypes: types,
    inX: x,
    inY: y,
    outX: x,
    outY: y,
    weighted,
    preInfinity: 'constant',
    postInfinity: 'constant',
  };
}

interface TextbookKey {
  time: number;
  value: number;
  x: number;
  y: number;
}

function toTextbook(keys: CurveKeys): TextbookKey[] {
  return Array.from(keys.times, (time, key) => ({
    time,
    value: keys.values[key]!,
    x: keys.outX[key]!,
    y: keys.outY[key]!,
  }));
}

function bezier(p0: number, p1: number, p2: number, p3: number, u: number): number {
  const v = 1 - u;
  return v * v * v * p0 + 3 * v * v * u * p1 + 3 * v * u * u * p2 + u * u * u * p3;
}

function evaluateTextbook(keys: readonly TextbookKey[], time: number, weighted: boolean): number {
  let low = 0;
  let high = keys.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (keys[middle]!.time <= time) low = middle;
    else high = middle;
  }
  const [a, b] = [keys[low]!, keys[high]!];
  const dx = b.time - a.time;
  if (!weighted) {
    const t = (time - a.time) / dx;
    const [t2, t3] = [t * t, t * t * t];
    const rise = 3 * t2 - 2 * t3;
    return (1 - rise) * a.value + rise * b.value + (t3 - 2 * t2 + t) * dx * (a.y / a.x) + (t3 - t2) * dx * (b.y / b.x);
  }
  let [from, to] = [0, 1];
  while (to - from > 1e-12) {
    const u = (from + to) / 2;
    if (bezier(a.time, a.time + a.x / 3, b.time - b.x / 3, b.time, u) > time) to = u;
    else from = u;
  }
  return bezier(a.value, a.value + a.y / 3, b.value - b.y / 3, b.value, from);
}

/** Least nanoseconds a sample over all rounds: the machine's other work only ever makes a round slower. */
function nanosecondsPerSample(round: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    round();
    least = Math.min(least, performance.now() - start);
  }
  return (least * 1e6) / (CURVES * SAMPLES);
}

interface Interpolant {
  evaluate(time: number): ArrayLike<number>;
}
type InterpolantClass = new (times: Float64Array, values: Float64Array, size: number) => Interpolant;

async function loadThree(): Promise<InterpolantClass | undefined> {
  const name = 'three';
  try {
    return ((await import(name)) as { CubicInterpolant: InterpolantClass }).CubicInterpolant;
  } catch {
    return undefined;
  }
}

let sink = 0;
const report = (name: string, nanoseconds: number, note: string): void => {
  console.log(`  ${name.padEnd(44)} ${nanoseconds.toFixed(1).padStart(8)} ns/sample  ${note}`);
};

const CubicInterpolant = await loadThree();
console.log(`curves: ${CURVES} curves of ${KEYS} keys, ${SAMPLES} samples each, best of ${rounds} rounds`);
if (!CubicInterpolant) console.log('  (three is not installed: its peer is left out)');
for (const kind of ['non-weighted', 'weighted'] as const) {
  const weighted = kind === 'weighted';
  const keys = Array.from({ length: CURVES }, () => generateKeys(weighted));
  const curves = keys.map((list) => compileCurve(list));
  const textbooks = keys.map(toTextbook);
  const ends = keys.map((list) => list.times[KEYS - 1]!);
  for (const order of ['ascending', 'random'] as const) {
    const xs = ends.map((end) =>
      Float64Array.from({ length: SAMPLES }, (_, i) => end * (order === 'random' ? random() : i / SAMPLES)),
    );
    const out = new Float64Array(SAMPLES);
    const batch = nanosecondsPerSample(() => {
      for (let i = 0; i < CURVES; i++) sink += evaluateCurveBatch(curves[i]!, xs[i]!, out)[7]!;
    });
    const single = nanosecondsPerSample(() => {
      for (let i = 0; i < CURVES; i++) for (const x of xs[i]!) sink += evaluateCurve(curves[i]!, x);
    });
    const textbook = nanosecondsPerSample(() => {
      for (let i = 0; i < CURVES; i++) for (const x of xs[i]!) sink += evaluateTextbook(textbooks[i]!, x, weighted);
    });
    const verdict = batch <= TARGETS[kind] ? 'reached' : 'MISSED';
    report(`${kind}, ${order}, batch`, batch, `target ${TARGETS[kind]}: ${verdict}`);
    report(`${kind}, ${order}, one by one`, single, '');
    report(`${kind}, ${order}, peer textbook`, textbook, `batch is ${(textbook / batch).toFixed(1)} times as fast`);
    if (CubicInterpolant && !weighted) {
      const peers = keys.map((list) => new CubicInterpolant(list.times, list.values, 1));
      const three = nanosecondsPerSample(() => {
        for (let i = 0; i < CURVES; i++) for (const x of xs[i]!) sink += peers[i]!.evaluate(x)[0]!;
      });
      report(
        `${kind}, ${order}, peer three CubicInterpolant`,
        three,
        `batch is ${(three / batch).toFixed(1)} times as fast`,
      );
    }
  }
}
if (Number.isNaN(sink)) throw new Error('a sample is not a number');
