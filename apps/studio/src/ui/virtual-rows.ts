import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useRef } from 'react';

/** Rows of a long list that are in sight. */
export interface VirtualRows {
  readonly parent: RefObject<HTMLDivElement | null>;
  readonly rows: readonly VirtualItem[];
  /** Of all rows together, in pixels. */
  readonly height: number;
  /** Ref for rows whose height is not known beforehand. */
  readonly measure: (element: Element | null) => void;
  readonly scrollTo: (index: number) => void;
}

export function useVirtualRows(count: number, rowHeight: number): VirtualRows {
  const parent = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => parent.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  return {
    parent,
    rows: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}
