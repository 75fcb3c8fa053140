export { fitGate, GateCamera, type PixelRect, rigidMatrix } from './three/gate-camera.ts';
export { buildGrid } from './three/grid.ts';
export { PALETTE } from './three/palette.ts';
export { SHOW_DEFAULTS, ShotView, type ShowOptions } from './three/shot-view.ts';
