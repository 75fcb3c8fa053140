import type { TangentReport } from '@rigline/evaluate';
import { type MelValue, melFloat, melFloats, melInt, melInts, melString, melStrings } from '@rigline/mel';
import type { Command, CommandTable, QueryContext } from '../context.ts';
import { type CurveAtHand, curvesAtHand, evaluateAt, parseRange, pickKeys } from '../curve-keys.ts';
import { fail } from '../fail.ts';
import { type Arguments, type CommandValue, type FlagTable, MODES, option, property, toggle } from '../flags.ts';
import { uniqueName } from '../names.ts';

/** Flags that pick keys; they have values in query mode too. */
const PICKS: FlagTable = {
  time: option('t'),
  float: option('f'),
  index: option('index'),
  attribute: option('at'),
  hierarchy: option('hi'),
};

function refuseEdit(args: Arguments): void {
  if (!args.isQuery) fail('QUERY_UNSUPPORTED', `${args.command} only answers questions here: add -query`, args.at);
}

function evaluated(context: QueryContext, curves: readonly CurveAtHand[], args: Arguments): MelValue {
  const times = [...args.texts('time'), ...args.texts('float')].map((text) =>
    // The middle of a single time is the time itself; a range is no time to evaluate at.
    singleTime(text, args),
  );
  const values = curves.flatMap((at) =>
    times.length === 0 ? [evaluateAt(context, at, undefined)] : times.map((time) => evaluateAt(context, at, time)),
  );
  return melFloats(values);
}

function singleTime(text: string, args: Arguments): number {
  const time = Number(text);
  return text.trim() !== '' && Number.isFinite(time)
    ? time
    : fail('QUERY_ARGUMENTS', `${args.command} -eval needs single times, found "${text}"`, args.at);
}

const keyframe: Command = {
  flags: {
    ...MODES,
    ...PICKS,
    timeChange: property('tc'),
    valueChange: property('vc'),
    floatChange: property('fc'),
    keyframeCount: toggle('kc'),
    indexValue: toggle('iv'),
    eval: toggle('ev'),
    name: toggle('n'),
    absolute: toggle('a'),
  },
  run(args, context) {
    refuseEdit(args);
    const curves = curvesAtHand(args, context);
    if (args.has('eval')) return evaluated(context, curves, args);
    const picked = curves.map((at) => ({ at, keys: pickKeys(at, args) })).filter(({ keys }) => keys.length > 0);
    if (args.has('name')) return melStrings(picked.map(({ at }) => uniqueName(context.scene, at.node)));
    if (args.has('keyframeCount')) return melInt(picked.reduce((sum, { keys }) => sum + keys.length, 0));
    if (args.has('indexValue')) return melInts(picked.flatMap(({ keys }) => keys));
    const isTime = args.has('timeChange') || args.has('floatChange');
    const isValue = args.has('valueChange');
    if (!isTime && !isValue) return melInt(picked.reduce((sum, { keys }) => sum + keys.length, 0));
    return melFloats(
      picked.flatMap(({ at, keys }) =>
        keys.flatMap((key) => [
          ...(isTime ? [at.times[key] as number] : []),
          ...(isValue ? [at.values[key] as number] : []),
        ]),
      ),
    );
  },
};

/** What `keyTangent -query` can say about a key. Source: Maya help, "keyTangent". */
const TANGENT_NUMBERS: Readonly<Record<string, (key: TangentReport) => number>> = {
  ix: (key) => key.inX,
  iy: (key) => key.inY,
  ox: (key) => key.outX,
  oy: (key) => key.outY,
  inAngle: (key) => key.inAngleDeg,
  outAngle: (key) => key.outAngleDeg,
  inWeight: (key) => key.inWeight,
  outWeight: (key) => key.outWeight,
};

function tangentFlags(at: CurveAtHand, flag: string, keys: readonly number[]): MelValue {
  const reports = keys.map((key) => at.keys[key] as TangentReport);
  if (flag === 'inTangentType') return melStrings(reports.map((key) => key.inType));
  if (flag === 'outTangentType') return melStrings(reports.map((key) => key.outType));
  const number = TANGENT_NUMBERS[flag];
  if (number) return melFloats(reports.map(number));
  const table = at.node.values.get(flag === 'lock' ? 'keyTanLocked' : 'keyWeightLocked') as
    | { get(row: number): number }
    | undefined;
  return melInts(keys.map((key) => (table?.get(key) === 0 ? 0 : 1)));
}

const keyTangent: Command = {
  flags: {
    ...MODES,
    ...PICKS,
    inTangentType: property('itt'),
    outTangentType: property('ott'),
    ix: property('ix'),
    iy: property('iy'),
    ox: property('ox'),
    oy: property('oy'),
    inAngle: property('ia'),
    outAngle: property('oa'),
    inWeight: property('iw'),
    outWeight: property('ow'),
    weightedTangents: property('wt'),
    lock: property('l'),
    weightLock: property('wl'),
    absolute: toggle('a'),
  },
  run(args, context) {
    refuseEdit(args);
    const curves = curvesAtHand(args, context);
    const asked = args.given.filter((flag) => !Object.hasOwn(PICKS, flag));
    if (asked.length === 0)
      return fail('QUERY_ARGUMENTS', 'keyTangent -query needs a flag that says what to ask', args.at);
    if (asked[0] === 'weightedTangents') return melInts(curves.map((at) => (at.curve.keys.weighted ? 1 : 0)));
    // With several flags Maya lists key by key; all of one kind here, flag by flag within a key.
    const lists = curves.flatMap((at) =>
      pickKeys(at, args).flatMap((key) => asked.map((flag) => tangentFlags(at, flag, [key]))),
    );
    if (lists.some(({ type }) => type === 'string[]')) {
      return melStrings(lists.flatMap((list) => (list.value as (string | number)[]).map(String)));
    }
    const isWhole = lists.length > 0 && lists.every(({ type }) => type === 'int[]');
    const numbers = lists.flatMap((list) => list.value as number[]);
    return isWhole ? melInts(numbers) : melFloats(numbers);
  },
};

const setInfinity: Command = {
  flags: { ...MODES, ...PICKS, preInfinite: property('pri'), postInfinite: property('poi') },
  run(args, context) {
    refuseEdit(args);
    const isPre = args.has('preInfinite');
    if (!isPre && !args.has('postInfinite')) {
      return fail('QUERY_ARGUMENTS', 'setInfinity -query needs -preInfinite or -postInfinite', args.at);
    }
    const kinds = curvesAtHand(args, context).map(({ curve }) =>
      isPre ? curve.keys.preInfinity : curve.keys.postInfinity,
    );
    return kinds.length === 1 ? melString(kinds[0] as string) : melStrings(kinds);
  },
};

function neighbour(times: readonly number[], which: string, now: number): number | undefined {
  switch (which) {
    case 'first':
      return times[0];
    case 'last':
      return times[times.length - 1];
    case 'previous':
      // Before the first key Maya goes round to the last, after the last to the first.
      return times.filter((time) => time < now - 1e-6).at(-1) ?? times[times.length - 1];
    case 'next':
      return times.find((time) => time > now + 1e-6) ?? times[0];
    default:
      return undefined;
  }
}

const findKeyframe: Command = {
  flags: { ...PICKS, which: option('w'), curve: toggle('c'), includeUpperBound: option('iub') },
  run(args, context) {
    const curves = curvesAtHand(args, context);
    if (args.has('curve')) return melStrings(curves.map(({ node }) => uniqueName(context.scene, node)));
    const times = [...new Set(curves.flatMap((at) => [...at.times]))].sort((a, b) => a - b);
    const now = context.graph.seconds * context.scene.settings.frameRate;
    const start = args.all('time')[0]?.[0] as CommandValue | undefined;
    const [low, high] = start ? parseRange(start) : [now, now];
    const which = args.text('which') ?? 'next';
    if (!['first', 'last', 'previous', 'next'].includes(which)) {
      return fail(
        'QUERY_ARGUMENTS',
        `findKeyframe -which takes first, last, previous or next, found "${which}"`,
        args.at,
      );
    }
    return melFloat(neighbour(times, which, (low + high) / 2) ?? now);
  },
};

/** Source: Maya help, the MEL commands of these names. Unverified: what findKeyframe gives without keys: the time. */
export const KEY_COMMANDS: CommandTable = { keyframe, keyTangent, setInfinity, findKeyframe };
