/** Colours of what the viewer draws itself, for a dark background. */
export const PALETTE = {
  selected: 0xffb547,
  below: 0xc98f3d,
  curve: 0x7fb2ff,
  locator: 0x8fd694,
  bone: 0x9db4d0,
  joint: 0xdbe6f5,
  camera: 0x9aa4b2,
  gridLine: 0x4a515c,
  axisX: 0xc2454f,
  axisY: 0x6aa84f,
  axisZ: 0x4a7fd0,
} as const;
