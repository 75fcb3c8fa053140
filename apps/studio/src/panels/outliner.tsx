import type { Shot } from '@rigline/viewer/shot';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { requestFraming, selectPlace } from '../actions.ts';
import { useStudio } from '../store.ts';
import { Icon, iconOfType } from '../ui/icons.tsx';
import { useVirtualRows } from '../ui/virtual-rows.ts';
import { childrenOf, filterPlaces, type OutlineRow, openTo, rowsOf } from './outline-rows.ts';

const ROW = 24;

/** The hierarchy as a tree. */
export function OutlinerPanel(): ReactNode {
  const open = useStudio((state) => state.open);
  if (!open) return <div className="panel-message">No scene is open.</div>;
  return <Tree key={open.serial} shot={open.shot} />;
}

function Tree({ shot }: { readonly shot: Shot }): ReactNode {
  const children = useMemo(() => childrenOf(shot.places), [shot]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => firstOpened(shot));
  const [search, setSearch] = useState('');
  const [withShapes, setWithShapes] = useState(false);
  const selected = useStudio((state) => state.selection?.place ?? -1);
  const rows = useMemo(
    () => (search === '' ? rowsOf(shot.places, children, opened, withShapes) : filterPlaces(shot.places, search)),
    [shot, children, opened, withShapes, search],
  );
  const { parent, rows: inSight, height, scrollTo } = useVirtualRows(rows.length, ROW);
  const scrollRef = useRef(scrollTo);
  scrollRef.current = scrollTo;
  useEffect(() => {
    if (selected >= 0) setOpened((before) => openTo(shot.places, selected, before));
  }, [selected, shot]);
  const selectedRow = rows.findIndex((row) => row.place === selected);
  useEffect(() => {
    if (selectedRow >= 0) scrollRef.current(selectedRow);
  }, [selectedRow]);
  const toggle = (place: number): void =>
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(place)) next.add(place);
      return next;
    });
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[selectedRow];
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = rows[selectedRow + move];
    if (move !== 0 && next) selectPlace(next.place);
    else if (row?.hasChildren && event.key === 'Enter') toggle(row.place);
    else return;
    event.preventDefault();
  };
  return (
    <div className="panel outliner" data-testid="outliner">
      <div className="panel-bar">
        <label className="search">
          <Icon name="search" size={13} />
          <input placeholder="Search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
        <button
          type="button"
          className={`chip ${withShapes ? '' : 'off'}`}
          aria-pressed={withShapes}
          title="List shape nodes"
          onClick={() => setWithShapes(!withShapes)}
        >
          Shapes
        </button>
      </div>
      <div className="scroll" ref={parent} role="tree" aria-label="Hierarchy" tabIndex={0} onKeyDown={onKeyDown}>
        <div className="virtual" style={{ height }}>
          {inSight.map((item) => {
            const row = rows[item.index] as OutlineRow;
            return (
              <div
                key={row.place}
                className="virtual-row"
                style={{ height: ROW, transform: `translateY(${item.start}px)` }}
              >
                <TreeRow
                  row={row}
                  shot={shot}
                  isOpen={opened.has(row.place)}
                  isSelected={row.place === selected}
                  onToggle={() => toggle(row.place)}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function TreeRow(props: {
  readonly row: OutlineRow;
  readonly shot: Shot;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
}): ReactNode {
  const { row, shot, isOpen, isSelected } = props;
  const place = shot.places[row.place];
  const isShown = useStudio((state) => state.pose?.visible[row.place] !== 0);
  if (!place) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the tree
    <div
      role="treeitem"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-expanded={row.hasChildren ? isOpen : undefined}
      className={`tree-row ${isSelected ? 'selected' : ''} ${isShown ? '' : 'dim'}`}
      style={{ paddingLeft: 6 + row.depth * 14 }}
      title={place.path}
      onClick={() => selectPlace(row.place)}
      onDoubleClick={requestFraming}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={isOpen ? 'Close' : 'Open'}
        className={`twist ${isOpen ? 'open' : ''} ${row.hasChildren ? '' : 'none'}`}
        onClick={(event) => {
          event.stopPropagation();
          props.onToggle();
        }}
      >
        <Icon name="chevron" size={12} />
      </button>
      <span className={`type-icon type-${iconOfType(row.iconType)}`}>
        <Icon name={iconOfType(row.iconType)} size={14} />
      </span>
      <span className="tree-name">{place.name}</span>
    </div>
  );
}

/** Roots are open at first as long as all rows then fit about a screen. */
function firstOpened(shot: Shot): ReadonlySet<number> {
  const roots = shot.places.flatMap((place, i) => (place.parent < 0 ? [i] : []));
  const isRoot = new Set(roots);
  const rows = shot.places.filter((place) => place.isTransform && (place.parent < 0 || isRoot.has(place.parent)));
  return rows.length <= 40 ? isRoot : new Set();
}
