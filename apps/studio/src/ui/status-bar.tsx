import type { ReactNode } from 'react';
import { showPanel } from '../panels/layout.ts';
import { useStudio } from '../store.ts';
import { Icon } from './icons.tsx';

export function StatusBar(): ReactNode {
  const open = useStudio((state) => state.open);
  const problems = useStudio((state) => state.problems);
  const evaluateMs = useStudio((state) => state.evaluateMs);
  const selected = useStudio((state) => state.inspection?.path);
  const count = (severity: string): number => problems.filter((problem) => problem.severity === severity).length;
  return (
    <footer className="status">
      <button type="button" className="status-problems" onClick={() => showPanel('problems')}>
        <span className="severity-error">
          <Icon name="error" size={13} /> {count('error')}
        </span>
        <span className="severity-warning">
          <Icon name="warning" size={13} /> {count('warning')}
        </span>
        <span className="severity-info">
          <Icon name="info" size={13} /> {count('info')}
        </span>
      </button>
      <span className="status-path">{selected ?? ''}</span>
      <span className="header-fill" />
      {open && (
        <>
          <span>{open.nodeCount.toLocaleString('en')} nodes</span>
          <span>read in {formatMs(open.readMs)}</span>
          <span className="status-ms">pose {formatMs(evaluateMs)}</span>
        </>
      )}
    </footer>
  );
}

function formatMs(ms: number): string {
  return ms >= 100 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}
