import type { ReactNode } from 'react';
import { dismissFailure } from '../actions.ts';
import { useStudio } from '../store.ts';
import { Icon } from './icons.tsx';

/** The last failure of opening or evaluating, until dismissed. */
export function FailureBanner(): ReactNode {
  const failure = useStudio((state) => state.failure);
  if (!failure) return null;
  return (
    <div className="failure" role="alert">
      <Icon name="error" />
      <span>
        <code>{failure.code}</code> {failure.message}
        {failure.hint && <em> {failure.hint}</em>}
      </span>
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={dismissFailure}>
        <Icon name="close" />
      </button>
    </div>
  );
}
