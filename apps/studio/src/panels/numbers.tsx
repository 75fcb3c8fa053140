import type { Mat4 } from '@rigline/math';
import { type ReactNode, useState } from 'react';
import { useStudio } from '../store.ts';
import { Icon } from '../ui/icons.tsx';
import { formatNumber } from '../ui/number-field.tsx';
import { describePlace, roleOf, type SpaceNumbers, shapeOf } from './space-numbers.ts';

/** The selected object's transform as each application would show it, side by side. */
export function NumbersPanel(): ReactNode {
  const open = useStudio((state) => state.open);
  const pose = useStudio((state) => state.pose);
  const place = useStudio((state) => state.selection?.place ?? -1);
  const [isLocal, setLocal] = useState(false);
  const at = open?.shot.places[place];
  if (!open || !pose || !at) {
    return <div className="panel-message">Select an object to see its numbers in every application.</div>;
  }
  const world = (index: number): Mat4 => [...pose.localToWorld.subarray(index * 16, index * 16 + 16)] as Mat4;
  const role = roleOf(open.shot, place);
  // Cameras and lights may stand apart from their transform; they are what is converted.
  const shown = role === 'object' ? place : shapeOf(open.shot, place, role);
  const columns = describePlace({
    localToWorld: world(shown),
    parentToWorld: isLocal && at.parent >= 0 ? world(at.parent) : undefined,
    upAxis: open.shot.settings.upAxis,
    role,
  });
  return (
    <div className="panel numbers" data-testid="numbers">
      <div className="panel-bar">
        <span className="numbers-title">{at.name}</span>
        <span className="hint">{role === 'object' ? '' : `converted as a ${role}`}</span>
        <span className="header-fill" />
        <fieldset className="switch" aria-label="Space">
          <button type="button" className={isLocal ? '' : 'active'} onClick={() => setLocal(false)}>
            World
          </button>
          <button type="button" className={isLocal ? 'active' : ''} onClick={() => setLocal(true)}>
            Parent
          </button>
        </fieldset>
      </div>
      <div className="scroll cards">
        {columns ? (
          columns.map((column) => <SpaceCard key={column.id} column={column} />)
        ) : (
          <div className="panel-message">The parent is scaled to zero: there is no transform relative to it.</div>
        )}
      </div>
    </div>
  );
}

function SpaceCard({ column }: { readonly column: SpaceNumbers }): ReactNode {
  const copy = (): void => {
    const lines = column.rows.map((row) => `${row.title}: ${row.values.map((v) => v.value).join(', ')}`);
    void navigator.clipboard?.writeText([column.name, ...lines].join('\n'));
  };
  return (
    <article className="card" data-space={column.id}>
      <header>
        <h3>{column.name}</h3>
        <span className="hint">{column.convention}</span>
        <button type="button" className="icon-button" title="Copy" aria-label={`Copy ${column.name}`} onClick={copy}>
          <Icon name="copy" size={13} />
        </button>
      </header>
      <dl>
        {column.rows.map((row) => (
          <div key={row.label} className="quantity" title={row.title}>
            <dt>{row.label}</dt>
            {row.values.map(({ name, value }) => (
              <dd key={name}>
                <span className={`axis axis-${name}`}>{name}</span>
                {formatNumber(value)}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {column.notes.map((note) => (
        <p key={note} className="hint note">
          {note}
        </p>
      ))}
    </article>
  );
}
