import type { SceneSettings } from '@rigline/scene';
import { type ReactNode, useRef } from 'react';
import { openFile, openTake } from '../actions.ts';
import { useStudio } from '../store.ts';
import { Icon } from './icons.tsx';
import { PanelMenu } from './panel-menu.tsx';

export function Header(): ReactNode {
  const open = useStudio((state) => state.open);
  const phase = useStudio((state) => state.phase);
  const loadingName = useStudio((state) => state.loadingName);
  const settings = open?.shot.settings;
  return (
    <header className="header">
      <svg className="logo" viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
        <path d="M3 13.5 8 3.5l5 10" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" />
        <circle cx="8" cy="3.5" r="2" fill="currentColor" />
        <circle cx="3" cy="13.5" r="1.5" fill="currentColor" />
        <circle cx="13" cy="13.5" r="1.5" fill="currentColor" />
      </svg>
      <span className="brand">Rigline</span>
      <span className="header-gap" />
      <span className="file-name" data-testid="file-name">
        {open?.name ?? ''}
      </span>
      {phase === 'loading' && <span className="header-note busy">Opening {loadingName || '…'}</span>}
      {phase !== 'loading' && settings && (
        <span className="header-note">
          {producerOf(settings)} · {settings.linearUnit} · {settings.upAxis.toUpperCase()} up ·{' '}
          {formatRate(settings.frameRate)} fps
        </span>
      )}
      {settings && settings.takes.length > 0 && <TakeChoice settings={settings} isDisabled={phase === 'loading'} />}
      <span className="header-fill" />
      <PanelMenu />
      <OpenButton />
    </header>
  );
}

/** Takes of the file, and what it has stored without them. */
function TakeChoice({
  settings: { takes, take },
  isDisabled,
}: {
  readonly settings: SceneSettings;
  readonly isDisabled: boolean;
}): ReactNode {
  return (
    <select
      className="select-button take-choice"
      data-testid="take"
      aria-label="Take"
      title="Take of the file"
      disabled={isDisabled}
      value={take === undefined ? STORED : takes.findIndex(({ name }) => name === take)}
      onChange={(event) => void openTake(takes[Number(event.target.value)]?.name ?? null)}
    >
      {takes.map(({ name }, i) => (
        <option key={i} value={i}>
          {name}
        </option>
      ))}
      <option value={STORED}>Without animation</option>
    </select>
  );
}

/** Value of the choice that is no take. */
const STORED = -1;

function OpenButton(): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button primary" onClick={() => input.current?.click()}>
        <Icon name="open" /> Open…
      </button>
      <input
        ref={input}
        type="file"
        accept=".ma,.fbx,.take"
        hidden
        data-testid="file-input"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void openFile(file);
        }}
      />
    </>
  );
}

function formatRate(rate: number): string {
  return String(Math.round(rate * 1000) / 1000);
}

/** Application and version, the version once. */
function producerOf({ application, version }: { readonly application: string; readonly version: string }): string {
  const year = version.slice(0, 4);
  return year !== '' && application.includes(year) ? application : `${application} ${version}`;
}
