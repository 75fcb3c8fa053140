/** How much of two shapes of a target counts; -1 for none. */
export interface MorphSplit {
  first: number;
  firstAmount: number;
  second: number;
  secondAmount: number;
}

/**
 * How much of each shape of a target counts at a weight.
 *
 * Between two shapes both count in proportion, and the base is a shape at weight 0. Beyond the ends the last two go on
 * in the same proportion. Source: Maya help, "blendShape", in-between targets; FBX files compared with Maya's meshes.
 *
 * @param weights Of the shapes, ascending; none is 0.
 */
export function splitMorphWeight(weights: ArrayLike<number>, weight: number, out: MorphSplit): MorphSplit {
  out.first = -1;
  out.second = -1;
  const count = weights.length;
  if (count === 0 || weight === 0) return out;
  if (count === 1) {
    out.first = 0;
    out.firstAmount = weight / (weights[0] as number);
    return out;
  }
  // Stations along the weights: the shapes, and the base where 0 stands among them.
  let base = 0;
  while (base < count && (weights[base] as number) < 0) base++;
  let low = 0;
  while (low < count - 1 && weight > stationWeight(weights, base, low + 1)) low++;
  const from = stationWeight(weights, base, low);
  const to = stationWeight(weights, base, low + 1);
  const part = to === from ? 1 : (weight - from) / (to - from);
  if (low !== base && part !== 1) {
    out.first = low < base ? low : low - 1;
    out.firstAmount = 1 - part;
  }
  if (low + 1 !== base && part !== 0) {
    out.second = low + 1 < base ? low + 1 : low;
    out.secondAmount = part;
  }
  return out;
}

function stationWeight(weights: ArrayLike<number>, base: number, station: number): number {
  return station === base ? 0 : (weights[station < base ? station : station - 1] as number);
}
