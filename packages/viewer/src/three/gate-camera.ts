import type { FilmGate } from '@rigline/evaluate';
import { Camera, Matrix4, Vector3 } from 'three';

/** Pixels of a rectangle, from the top left corner. */
export interface PixelRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a picture of `aspect` stands in a panel: as large as fits into `fill` of it, in the middle. */
export function fitGate(panelWidth: number, panelHeight: number, aspect: number, fill: number): PixelRect {
  const width = Math.min(panelWidth * fill, panelHeight * fill * aspect);
  const height = width / aspect;
  return { x: (panelWidth - width) / 2, y: (panelHeight - height) / 2, width, height };
}

/** World matrix of a place without scale and shear: those of a camera do not change what it sees. */
export function rigidMatrix(localToWorld: Float64Array, place: number, out: Matrix4): Matrix4 {
  out.fromArray(localToWorld, place * 16);
  const x = new Vector3();
  const y = new Vector3();
  const z = new Vector3();
  out.extractBasis(x, y, z);
  z.normalize();
  y.addScaledVector(z, -y.dot(z)).normalize();
  x.crossVectors(y, z);
  const at = new Vector3().setFromMatrixPosition(out);
  return out.makeBasis(x, y, z).setPosition(at);
}

/**
 * A three.js camera that sees through a film gate. The gate fills `rect` of the panel; around it the same picture
 * goes on, so that the edges of the shot can be judged.
 */
export class GateCamera extends Camera {
  /** Where the picture was put in the panel by the last `look`. */
  fitted: { readonly rect: PixelRect; readonly panel: { readonly width: number; readonly height: number } } = {
    rect: { x: 0, y: 0, width: 1, height: 1 },
    panel: { width: 1, height: 1 },
  };

  constructor() {
    super();
    this.matrixAutoUpdate = false;
  }

  /** @param gate For the aspect of `rect`. */
  look(
    gate: FilmGate,
    localToWorld: Float64Array,
    place: number,
    rect: PixelRect,
    panel: { readonly width: number; readonly height: number },
  ): void {
    rigidMatrix(localToWorld, place, this.matrix);
    this.fitted = { rect, panel };
    const sx = rect.width / panel.width;
    const sy = rect.height / panel.height;
    const tx = (2 * (rect.x + rect.width / 2)) / panel.width - 1;
    const ty = 1 - (2 * (rect.y + rect.height / 2)) / panel.height;
    const toPanel = new Matrix4().set(sx, 0, 0, tx, 0, sy, 0, ty, 0, 0, 1, 0, 0, 0, 0, 1);
    this.projectionMatrix.fromArray(gate.projection).premultiply(toPanel);
    this.projectionMatrixInverse.copy(this.projectionMatrix).invert();
    this.updateMatrixWorld(true);
  }
}
