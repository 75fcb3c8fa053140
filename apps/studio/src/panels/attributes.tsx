import { type ReactNode, useState } from 'react';
import { selectNode, setAttribute } from '../actions.ts';
import type { AttributeCell, AttributeRow, AttributeSection, CellValue, NodeInspection } from '../session/protocol.ts';
import { useStudio } from '../store.ts';
import { Icon, iconOfType } from '../ui/icons.tsx';
import { formatNumber, NumberField } from '../ui/number-field.tsx';

/** The plugs of the selected node with their values at the present time. */
export function AttributesPanel(): ReactNode {
  const inspection = useStudio((state) => state.inspection);
  const hasScene = useStudio((state) => state.open !== undefined);
  if (!inspection) {
    return <div className="panel-message">{hasScene ? 'Select something to see its plugs.' : 'No scene is open.'}</div>;
  }
  return <Inspection inspection={inspection} />;
}

function Inspection({ inspection }: { readonly inspection: NodeInspection }): ReactNode {
  const values = useStudio((state) => state.values);
  const [search, setSearch] = useState('');
  let offset = 0;
  const sections = inspection.sections.map((section) => {
    const from = offset;
    for (const row of section.rows) offset += row.cells.length;
    return { section, from };
  });
  return (
    <div className="panel attributes" data-testid="attributes">
      <div className="node-tabs">
        {inspection.family.map((node) => (
          <button
            key={node.nodeId}
            type="button"
            className={`node-tab ${node.nodeId === inspection.nodeId ? 'active' : ''}`}
            onClick={() => selectNode(node.nodeId)}
          >
            <Icon name={iconOfType(node.type)} size={13} /> {node.name}
          </button>
        ))}
      </div>
      <div className="node-title">
        <span className="node-type">{inspection.type}</span>
        <span className="node-place">{inspection.place}</span>
        <label className="search small">
          <Icon name="search" size={12} />
          <input placeholder="Filter" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
      </div>
      <div className="scroll">
        {sections.map(({ section, from }) => (
          <Section
            key={`${inspection.nodeId} ${section.title}`}
            section={section}
            nodeId={inspection.nodeId}
            values={values}
            from={from}
            search={search.toLowerCase()}
          />
        ))}
        <Drivers inspection={inspection} />
      </div>
    </div>
  );
}

function Section(props: {
  readonly section: AttributeSection;
  readonly nodeId: number;
  readonly values: readonly CellValue[] | undefined;
  /** Number of the first cell among all cells of the node. */
  readonly from: number;
  readonly search: string;
}): ReactNode {
  const { section, nodeId, values, search } = props;
  const [isOpen, setOpen] = useState(section.isOpen);
  let at = props.from;
  const rows = section.rows.map((row) => {
    const first = at;
    at += row.cells.length;
    return { row, first };
  });
  const shown = rows.filter(({ row }) => search === '' || row.title.toLowerCase().includes(search));
  if (shown.length === 0) return null;
  const isShown = isOpen || search !== '';
  return (
    <section className="attribute-section">
      <button type="button" className="section-title" aria-expanded={isShown} onClick={() => setOpen(!isOpen)}>
        <span className={`twist ${isShown ? 'open' : ''}`}>
          <Icon name="chevron" size={12} />
        </span>
        {section.title}
      </button>
      {isShown &&
        shown.map(({ row, first }) => (
          <Row
            key={row.cells[0]?.path}
            row={row}
            nodeId={nodeId}
            values={values?.slice(first, first + row.cells.length)}
          />
        ))}
    </section>
  );
}

function Row(props: {
  readonly row: AttributeRow;
  readonly nodeId: number;
  readonly values: readonly CellValue[] | undefined;
}): ReactNode {
  const { row, nodeId, values } = props;
  const source = row.cells.find((cell) => cell.source)?.source;
  return (
    <div className={`attribute ${row.kind === 'matrix' ? 'tall' : ''}`} title={row.title} data-attribute={row.title}>
      <span className="attribute-name">
        {row.label}
        {row.unit && <span className="unit">{row.unit}</span>}
      </span>
      <span className="attribute-cells">
        {row.cells.map((cell, i) => (
          <Cell key={cell.path} cell={cell} row={row} nodeId={nodeId} value={values?.[i] ?? null} />
        ))}
      </span>
      {source ? (
        <button
          type="button"
          className="icon-button source"
          title={`Driven by ${source.plug}`}
          aria-label={`Go to ${source.plug}`}
          onClick={() => selectNode(source.nodeId)}
        >
          <Icon name="link" size={13} />
        </button>
      ) : (
        <span className="source" />
      )}
    </div>
  );
}

function Cell(props: {
  readonly cell: AttributeCell;
  readonly row: AttributeRow;
  readonly nodeId: number;
  readonly value: CellValue;
}): ReactNode {
  const { cell, row, nodeId, value } = props;
  const set = (next: NonNullable<CellValue>): void => setAttribute(nodeId, cell.path, next);
  const className = cell.source ? 'driven' : '';
  if (row.kind === 'matrix') return <pre className="matrix">{String(value ?? '')}</pre>;
  if (row.kind === 'boolean') {
    return (
      <input
        type="checkbox"
        aria-label={row.label}
        checked={value === true}
        disabled={!cell.editable}
        onChange={(event) => set(event.target.checked)}
      />
    );
  }
  if (row.kind === 'choice' && row.choices) {
    return (
      <select
        className={className}
        aria-label={row.label}
        value={String(value ?? '')}
        disabled={!cell.editable}
        onChange={(event) => set(Number(event.target.value))}
      >
        {Object.entries(row.choices).map(([number, name]) => (
          <option key={number} value={number}>
            {name}
          </option>
        ))}
      </select>
    );
  }
  if (typeof value === 'number') {
    return cell.editable ? (
      <NumberField label={cell.path} value={value} onChange={set} />
    ) : (
      <output className={`number-field ${className}`}>{formatNumber(value)}</output>
    );
  }
  return <output className="text-value">{value === null ? '–' : String(value)}</output>;
}

function Drivers({ inspection }: { readonly inspection: NodeInspection }): ReactNode {
  if (inspection.drivers.length === 0) return null;
  return (
    <section className="attribute-section">
      <div className="section-title">Driven by</div>
      <div className="drivers">
        {inspection.drivers.map((node) => (
          <button key={node.nodeId} type="button" className="node-link" onClick={() => selectNode(node.nodeId)}>
            <Icon name={iconOfType(node.type)} size={13} /> {node.name} <em>{node.type}</em>
          </button>
        ))}
      </div>
    </section>
  );
}
