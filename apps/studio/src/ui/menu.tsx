import { type ReactNode, useEffect, useRef, useState } from 'react';

/** A button with a list under it that closes on a click outside or Escape. */
export function Menu({
  label,
  icon,
  keepOpen = false,
  children,
}: {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Stays open while items in it are clicked. */
  readonly keepOpen?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onPointer = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer, true);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPointer, true);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [isOpen]);
  return (
    <div className="menu" ref={root}>
      <button type="button" className="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {icon}
        {label}
        <span className="menu-arrow" />
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the items have their own
        <div className="menu-list" onClick={() => !keepOpen && setOpen(false)}>
          {children}
        </div>
      )}
    </div>
  );
}
