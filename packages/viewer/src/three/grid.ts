import { BufferAttribute, BufferGeometry, Color, DoubleSide, LineSegments, ShaderMaterial } from 'three';
import { PALETTE } from './palette.ts';

const LINES = 20;

const VERTEX = /* glsl */ `
attribute vec3 color;
varying vec3 vColor;
varying vec2 vAt;
void main() {
  vColor = color;
  vAt = position.xz;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const FRAGMENT = /* glsl */ `
uniform float reach;
varying vec3 vColor;
varying vec2 vAt;
void main() {
  float fade = 1.0 - smoothstep(0.35, 1.0, length(vAt) / reach);
  gl_FragColor = vec4(vColor, 0.75 * fade);
  #include <colorspace_fragment>
}`;

/** Colours of the axes of the ground, along X and Z of a scene whose Y is up, by the axis that is up. */
const GROUND_AXES = {
  x: [PALETTE.axisY, PALETTE.axisZ],
  y: [PALETTE.axisX, PALETTE.axisZ],
  z: [PALETTE.axisX, PALETTE.axisY],
} as const;

/** A ground grid that fades out to its rim, sized for a scene of a radius, with the two ground axes in colour. */
export function buildGrid(radius: number, upAxis: 'x' | 'y' | 'z'): LineSegments<BufferGeometry, ShaderMaterial> {
  const step = 10 ** Math.round(Math.log10(Math.max(radius, 1e-3) / 6));
  const reach = step * LINES;
  const points: number[] = [];
  const colors: number[] = [];
  const color = new Color();
  for (let i = -LINES; i <= LINES; i++) {
    points.push(-reach, 0, i * step, 0, 0, i * step, 0, 0, i * step, reach, 0, i * step);
    points.push(i * step, 0, -reach, i * step, 0, 0, i * step, 0, 0, i * step, 0, reach);
    const axes = i === 0 ? GROUND_AXES[upAxis] : [PALETTE.gridLine, PALETTE.gridLine];
    for (const axis of axes) for (let n = 0; n < 4; n++) colors.push(...color.set(axis).toArray());
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(points), 3));
  geometry.setAttribute('color', new BufferAttribute(Float32Array.from(colors), 3));
  const material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { reach: { value: reach } },
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  });
  const grid = new LineSegments(geometry, material);
  if (upAxis === 'z') grid.rotation.x = Math.PI / 2;
  if (upAxis === 'x') grid.rotation.z = -Math.PI / 2;
  grid.renderOrder = -1;
  return grid;
}
