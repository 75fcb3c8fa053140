import 'dockview-react/dist/styles/dockview.css';
import '../theme/dock.css';
import { DockviewReact, type DockviewTheme } from 'dockview-react';
import { type FunctionComponent, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { attachDock } from './layout.ts';
import { PANELS } from './registry.ts';

/** Colours of the dock come from `theme/dock.css`. */
const THEME: DockviewTheme = { name: 'rigline', className: 'dockview-theme-rigline' };

const COMPONENTS: Record<string, FunctionComponent> = Object.fromEntries(
  PANELS.map(({ id, title, component: Panel }) => [
    id,
    () => (
      <ErrorBoundary label={title}>
        <Suspense fallback={<div className="panel-message">Loading…</div>}>
          <Panel />
        </Suspense>
      </ErrorBoundary>
    ),
  ]),
);

/** The docked panels. */
export function Workspace(): ReactNode {
  return (
    <DockviewReact
      theme={THEME}
      components={COMPONENTS}
      disableFloatingGroups
      onReady={({ api }) => attachDock(api, PANELS)}
    />
  );
}
