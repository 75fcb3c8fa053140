import { type DragEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { openFile } from './actions.ts';
import { Workspace } from './panels/workspace.tsx';
import { useShortcuts } from './shortcuts.ts';
import { useStudio } from './store.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { FailureBanner } from './ui/failure-banner.tsx';
import { Header } from './ui/header.tsx';
import { StatusBar } from './ui/status-bar.tsx';
import { Timeline } from './ui/timeline.tsx';

/** The page: header, docked panels, timeline, status. */
export function App(): ReactNode {
  useShortcuts();
  const { isOver, handlers } = useFileDrop();
  return (
    <div className="app" {...handlers}>
      <Header />
      <FailureBanner />
      <main className="app-main">
        <ErrorBoundary label="The panels">
          <Workspace />
        </ErrorBoundary>
      </main>
      <ErrorBoundary label="The timeline">
        <Timeline />
      </ErrorBoundary>
      <StatusBar />
      {isOver && <div className="drop-veil">Drop a Maya ASCII or FBX file to open it</div>}
    </div>
  );
}

interface FileDrop {
  readonly isOver: boolean;
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/** Opens a file that is dropped anywhere on the page. Drags of panels are left alone. */
function useFileDrop(): FileDrop {
  const [isOver, setOver] = useState(false);
  const onDragOver = useCallback((event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  }, []);
  const onDragLeave = useCallback((event: DragEvent) => {
    if (event.relatedTarget === null) setOver(false);
  }, []);
  const onDrop = useCallback((event: DragEvent) => {
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (!file) return;
    event.preventDefault();
    void openFile(file);
  }, []);
  const phase = useStudio((state) => state.phase);
  useEffect(() => {
    if (phase === 'loading') setOver(false);
  }, [phase]);
  return { isOver, handlers: { onDragOver, onDragLeave, onDrop } };
}
