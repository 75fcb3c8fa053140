import type { ReactNode } from 'react';

/** Paths on a grid of 16 by 16; drawn as strokes. */
const PATHS = {
  play: 'M5 3.2v9.6L13 8z',
  pause: 'M5 3v10M11 3v10',
  first: 'M4 3v10M13 3.5 7 8l6 4.5z',
  last: 'M12 3v10M3 3.5 9 8l-6 4.5z',
  back: 'M10.5 3.5 4.5 8l6 4.5z',
  forward: 'm5.5 3.5 6 4.5-6 4.5z',
  open: 'M1.5 12.5v-9h4l1.5 2h7.5v7z',
  close: 'm4 4 8 8M12 4l-8 8',
  chevron: 'm6 4 4 4-4 4',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zm3.3 7.8 3.2 3.2',
  error: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM8 4.6v4.2M8 11v.2',
  warning: 'M8 2 1.8 13.5h12.4zM8 6.2v3.6M8 11.6v.2',
  info: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM8 7.2v4.2M8 4.8V5',
  transform: 'M8 14V8m0 0 5-3M8 8 3 5M8 8V2',
  joint: 'M4.5 11.5 9 5.5M3.2 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM11 6.5a3 3 0 1 0 0-5 3 3 0 0 0 0 5z',
  mesh: 'm8 1.5 5.5 3.2v6.6L8 14.5l-5.5-3.2V4.7zM2.7 4.8 8 8l5.3-3.2M8 8v6.3',
  curve: 'M2 13C2 4 14 12 14 3',
  locator: 'M8 2v12M2 8h12M4.5 4.5l7 7M11.5 4.5l-7 7',
  camera: 'M1.8 4.5h8.4v7H1.8zM10.2 7.2l4-2.2v6l-4-2.2',
  light:
    'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6 13 13M13 3l-1.4 1.4M4.4 11.6 3 13',
  constraint: 'M6.5 9.5 9.5 6.5M7 4.5 9 2.6a3 3 0 0 1 4.3 4.3L11.4 9M9 11.5l-2 1.9A3 3 0 0 1 2.7 9l1.9-2',
  ik: 'M3 13 6.5 4 13 9M13 9a1.6 1.6 0 1 0 0 .1M6.5 4a1.4 1.4 0 1 0 0-.1',
  node: 'M3 4h10v8H3z',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z',
  frame: 'M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3M6 6h4v4H6z',
  orbit: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM1.5 8c0-2 13-2 13 0s-13 2-13 0',
  loop: 'M3 8a5 5 0 0 1 9-3M13 8a5 5 0 0 1-9 3M12.2 1.8V5H9M3.8 14.2V11H7',
  link: 'M2 8h9M8 4.5 11.5 8 8 11.5M14 3v10',
  copy: 'M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3',
  layout: 'M1.8 2.8h12.4v10.4H1.8zM5.5 2.8v10.4M10.5 2.8v10.4',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg
      className={`icon icon-${name}`}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The icon of a node type. */
export function iconOfType(type: string): IconName {
  if (type === 'joint' || type === 'mesh' || type === 'locator' || type === 'camera') return type;
  if (type === 'ikHandle' || type === 'ikEffector') return 'ik';
  if (type.endsWith('Constraint')) return 'constraint';
  if (type.endsWith('Light')) return 'light';
  if (type === 'nurbsCurve' || type === 'bezierCurve' || type.startsWith('animCurve')) return 'curve';
  return type === 'transform' ? 'transform' : 'node';
}
