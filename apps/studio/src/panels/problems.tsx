import type { Problem, Severity } from '@rigline/diagnostics';
import { type ReactNode, useState } from 'react';
import { selectPath } from '../actions.ts';
import { useStudio } from '../store.ts';
import { Icon } from '../ui/icons.tsx';
import { useVirtualRows } from '../ui/virtual-rows.ts';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** What is wrong with the file and its evaluation, with place and hint. A click selects the node. */
export function ProblemsPanel(): ReactNode {
  const problems = useStudio((state) => state.problems);
  const [hidden, setHidden] = useState<ReadonlySet<Severity>>(new Set());
  const shown = problems.filter((problem) => !hidden.has(problem.severity));
  const { parent, rows, height, measure } = useVirtualRows(shown.length, 44);
  const toggle = (severity: Severity): void => {
    const next = new Set(hidden);
    if (!next.delete(severity)) next.add(severity);
    setHidden(next);
  };
  return (
    <div className="panel problems" data-testid="problems">
      <div className="panel-bar">
        {SEVERITIES.map((severity) => (
          <button
            key={severity}
            type="button"
            className={`chip severity-${severity} ${hidden.has(severity) ? 'off' : ''}`}
            aria-pressed={!hidden.has(severity)}
            onClick={() => toggle(severity)}
          >
            <Icon name={severity} size={13} /> {countOf(problems, severity)}
          </button>
        ))}
      </div>
      {shown.length === 0 ? (
        <div className="panel-message">{problems.length === 0 ? 'No problems found.' : 'All are hidden.'}</div>
      ) : (
        <div className="scroll" ref={parent}>
          <div className="virtual" style={{ height }}>
            {rows.map((row) => (
              <div
                key={row.index}
                ref={measure}
                data-index={row.index}
                className="virtual-row"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <ProblemRow problem={shown[row.index] as Problem} />
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

const PLURALS: Readonly<Record<Severity, string>> = { error: 'errors', warning: 'warnings', info: 'notes' };

function countOf(problems: readonly Problem[], severity: Severity): string {
  const count = problems.filter((problem) => problem.severity === severity).length;
  const word = severity === 'info' ? 'note' : severity;
  return `${count} ${count === 1 ? word : PLURALS[severity]}`;
}

function ProblemRow({ problem }: { readonly problem: Problem }): ReactNode {
  const { at } = problem;
  return (
    <button
      type="button"
      className="problem"
      onClick={() => {
        if (at.node !== undefined) selectPath(at.node);
      }}
    >
      <span className={`severity-${problem.severity}`}>
        <Icon name={problem.severity} />
      </span>
      <span className="problem-text">
        <span>
          {problem.message}
          {problem.count > 1 && <b className="times"> ×{problem.count}</b>}
        </span>
        {problem.hint !== undefined && <span className="hint">{problem.hint}</span>}
      </span>
      <span className="problem-place">
        <code>{problem.code}</code>
        <span>{placeOf(problem)}</span>
      </span>
    </button>
  );
}

function placeOf({ at }: Problem): string {
  const node = at.node === undefined ? '' : at.plug === undefined ? at.node : `${at.node}.${at.plug}`;
  const line = at.file !== undefined && at.line !== undefined ? `${at.file}:${at.line}` : '';
  return [line, node].filter((part) => part !== '').join('  ');
}
