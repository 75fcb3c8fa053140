import type { DockviewApi } from 'dockview-react';
import type { PanelSpec } from './registry.ts';

const STORAGE_KEY = 'rigline.layout.1';
const SIZES = { left: 250, right: 350, below: 196 } as const;

let dock: DockviewApi | undefined;
let known: readonly PanelSpec[] = [];

/** Takes over a new dock: the layout of last time, or the first one. */
export function attachDock(api: DockviewApi, panels: readonly PanelSpec[]): void {
  dock = api;
  known = panels;
  if (!restoreLayout(api)) resetLayout();
  api.onDidLayoutChange(() => saveLayout(api));
}

/** Opens a panel, or brings its tab to the front. */
export function showPanel(id: string): void {
  if (!dock) return;
  const open = dock.getPanel(id);
  const spec = known.find((panel) => panel.id === id);
  if (open) open.api.setActive();
  else if (spec) addPanel(dock, spec);
}

export function resetLayout(): void {
  if (!dock) return;
  dock.clear();
  for (const spec of known) addPanel(dock, spec);
  for (const side of ['left', 'right', 'below'] as const) {
    const first = known.find((panel) => panel.side === side);
    const panel = first && dock.getPanel(first.id);
    panel?.api.setActive();
    panel?.api.setSize(side === 'below' ? { height: SIZES.below } : { width: SIZES[side] });
  }
  dock.getPanel('viewport')?.api.setActive();
}

function addPanel(api: DockviewApi, spec: PanelSpec): void {
  const sibling = known.find((panel) => panel.side === spec.side && panel.id !== spec.id && api.getPanel(panel.id));
  const options = {
    id: spec.id,
    component: spec.id,
    title: spec.title,
    ...(spec.isKept ? { renderer: 'always' as const } : {}),
  };
  if (sibling) {
    api.addPanel({ ...options, position: { referencePanel: sibling.id, direction: 'within' } });
  } else if (spec.side === 'centre') {
    api.addPanel(options);
  } else if (spec.side === 'below') {
    api.addPanel({ ...options, position: { direction: 'below' }, initialHeight: SIZES.below });
  } else {
    api.addPanel({ ...options, position: { direction: spec.side }, initialWidth: SIZES[spec.side] });
  }
}

function saveLayout(api: DockviewApi): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(api.toJSON()));
  } catch {
    // No storage in this browser: the layout is not kept.
  }
}

function restoreLayout(api: DockviewApi): boolean {
  try {
    const saved = localStorage.getItem(STORAGE_KEY);
    if (saved === null) return false;
    api.fromJSON(JSON.parse(saved));
    return api.getPanel('viewport') !== undefined;
  } catch {
    return false;
  }
}
