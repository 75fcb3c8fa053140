import './theme/base.css';
import './theme/page.css';
import './theme/panels.css';
import './theme/attributes.css';
import './theme/numbers.css';
import './theme/viewport.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openServedScene, poseStats } from './actions.ts';
import { App } from './app.tsx';
import { useLive } from './live/live-store.ts';
import { projectPoints } from './panels/viewport.tsx';
import { useStudio } from './store.ts';

export function startApp(): void {
  performance.mark('rigline-start');
  void openServedScene();
  // A handle for the browser's console and for tests.
  Object.assign(globalThis, {
    rigline: { state: useStudio.getState, live: useLive.getState, poseStats, projectPoints },
  });
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
