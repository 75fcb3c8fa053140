import { type ComponentType, lazy } from 'react';
import { AttributesPanel } from './attributes.tsx';
import { NumbersPanel } from './numbers.tsx';
import { OutlinerPanel } from './outliner.tsx';
import { ProblemsPanel } from './problems.tsx';
import { ViewportPanel } from './viewport.tsx';

/**
 * A docked panel. To add one, write its component in this folder and a line here: layout, menu and error handling
 * follow from it. Panels read `useStudio` and change things through `actions.ts`.
 */
export interface PanelSpec {
  readonly id: string;
  readonly title: string;
  readonly component: ComponentType;
  /** Where the panel stands at first; panels of one side share its tabs in the order of this list. */
  readonly side: 'centre' | 'left' | 'right' | 'below';
  /** Stays alive while its tab is hidden. */
  readonly isKept?: boolean;
}

export const PANELS: readonly PanelSpec[] = [
  { id: 'viewport', title: 'Viewport', component: ViewportPanel, side: 'centre', isKept: true },
  { id: 'outliner', title: 'Outliner', component: OutlinerPanel, side: 'left' },
  { id: 'attributes', title: 'Attributes', component: AttributesPanel, side: 'right' },
  { id: 'numbers', title: 'Numbers', component: NumbersPanel, side: 'below' },
  {
    id: 'live',
    title: 'Live',
    component: lazy(async () => ({ default: (await import('./live.tsx')).LivePanel })),
    side: 'below',
  },
  { id: 'problems', title: 'Problems', component: ProblemsPanel, side: 'below' },
];
