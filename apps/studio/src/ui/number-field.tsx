import { type ReactNode, useEffect, useState } from 'react';

/** Shows a number; takes a new one on Enter or when left, and forgets it on Escape. */
export function NumberField(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly className?: string;
  readonly disabled?: boolean;
}): ReactNode {
  const { value, onChange } = props;
  const [draft, setDraft] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (Number.isNaN(value)) setDraft(undefined);
  }, [value]);
  const commit = (): void => {
    if (draft !== undefined && draft.trim() !== '') {
      const typed = Number(draft.replace(',', '.'));
      if (Number.isFinite(typed) && typed !== value) onChange(typed);
    }
    setDraft(undefined);
  };
  return (
    <input
      className={`number-field ${props.className ?? ''}`}
      aria-label={props.label}
      title={props.label}
      inputMode="decimal"
      disabled={props.disabled ?? false}
      value={draft ?? formatNumber(value)}
      onChange={(event) => setDraft(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          commit();
          event.currentTarget.blur();
        } else if (event.key === 'Escape') {
          setDraft(undefined);
          event.currentTarget.blur();
        }
      }}
    />
  );
}

/** Up to four decimals, without trailing zeros; very large and small ones as powers of ten. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  // What rounding leaves of a zero is shown as zero.
  if (size > 1e-10 && (size >= 1e9 || size < 5e-5)) return value.toExponential(3);
  return String(Number(value.toFixed(4)) + 0);
}
