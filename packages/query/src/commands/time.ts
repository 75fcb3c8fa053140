import { MEL_VOID, type MelValue, melFloat, melString } from '@rigline/mel';
import { frameRateOf, metresOf, type SceneSettings } from '@rigline/scene';
import type { Command, CommandTable, QueryContext } from '../context.ts';
import { fail } from '../fail.ts';
import { type Arguments, MODES, numberOf, property, toggle } from '../flags.ts';

const currentTime: Command = {
  flags: { ...MODES, update: property('u') },
  run(args, context) {
    const { graph, scene } = context;
    const [frame] = args.objects;
    if (!args.isQuery) {
      if (!frame)
        return fail(
          'QUERY_ARGUMENTS',
          'currentTime needs a frame',
          args.at,
          'Write currentTime 12; or currentTime -query;',
        );
      graph.setFrame(numberOf(frame, 'currentTime'));
    }
    return melFloat(tidyFrame(graph.seconds * scene.settings.frameRate));
  },
};

/** Frames near a whole number are whole: seconds at rates such as 24 are not exact. */
function tidyFrame(frame: number): number {
  const whole = Math.round(frame);
  return Math.abs(frame - whole) < 1e-9 * Math.max(1, Math.abs(whole)) ? whole : frame;
}

const RANGES: Readonly<Record<string, readonly ['range' | 'animationRange', 0 | 1]>> = {
  minTime: ['range', 0],
  maxTime: ['range', 1],
  animationStartTime: ['animationRange', 0],
  animationEndTime: ['animationRange', 1],
};

const playbackOptions: Command = {
  flags: {
    ...MODES,
    minTime: property('min'),
    maxTime: property('max'),
    animationStartTime: property('ast'),
    animationEndTime: property('aet'),
    framesPerSecond: property('fps'),
  },
  run(args, context) {
    const { scene } = context;
    if (args.isQuery) {
      if (args.has('framesPerSecond')) return melFloat(scene.settings.frameRate);
      const range = RANGES[args.given[0] ?? ''];
      return range
        ? melFloat(scene.settings[range[0]][range[1]])
        : fail(
            'QUERY_ARGUMENTS',
            'playbackOptions -query needs a flag',
            args.at,
            'Add -minTime or -maxTime, for example.',
          );
    }
    for (const flag of args.given) {
      const range = RANGES[flag];
      if (!range) return fail('QUERY_UNSUPPORTED', `playbackOptions -${flag} can be asked but not set here`, args.at);
      const next: [number, number] = [...scene.settings[range[0]]];
      next[range[1]] = args.number(flag) as number;
      scene.settings = { ...scene.settings, [range[0]]: next };
    }
    return MEL_VOID;
  },
};

const SHORT_UNITS: Readonly<Record<string, string>> = {
  millimeter: 'mm',
  centimeter: 'cm',
  meter: 'm',
  kilometer: 'km',
  inch: 'in',
  foot: 'ft',
  yard: 'yd',
  mile: 'mi',
  degree: 'deg',
  radian: 'rad',
};

function setUnits(context: QueryContext, args: Arguments): void {
  const { scene } = context;
  let settings: SceneSettings = scene.settings;
  const linear = args.text('linear');
  if (linear !== undefined) {
    const unitMetres = metresOf(linear);
    if (unitMetres === undefined) fail('QUERY_ARGUMENTS', `"${linear}" is no unit of length`, args.at);
    settings = { ...settings, linearUnit: linear, unitMetres };
  }
  const angle = args.text('angle');
  if (angle !== undefined) {
    const isDegree = /^deg/.test(angle);
    if (!isDegree && !/^rad/.test(angle)) fail('QUERY_ARGUMENTS', `"${angle}" is no unit of angle`, args.at);
    settings = { ...settings, angleUnit: isDegree ? 'degree' : 'radian' };
  }
  const time = args.text('time');
  if (time !== undefined) {
    const frameRate = frameRateOf(time);
    if (frameRate === undefined) fail('QUERY_ARGUMENTS', `"${time}" is no unit of time`, args.at);
    settings = { ...settings, timeUnit: time, frameRate };
  }
  scene.settings = settings;
}

const currentUnit: Command = {
  flags: {
    ...MODES,
    linear: property('l'),
    angle: property('a'),
    time: property('t'),
    fullName: toggle('f'),
    updateAnimation: property('ua'),
  },
  run(args, context): MelValue {
    const { settings } = context.scene;
    if (!args.isQuery) {
      setUnits(context, args);
      return MEL_VOID;
    }
    const asShown = (name: string): MelValue => {
      if (!args.has('fullName')) return melString(SHORT_UNITS[name] ?? name);
      const long = Object.keys(SHORT_UNITS).find((key) => SHORT_UNITS[key] === name);
      return melString(long ?? name);
    };
    if (args.has('linear')) return asShown(settings.linearUnit);
    if (args.has('angle')) return asShown(settings.angleUnit);
    if (args.has('time')) return melString(settings.timeUnit);
    return fail('QUERY_ARGUMENTS', 'currentUnit -query needs -linear, -angle or -time', args.at);
  },
};

/** Source: Maya help, the MEL commands of these names. */
export const TIME_COMMANDS: CommandTable = { currentTime, playbackOptions, currentUnit };
