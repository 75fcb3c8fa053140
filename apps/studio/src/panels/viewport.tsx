import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { select, selectPlace, setView } from '../actions.ts';
import { type LiveState, useLive } from '../live/live-store.ts';
import { FREE_VIEW, type StudioState, useStudio } from '../store.ts';
import { CameraReadout, GateMask } from '../viewport/gate-overlay.tsx';
import { Stage, type StageView } from '../viewport/stage.ts';
import { ViewportBar } from '../viewport/viewport-bar.tsx';

/** Pixels that the pointer may move between press and release of a click. */
const CLICK_SLOP = 4;

/** The shot through one of its cameras, or freely. */
export function ViewportPanel(): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { stage, failure } = useStage(canvas);
  const [view, setStageView] = useState<StageView>({ gateRect: undefined, gate: undefined });
  const press = useRef<{ x: number; y: number } | undefined>(undefined);
  const phase = useStudio((state) => state.phase);
  const isMasked = useStudio((state) => state.show.gateMask);
  useEffect(() => {
    if (!stage) return;
    stage.onView = (next) => setStageView((before) => (isSameView(before, next) ? before : next));
    stage.invalidate();
  }, [stage]);
  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>): void => {
    const from = press.current;
    press.current = undefined;
    const box = event.currentTarget.getBoundingClientRect();
    if (!stage || !from || event.button !== 0) return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_SLOP) return;
    const place = stage.pick(event.clientX - box.left, event.clientY - box.top);
    if (place < 0) select(undefined);
    else selectPlace(transformOf(place));
  };
  const orbitFromCamera = (): void => {
    stage?.orbitFromCamera();
    setView(FREE_VIEW);
  };
  return (
    <div className="viewport" data-testid="viewport">
      <canvas
        ref={canvas}
        onPointerDown={(event) => {
          press.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerUp={onPointerUp}
      />
      {view.gateRect && <GateMask rect={view.gateRect} isShaded={isMasked} />}
      <ViewportBar onOrbitFromCamera={orbitFromCamera} />
      {view.gate && <CameraReadout gate={view.gate} />}
      {failure && <div className="viewport-message">{failure}</div>}
      {!failure && (phase === 'empty' || phase === 'failed') && (
        <div className="viewport-message">
          <strong>{phase === 'empty' ? 'No shot is open' : 'The shot could not be opened'}</strong>
          <span>Drop a Maya ASCII (.ma) or FBX file here, or use Open….</span>
        </div>
      )}
      {!failure && phase === 'loading' && <div className="viewport-message quiet">Reading the shot…</div>}
    </div>
  );
}

/** Clicks mean objects: a shape stands for its transform. */
function transformOf(place: number): number {
  const at = useStudio.getState().open?.shot.places[place];
  return at && !at.isTransform ? at.parent : place;
}

function isSameView(a: StageView, b: StageView): boolean {
  const [ra, rb] = [a.gateRect, b.gateRect];
  if (!ra || !rb || !a.gate || !b.gate) return ra === rb && a.gate === b.gate;
  const isSameRect = ra.x === rb.x && ra.y === rb.y && ra.width === rb.width && ra.height === rb.height;
  return isSameRect && a.gate.projection.every((v, i) => v === b.gate?.projection[i]);
}

/** Makes the stage and keeps it in step with the store, without rendering React components for poses. */
function useStage(canvas: React.RefObject<HTMLCanvasElement | null>): {
  readonly stage: Stage | undefined;
  readonly failure: string | undefined;
} {
  const [stage, setStage] = useState<Stage>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    const element = canvas.current;
    const parent = element?.parentElement;
    if (!element || !parent) return;
    let made: Stage;
    try {
      made = new Stage(element);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setFailure(`This browser gives no WebGL picture (${reason}). The other panels work without it.`);
      return;
    }
    made.onFirstPicture = () => performance.mark('rigline-first-picture');
    const observer = new ResizeObserver(() => made.resize(parent.clientWidth, parent.clientHeight));
    observer.observe(parent);
    made.resize(parent.clientWidth, parent.clientHeight);
    applyAll(made, useStudio.getState());
    applyLive(made, useLive.getState(), undefined);
    const unsubscribe = useStudio.subscribe((state, before) => applyChange(made, state, before));
    const unsubscribeLive = useLive.subscribe((state, before) => applyLive(made, state, before));
    setStage(made);
    shown = made;
    return () => {
      shown = undefined;
      unsubscribe();
      unsubscribeLive();
      observer.disconnect();
      made.dispose();
    };
  }, [canvas]);
  return { stage, failure };
}

let shown: Stage | undefined;

/** Where points of the world are in the picture of the camera that is looked through; for tests and the console. */
export function projectPoints(
  points: readonly (readonly [number, number, number])[],
  width: number,
  height: number,
): number[][] | undefined {
  return shown?.project(points, width, height);
}

function applyLive(stage: Stage, { shot, pose }: LiveState, before: LiveState | undefined): void {
  if (shot !== before?.shot) stage.setLive(shot, pose, useStudio.getState().show);
  else if (pose && pose !== before?.pose) stage.applyLivePose(pose);
}

function applyAll(stage: Stage, state: StudioState): void {
  if (state.open && state.pose) stage.setShot(state.open.shot, state.pose, state.open.isSameFile);
  stage.setView(state.view);
  stage.show(state.show);
  stage.select(state.selection && state.selection.place >= 0 ? [state.selection.place] : []);
}

function applyChange(stage: Stage, state: StudioState, before: StudioState): void {
  if (state.open !== before.open) {
    applyAll(stage, state);
    return;
  }
  if (state.pose && state.pose !== before.pose) stage.applyPose(state.pose);
  if (state.view !== before.view) stage.setView(state.view);
  if (state.show !== before.show) stage.show(state.show);
  if (state.selection !== before.selection) {
    stage.select(state.selection && state.selection.place >= 0 ? [state.selection.place] : []);
  }
  if (state.frameRequests !== before.frameRequests && state.view === FREE_VIEW) {
    stage.frame(state.selection && state.selection.place >= 0 ? [state.selection.place] : []);
  }
}
