import type { StudioState } from '../store.ts';

const PAD = 12;
const COLORS = {
  tick: '#3b424e',
  major: '#5b6472',
  text: '#8b94a3',
  key: '#e2574c',
  head: '#ffb547',
  done: 'rgba(255, 181, 71, 0.07)',
};

type Range = readonly [number, number];

/** Frame under a point of the ruler, within the range. */
export function frameAtX(x: number, width: number, [first, last]: Range): number {
  const share = (x - PAD) / Math.max(1, width - 2 * PAD);
  return first + Math.min(1, Math.max(0, share)) * (last - first);
}

/** Point of the ruler over a frame. */
export function xOfFrame(frame: number, width: number, [first, last]: Range): number {
  return PAD + ((frame - first) / (last - first)) * (width - 2 * PAD);
}

/** Frames between labels: the smallest of 1, 2, 5, 10 … that leaves room for them. */
export function labelStep(range: Range, width: number): number {
  const wanted = ((range[1] - range[0]) * 56) / Math.max(1, width - 2 * PAD);
  let step = 1;
  for (let i = 0; step < wanted; i++) step = ([1, 2, 5][i % 3] as number) * 10 ** Math.floor(i / 3);
  return step;
}

/** Draws ticks, keys of the selected node, and the playhead. */
export function drawTimeline(canvas: HTMLCanvasElement, state: StudioState): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = globalThis.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext('2d');
  if (!pen || width <= 2 * PAD) return;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  const { range, frame } = state;
  const head = xOfFrame(Math.min(Math.max(frame, range[0]), range[1]), width, range);
  pen.fillStyle = COLORS.done;
  pen.fillRect(PAD, 0, head - PAD, height);
  drawTicks(pen, range, width, height);
  pen.fillStyle = COLORS.key;
  for (const key of state.inspection?.keyFrames ?? []) {
    if (key < range[0] || key > range[1]) continue;
    pen.fillRect(xOfFrame(key, width, range) - 1, height * 0.35, 2, height * 0.65);
  }
  drawHead(pen, frame, head, width, height);
}

function drawTicks(pen: CanvasRenderingContext2D, range: Range, width: number, height: number): void {
  const step = labelStep(range, width);
  const minor = step >= 5 ? step / 5 : 1;
  pen.font = '10px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  for (let i = Math.ceil(range[0] / minor); i * minor <= range[1]; i++) {
    const at = i * minor;
    const isMajor = Math.abs(at / step - Math.round(at / step)) < 1e-9;
    const x = Math.round(xOfFrame(at, width, range)) + 0.5;
    pen.fillStyle = isMajor ? COLORS.major : COLORS.tick;
    pen.fillRect(x - 0.5, isMajor ? height - 12 : height - 6, 1, isMajor ? 12 : 6);
    if (!isMajor) continue;
    pen.fillStyle = COLORS.text;
    pen.fillText(String(Math.round(at * 1000) / 1000), x, 5);
  }
}

function drawHead(pen: CanvasRenderingContext2D, frame: number, x: number, width: number, height: number): void {
  const text = String(Math.round(frame * 100) / 100);
  pen.fillStyle = COLORS.head;
  pen.fillRect(x - 0.75, 0, 1.5, height);
  pen.font = '600 11px system-ui, sans-serif';
  const half = pen.measureText(text).width / 2 + 6;
  const centre = Math.min(Math.max(x, half), width - half);
  pen.beginPath();
  pen.roundRect(centre - half, 2, half * 2, 16, 4);
  pen.fill();
  pen.fillStyle = '#1a1c21';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, centre, 10.5);
}
