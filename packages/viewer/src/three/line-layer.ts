import {
  type Box3,
  BufferAttribute,
  BufferGeometry,
  type Color,
  Group,
  Line,
  LineBasicMaterial,
  LineSegments,
  type Raycaster,
} from 'three';
import type { ShotPose } from '../shot/pose-sampler.ts';
import type { DisplayColor, Shot } from '../shot/shot.ts';
import { PALETTE } from './palette.ts';
import { type Layer, type Mark, type PickHit, setWorldMatrix, withOwnMatrix } from './place-objects.ts';

interface Drawn {
  readonly place: number;
  readonly line: Line<BufferGeometry, LineBasicMaterial>;
  readonly color: Color;
}

/** Things drawn as lines that move with their place and never change in themselves. */
export class LineLayer implements Layer {
  readonly object: Group = new Group();
  readonly #drawn: Drawn[] = [];

  add(place: number, line: Line<BufferGeometry, LineBasicMaterial>): void {
    withOwnMatrix(line).userData.place = place;
    this.#drawn.push({ place, line, color: line.material.color.clone() });
    this.object.add(line);
  }

  applyPose(pose: ShotPose): void {
    for (const { place, line } of this.#drawn) {
      setWorldMatrix(line, pose.localToWorld, place);
      line.visible = pose.visible[place] === 1;
    }
  }

  applyMarks(markOf: (place: number) => Mark): void {
    for (const { place, line, color } of this.#drawn) {
      const mark = markOf(place);
      if (mark) line.material.color.set(PALETTE[mark]);
      else line.material.color.copy(color);
    }
  }

  pick(raycaster: Raycaster): PickHit[] {
    const shown = this.#drawn.filter(({ line }) => line.visible).map(({ line }) => line);
    return raycaster
      .intersectObjects(shown, false)
      .map(({ object, distance }) => ({ place: object.userData.place as number, distance }));
  }

  expandBox(box: Box3, isWanted: (place: number) => boolean): void {
    for (const { place, line } of this.#drawn) {
      if (!line.visible || !isWanted(place)) continue;
      line.updateMatrixWorld();
      if (!line.geometry.boundingBox) line.geometry.computeBoundingBox();
      const bounds = line.geometry.boundingBox;
      if (bounds) box.union(bounds.clone().applyMatrix4(line.matrixWorld));
    }
  }

  dispose(): void {
    for (const { line } of this.#drawn) {
      line.geometry.dispose();
      line.material.dispose();
    }
  }
}

/** NURBS curves in their display colours. */
export function curveLayer(shot: Shot): LineLayer {
  const layer = new LineLayer();
  for (const { place, pointsXyz, color } of shot.curves) {
    layer.add(place, new Line(geometryOf(pointsXyz), lineMaterial(color, PALETTE.curve)));
  }
  return layer;
}

/** Locators as three crossed lines. */
export function locatorLayer(shot: Shot): LineLayer {
  const layer = new LineLayer();
  for (const { place, position, scale, color } of shot.locators) {
    const points = new Float32Array(18);
    for (let axis = 0; axis < 3; axis++) {
      for (let end = 0; end < 2; end++) {
        const at = (axis * 2 + end) * 3;
        points.set(position, at);
        points[at + axis] = (position[axis] as number) + (end === 0 ? -1 : 1) * (scale[axis] as number);
      }
    }
    layer.add(place, new LineSegments(geometryOf(points), lineMaterial(color, PALETTE.locator)));
  }
  return layer;
}

/** Lights as a small star; those with a direction also have an arrow along it. */
export function lightLayer(shot: Shot, size: number): LineLayer {
  const layer = new LineLayer();
  for (const { place, type, color } of shot.lights) {
    const points = starPoints(size * 0.2);
    if (/directional|spot|area/.test(type)) points.push(...arrowPoints(size, size * 0.12));
    layer.add(place, new LineSegments(geometryOf(Float32Array.from(points)), lineMaterial(color, 0xffffff)));
  }
  return layer;
}

function starPoints(radius: number): number[] {
  const points: number[] = [];
  const diagonal = radius * 0.577;
  for (const axis of [0, 1, 2]) {
    const end = [0, 0, 0];
    end[axis] = radius;
    points.push(...end, ...end.map((v) => -v));
  }
  for (const x of [-diagonal, diagonal]) {
    for (const y of [-diagonal, diagonal]) points.push(x, y, diagonal, -x, -y, -diagonal);
  }
  return points;
}

/** An arrow along -Z, where lights and cameras look. */
function arrowPoints(length: number, head: number): number[] {
  const tip = [0, 0, -length];
  const base = -length + head * 2;
  return [
    0,
    0,
    0,
    ...tip,
    ...tip,
    head,
    0,
    base,
    ...tip,
    -head,
    0,
    base,
    ...tip,
    0,
    head,
    base,
    ...tip,
    0,
    -head,
    base,
  ];
}

function geometryOf(points: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  return geometry;
}

function lineMaterial(color: DisplayColor | undefined, fallback: number): LineBasicMaterial {
  const material = new LineBasicMaterial({ color: fallback });
  if (color) material.color.setRGB(...color, 'srgb');
  return material;
}
