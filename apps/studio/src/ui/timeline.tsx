import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { goToFrame, setPace, setRange, stepFrame, togglePlay } from '../actions.ts';
import { useStudio } from '../store.ts';
import { Icon } from './icons.tsx';
import { NumberField } from './number-field.tsx';
import { drawTimeline, frameAtX } from './timeline-drawing.ts';

/** Transport buttons, the ruler to scrub on, and the range. */
export function Timeline(): ReactNode {
  const isPlaying = useStudio((state) => state.isPlaying);
  const frame = useStudio((state) => state.frame);
  const range = useStudio((state) => state.range);
  const pace = useStudio((state) => state.pace);
  const rate = useStudio((state) => state.open?.shot.settings.frameRate ?? 24);
  const hasScene = useStudio((state) => state.open !== undefined);
  return (
    <section className="timeline" aria-label="Timeline">
      <div className="transport">
        <TransportButton icon="first" label="First frame (Home)" action={() => goToFrame(range[0])} />
        <TransportButton icon="back" label="Step back (←)" action={() => stepFrame(-1)} />
        <button
          type="button"
          className={`icon-button play ${isPlaying ? 'active' : ''}`}
          title={isPlaying ? 'Pause (Space)' : 'Play (Space)'}
          aria-label={isPlaying ? 'Pause' : 'Play'}
          disabled={!hasScene}
          onClick={togglePlay}
        >
          <Icon name={isPlaying ? 'pause' : 'play'} size={18} />
        </button>
        <TransportButton icon="forward" label="Step forward (→)" action={() => stepFrame(1)} />
        <TransportButton icon="last" label="Last frame (End)" action={() => goToFrame(range[1])} />
      </div>
      <NumberField label="First frame" value={range[0]} onChange={(first) => setRange([first, range[1]])} />
      <Ruler />
      <NumberField label="Last frame" value={range[1]} onChange={(last) => setRange([range[0], last])} />
      <div className="clock">
        <NumberField label="Frame" value={frame} onChange={goToFrame} className="frame-field" />
        <span className="seconds">{(frame / rate).toFixed(3)} s</span>
      </div>
      <button
        type="button"
        className="button pace"
        title="Real time keeps the rate and may skip frames"
        onClick={() => setPace(pace === 'realTime' ? 'everyFrame' : 'realTime')}
      >
        {pace === 'realTime' ? 'Real time' : 'Every frame'}
      </button>
    </section>
  );
}

function TransportButton(props: {
  readonly icon: 'first' | 'back' | 'forward' | 'last';
  readonly label: string;
  readonly action: () => void;
}): ReactNode {
  return (
    <button type="button" className="icon-button" title={props.label} aria-label={props.label} onClick={props.action}>
      <Icon name={props.icon} />
    </button>
  );
}

/** Drawn on a canvas straight from the store, so that playback renders no React component. */
function Ruler(): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = (): void => drawTimeline(element, useStudio.getState());
    draw();
    const unsubscribe = useStudio.subscribe(draw);
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => {
      unsubscribe();
      observer.disconnect();
    };
  }, []);
  const scrub = (event: PointerEvent<HTMLCanvasElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const frame = frameAtX(event.clientX - box.left, box.width, useStudio.getState().range);
    goToFrame(event.shiftKey ? frame : Math.round(frame));
  };
  return (
    <canvas
      ref={canvas}
      className="ruler"
      data-testid="ruler"
      title="Drag to scrub; with Shift between frames"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        scrub(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && scrub(event)}
    />
  );
}
