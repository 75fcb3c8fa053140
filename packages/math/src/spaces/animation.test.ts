import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  angleBetweenQuats,
  type ChannelMaps,
  type ChannelPlan,
  composeMat4,
  convertCamera,
  convertChannelValues,
  convertEulerSamples,
  convertPoint,
  convertQuatAs,
  convertScale,
  convertTransformSamples,
  getSpace,
  type Mat4,
  planRotateChannels,
  planScaleChannels,
  planTranslateChannels,
  quatFromEuler,
  ROTATE_ORDERS,
  type RotateOrder,
  SPACE_IDS,
  SPACES,
  type Space,
  type SpaceRole,
  spaceConversion,
  type Vec3,
} from '../index.ts';

const PAIRS = SPACE_IDS.flatMap((from) => SPACE_IDS.map((to) => ({ from, to })));
const angle = fc.double({ min: -4, max: 4, noNaN: true });
const euler = fc.tuple(angle, angle, angle) as fc.Arbitrary<Vec3>;

const shown = (space: Space, e: ArrayLike<number>): Vec3 => {
  const signs = space.euler?.signs ?? [1, 1, 1];
  return [(e[0] as number) * signs[0], (e[1] as number) * signs[1], (e[2] as number) * signs[2]];
};

function directOf(plan: ChannelPlan): ChannelMaps {
  if (plan.kind !== 'direct') throw new RangeError(`Expected a direct plan, but ${plan.reason}`);
  return plan.channels;
}

describe('planTranslateChannels and planScaleChannels', () => {
  test.each(PAIRS)('mapping channels is converting points and scales from $from to $to', ({ from, to }) => {
    const conversion = spaceConversion(from, to);
    const v: Vec3 = [1, 20, 300];
    const translated = convertChannelValues(directOf(planTranslateChannels(conversion)), v);
    convertPoint(conversion, v).forEach((value, i) => {
      expect(translated[i]).toBeCloseTo(value, 10);
    });
    expect([...convertChannelValues(directOf(planScaleChannels(conversion)), v)]).toEqual(convertScale(conversion, v));
  });
  test('Unreal takes its Y from Maya Z', () => {
    expect(directOf(planTranslateChannels(spaceConversion('maya', 'unreal')))).toEqual([
      { source: 0, factor: 1, offset: 0 },
      { source: 2, factor: 1, offset: 0 },
      { source: 1, factor: 1, offset: 0 },
    ]);
  });
});

describe('planRotateChannels', () => {
  test.each(PAIRS)('a direct plan is the conversion of every triple from $from to $to', ({ from, to }) => {
    const conversion = spaceConversion(from, to);
    for (const role of ['object', 'camera', 'light'] as SpaceRole[]) {
      if (role === 'light' && conversion.lightLocal === undefined) continue;
      for (const order of ROTATE_ORDERS) {
        const plan = planRotateChannels(conversion, { order, targetOrder: 'any', role });
        if (role === 'object') expect(plan.kind).toBe('direct');
        if (plan.kind !== 'direct') continue;
        fc.assert(
          fc.property(euler, (e) => {
            const expected = convertQuatAs(conversion, quatFromEuler(shown(SPACES[from], e), order), role);
            const mapped = convertChannelValues(plan.channels, e);
            const actual = quatFromEuler(shown(SPACES[to], mapped), plan.order);
            expect(angleBetweenQuats(actual, expected)).toBeLessThan(1e-7);
          }),
          { numRuns: 5 },
        );
      }
    }
  });
  test('Maya order xzy is the Unreal rotator roll = x, pitch = z, yaw = -y', () => {
    const plan = planRotateChannels(spaceConversion('maya', 'unreal'), { order: 'xzy' });
    expect(plan.order).toBe('xyz');
    expect(directOf(plan)).toEqual([
      { source: 0, factor: 1, offset: 0 },
      { source: 2, factor: 1, offset: 0 },
      { source: 1, factor: -1, offset: 0 },
    ]);
  });
  test('a Maya camera of order zxy is roll = -z, pitch = x, yaw = -y - 90', () => {
    const plan = planRotateChannels(spaceConversion('maya', 'unreal'), { order: 'zxy', role: 'camera' });
    expect(directOf(plan)).toEqual([
      { source: 2, factor: -1, offset: 0 },
      { source: 0, factor: 1, offset: 0 },
      { source: 1, factor: -1, offset: -Math.PI / 2 },
    ]);
  });
  test('other orders have to be resampled, with the reason', () => {
    const plan = planRotateChannels(spaceConversion('maya', 'unreal'), { order: 'xyz' });
    expect(plan).toEqual({
      kind: 'resample',
      order: 'xyz',
      reason: 'order xyz in "maya" becomes xzy in "unreal", not xyz',
    });
    const camera = planRotateChannels(spaceConversion('maya', 'unreal'), { order: 'xyz', role: 'camera' });
    expect(camera.kind).toBe('resample');
  });
  test('slanted axes have to be resampled', () => {
    const s = Math.SQRT1_2;
    const slanted: Space = {
      ...getSpace('usd'),
      id: 'slanted',
      fromMayaYUp: [
        [s, 0, s],
        [0, 1, 0],
        [-s, 0, s],
      ],
    };
    const conversion = spaceConversion('maya', slanted);
    for (const plan of [
      planTranslateChannels(conversion),
      planScaleChannels(conversion),
      planRotateChannels(conversion),
    ]) {
      expect(plan).toMatchObject({ kind: 'resample', reason: 'the axes of "maya" and "slanted" are not parallel' });
    }
  });
});

describe('convertEulerSamples', () => {
  test('agrees with a direct plan and keeps winding', () => {
    const conversion = spaceConversion('maya', 'unreal');
    const samples = Float64Array.from({ length: 300 }, (_, i) => (i % 3 === 1 ? i / 10 : Math.sin(i / 20) * 0.3));
    const plan = planRotateChannels(conversion, { order: 'zxy', role: 'camera' });
    const direct = convertChannelValues(directOf(plan), samples);
    const sampled = convertEulerSamples(conversion, samples, { order: 'zxy', role: 'camera' });
    direct.forEach((value, i) => {
      expect(sampled[i]).toBeCloseTo(value, 9);
    });
    const inPlace = samples.slice();
    expect(convertEulerSamples(conversion, inPlace, { order: 'zxy', role: 'camera' }, inPlace)).toEqual(sampled);
  });
  test('every sample is the converted orientation', () => {
    fc.assert(
      fc.property(
        fc.array(euler, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...PAIRS),
        fc.constantFrom(...ROTATE_ORDERS),
        fc.constantFrom<RotateOrder>(...ROTATE_ORDERS),
        (eulers, { from, to }, order, targetOrder) => {
          const conversion = spaceConversion(from, to);
          const out = convertEulerSamples(conversion, eulers.flat(), { order, targetOrder });
          eulers.forEach((e, i) => {
            const expected = convertQuatAs(conversion, quatFromEuler(shown(SPACES[from], e), order), 'object');
            const actual = quatFromEuler(shown(SPACES[to], out.subarray(i * 3, i * 3 + 3)), targetOrder);
            expect(angleBetweenQuats(actual, expected)).toBeLessThan(1e-7);
          });
        },
      ),
    );
  });
});

describe('convertTransformSamples', () => {
  test('converts each matrix, also in place', () => {
    const conversion = spaceConversion('maya', 'unity');
    const m: Mat4[] = [0, 1, 2].map((i) =>
      composeMat4({ translate: [i, 2, 3], rotate: quatFromEuler([i, 1, 2], 'xyz'), scale: [1, 2, 3] }),
    );
    const samples = Float64Array.from(m.flat());
    const expected = Float64Array.from(m.flatMap((each) => convertCamera(conversion, each)));
    expect(convertTransformSamples(conversion, samples, 'camera')).toEqual(expected);
    expect(convertTransformSamples(conversion, samples, 'camera', samples)).toBe(samples);
    expect(samples).toEqual(expected);
  });
});
