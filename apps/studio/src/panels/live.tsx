import '../theme/live.css';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { setView } from '../actions.ts';
import { compareCameras } from '../live/compare.ts';
import { setFrozen, setSharesTime, startLive } from '../live/live-session.ts';
import { type LiveRow, useLive } from '../live/live-store.ts';
import { deleteTake, openTakeFile, playTake, recordTake, stopPlaying, stopRecording, takeUrl } from '../live/takes.ts';
import { FREE_VIEW, useStudio } from '../store.ts';

/** What comes from DCCs and engines while they run: subjects, latencies, cameras to look through, takes. */
export function LivePanel(): ReactNode {
  useEffect(() => void startLive(), []);
  const rows = useLive((state) => state.rows);
  const [selected, setSelected] = useState<string>();
  const row = rows.find(({ key }) => key === selected) ?? rows[0];
  return (
    <div className="panel live" data-testid="live">
      <LiveBar />
      <div className="live-columns">
        <section className="live-subjects" aria-label="Live subjects">
          {rows.length === 0 ? <Nothing /> : <SubjectTable rows={rows} selected={row?.key} onSelect={setSelected} />}
        </section>
        <section className="live-details" aria-label="Latency and values">
          <LatencyPlot />
          {row && <Curves row={row} />}
          <CameraCompare />
        </section>
        <TakeShelf />
      </div>
    </div>
  );
}

const STATUS_WORDS = {
  unknown: 'looking for a hub',
  none: 'no hub',
  connecting: 'connecting',
  connected: 'connected',
} as const;

function LiveBar(): ReactNode {
  const { status, detail, isFrozen, sharesTime } = useLive();
  return (
    <div className="panel-bar">
      <span className={`live-status ${status}`} data-testid="live-status" role="status">
        {STATUS_WORDS[status]}
      </span>
      <span className="hint">{detail}</span>
      <span className="header-fill" />
      <button
        type="button"
        className="button"
        aria-pressed={isFrozen}
        title="Hold the picture; frames go on coming"
        onClick={() => setFrozen(!isFrozen)}
      >
        {isFrozen ? 'Frozen' : 'Freeze'}
      </button>
      <label className="menu-item check" title="Play, pause and scrub together with others">
        <input type="checkbox" checked={sharesTime} onChange={(event) => setSharesTime(event.target.checked)} />
        Share time
      </label>
    </div>
  );
}

function Nothing(): ReactNode {
  const { status, port, detail } = useLive();
  if (status === 'none') return <div className="panel-message">{detail}</div>;
  return (
    <div className="panel-message">
      <strong>Nothing is live yet</strong>
      <span>
        {port === undefined
          ? 'Connect a program to the hub that is running.'
          : `Connect a program to 127.0.0.1, port ${port}, or try it without one:`}
      </span>
      {port !== undefined && <code>npx rigline link shot.ma --port {port}</code>}
    </div>
  );
}

function SubjectTable({
  rows,
  selected,
  onSelect,
}: {
  readonly rows: readonly LiveRow[];
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
}): ReactNode {
  const base = useStudio((state) => state.open?.shot.cameras.length ?? 0);
  const cameras = rows.filter(({ role, nodeCount }) => role === 'camera' && nodeCount > 0);
  return (
    <table className="live-table">
      <thead>
        <tr>
          <th>subject</th>
          <th>role</th>
          <th>per s</th>
          <th title="half of the frames, and 99 of 100, are within">ms (p99)</th>
          <th aria-label="Look through" />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={row.key === selected ? 'selected' : ''} data-stale={row.age > 2}>
            <td>
              <button type="button" className="link" onClick={() => onSelect(row.key)}>
                {row.name}
              </button>
            </td>
            <td>{row.role}</td>
            <td className="number">{row.rate.toFixed(0)}</td>
            <td className="number">{row.rate > 0 ? `${row.p50Ms.toFixed(1)} (${row.p99Ms.toFixed(1)})` : '–'}</td>
            <td>
              {row.role === 'camera' && row.nodeCount > 0 && (
                <button
                  type="button"
                  className="chip"
                  title="Look through it in the viewport"
                  onClick={() => setView(base + cameras.indexOf(row))}
                >
                  look
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const PLOT_HEIGHT = 90;

/** Latency of the busiest subject. */
function LatencyPlot(): ReactNode {
  const holder = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const latencies = useLive((state) => state.latencies);
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const made = new uPlot(
      {
        width: Math.max(element.clientWidth, 120),
        height: PLOT_HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false }, y: { range: (_, __, most) => [0, Math.max(most * 1.1, 1)] } },
        axes: [{ show: false }, { stroke: '#8b94a3', grid: { stroke: '#2c313a' }, size: 42 }],
        series: [{}, { stroke: '#ffb547', width: 1, points: { show: false } }],
      },
      [[], []],
      element,
    );
    plot.current = made;
    const observer = new ResizeObserver(() =>
      made.setSize({ width: Math.max(element.clientWidth, 120), height: PLOT_HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = undefined;
    };
  }, []);
  useEffect(() => {
    plot.current?.setData([latencies.map((_, i) => i), [...latencies]]);
  }, [latencies]);
  return (
    <div>
      <div className="live-caption">latency in milliseconds</div>
      <div ref={holder} className="live-plot" data-testid="latency" />
    </div>
  );
}

/** Curves of a subject; the channels of a face as bars. */
function Curves({ row }: { readonly row: LiveRow }): ReactNode {
  const isFace = row.role === 'face';
  if (row.curves.length === 0) return null;
  return (
    <div className="live-curves">
      <div className="live-caption">{row.name}</div>
      {row.curves.map(({ name, value }) => (
        <div key={name} className="live-curve">
          <span>{name}</span>
          {isFace && (
            <span className="live-bar">
              <span style={{ width: `${Math.min(1, Math.max(0, value)) * 100}%` }} />
            </span>
          )}
          <span className="number">{Number(value.toFixed(3))}</span>
        </div>
      ))}
    </div>
  );
}

/** The live camera that is looked through against a camera of the open shot. */
function CameraCompare(): ReactNode {
  const open = useStudio((state) => state.open);
  const filePose = useStudio((state) => state.pose);
  const view = useStudio((state) => state.view);
  const { shot, pose } = useLive();
  const cameras = open?.shot.cameras ?? [];
  const [wanted, setWanted] = useState<number>();
  const looked = view - cameras.length;
  const name = looked >= 0 ? shot?.cameras[looked]?.name : undefined;
  const own = cameras.findIndex((camera) => camera.name === name);
  const against = wanted ?? (own >= 0 ? own : cameras.findIndex(({ isStartup }) => !isStartup));
  const difference = useMemo(() => {
    if (!open || !filePose || !shot || !pose || looked < 0 || against < 0) return undefined;
    const { deviceAspect } = open.shot.settings;
    return compareCameras(
      { shot, pose, camera: looked, deviceAspect },
      { shot: open.shot, pose: filePose, camera: against, deviceAspect },
    );
  }, [open, filePose, shot, pose, looked, against]);
  if (view === FREE_VIEW || looked < 0 || cameras.length === 0) return null;
  return (
    <div className="live-compare" data-testid="compare">
      <label className="live-caption">
        compared with{' '}
        <select
          aria-label="Camera of the shot"
          value={against}
          onChange={(event) => setWanted(Number(event.target.value))}
        >
          {cameras.map((camera, i) => (
            <option key={camera.place} value={i}>
              {camera.name}
            </option>
          ))}
        </select>
      </label>
      {difference && (
        <dl>
          <dt>in the picture</dt>
          <dd>
            {Number.isFinite(difference.pixels) ? `${difference.pixels.toFixed(2)} px of 1920` : 'nothing in common'}
          </dd>
          <dt>position</dt>
          <dd>{difference.positionCm.toFixed(3)} cm</dd>
          <dt>rotation</dt>
          <dd>{difference.rotationDeg.toFixed(4)}°</dd>
          <dt>focal length</dt>
          <dd>{difference.focalMm.toFixed(3)} mm</dd>
          <dt>film width</dt>
          <dd>{difference.apertureMm.toFixed(3)} mm</dd>
        </dl>
      )}
    </div>
  );
}

function TakeShelf(): ReactNode {
  const takes = useLive((state) => state.takes);
  const [name, setName] = useState('');
  if (!takes) return null;
  const { recording, playing } = takes;
  return (
    <section className="live-takes" aria-label="Takes">
      <div className="live-record">
        <input
          type="text"
          aria-label="Name of the take"
          placeholder="name of the take"
          value={name}
          disabled={recording !== undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {recording ? (
          <button type="button" className="button recording" onClick={() => void stopRecording()}>
            ■ Stop
          </button>
        ) : (
          <button type="button" className="button" onClick={() => void recordTake(name)}>
            ● Record
          </button>
        )}
      </div>
      {recording && (
        <div className="hint" data-testid="recording">
          {recording.name}: {recording.records} messages, {formatBytes(recording.bytes)}
          {recording.lost > 0 && `, ${recording.lost} could not be written`}
        </div>
      )}
      <ul className="live-list">
        {takes.takes.map((take) => (
          <li key={take.name}>
            <button type="button" className="link" title="Open as a shot" onClick={() => void openTakeFile(take.name)}>
              {take.name}
            </button>
            <span className="hint">{formatBytes(take.bytes)}</span>
            <button
              type="button"
              className="chip"
              onClick={() => void (playing === take.name ? stopPlaying() : playTake(take.name))}
            >
              {playing === take.name ? 'stop' : 'replay'}
            </button>
            <a className="chip" href={takeUrl(take.name)} download={take.name}>
              save
            </a>
            <button
              type="button"
              className="chip"
              aria-label={`Delete ${take.name}`}
              disabled={recording?.name === take.name || playing === take.name}
              onClick={() => {
                if (globalThis.confirm(`Delete ${take.name}?`)) void deleteTake(take.name);
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <div className="hint live-folder">{takes.folder}</div>
    </section>
  );
}

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
