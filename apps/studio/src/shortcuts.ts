import { useEffect } from 'react';
import { goToFrame, requestFraming, select, setView, stepFrame, togglePlay } from './actions.ts';
import { FREE_VIEW, useStudio } from './store.ts';

/** Keys that work anywhere but in a text field. */
const KEYS: Readonly<Record<string, () => void>> = {
  ' ': togglePlay,
  ArrowLeft: () => stepFrame(-1),
  ArrowRight: () => stepFrame(1),
  Home: () => goToFrame(useStudio.getState().range[0]),
  End: () => goToFrame(useStudio.getState().range[1]),
  f: requestFraming,
  c: () => nextCamera(),
  Escape: () => select(undefined),
};

/** From the free view through the cameras of the shot and back. */
function nextCamera(): void {
  const { view, open } = useStudio.getState();
  const cameras = open?.shot.cameras ?? [];
  const next = cameras.findIndex((camera, i) => i > view && !camera.isStartup);
  setView(next >= 0 ? next : FREE_VIEW);
}

export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement | null;
      if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, select, textarea')) return;
      const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  }, []);
}
