import { Player } from './player.ts';
import type { CellValue, Failure, OpenedScene, PoseAnswer, SceneSource } from './session/protocol.ts';
import { type PoseStats, SessionError } from './session/session-client.ts';
import { client, servedScene } from './session/start.ts';
import { FREE_VIEW, type Selection, type StudioState, useStudio } from './store.ts';

const { getState, setState } = useStudio;

client.onPose = (answer) => showPose(answer);
client.onFailure = (failure) => setState({ failure });

/** How poses were asked for and answered; for the status bar and tests. */
export const poseStats = (): Readonly<PoseStats> => client.stats;

function showPose({ pose, values, problems, evaluateMs }: PoseAnswer): void {
  const before = getState().pose;
  setState({ pose, evaluateMs, ...(values ? { values } : {}), ...(problems ? { problems } : {}) });
  if (before) client.recycle(before);
  player.onShown();
}

// ---- opening

let serial = 0;

/** Opens a scene; what was open before stays until the new one is read. */
export async function openScene(source: SceneSource): Promise<void> {
  await takeOver(source.name, client.open(source));
}

export async function openFile(file: File): Promise<void> {
  await openScene({ name: file.name, bytes: await file.arrayBuffer() });
}

/** Opens the scene that the server gives with the page; without one the page waits for a file. */
export async function openServedScene(): Promise<void> {
  const served = await servedScene;
  if (served) await takeOver(served.source.name, served.opened);
  else setState({ phase: 'empty' });
}

/** Shows another take of the open file, as it is looked at now; null for the stored values. */
export async function openTake(take: string | null): Promise<void> {
  const { open } = getState();
  if (open && (open.shot.settings.take ?? null) !== take) await takeOver(open.name, client.openTake(take), true);
}

async function takeOver(name: string, opening: Promise<OpenedScene>, isSameFile = false): Promise<void> {
  player.stop();
  setState({ phase: 'loading', loadingName: name, failure: undefined });
  try {
    showOpened(await opening, isSameFile);
  } catch (error) {
    const failure: Failure =
      error instanceof SessionError
        ? error.failure
        : { code: 'STUDIO_FAILED', message: String(error), hint: undefined };
    setState({ phase: getState().open ? 'ready' : 'failed', failure });
  }
}

function showOpened(opened: OpenedScene, isSameFile: boolean): void {
  performance.mark('rigline-opened');
  const before = getState();
  const { settings, cameras, places } = opened.shot;
  const own = cameras.findIndex((camera) => !camera.isStartup);
  const [first, last] = settings.range;
  setState({
    phase: 'ready',
    open: { ...opened, serial: ++serial, isSameFile },
    pose: opened.pose,
    evaluateMs: opened.evaluateMs,
    problems: opened.problems,
    frame: first,
    range: [first, last > first ? last : first + 1],
    selection: undefined,
    inspection: undefined,
    values: undefined,
    view: isSameFile && before.view < cameras.length ? before.view : own >= 0 ? own : FREE_VIEW,
  });
  document.title = `${opened.name} · Rigline`;
  if (isSameFile) {
    const selected = before.open?.shot.places[before.selection?.place ?? -1]?.path;
    const place = places.findIndex(({ path }) => path === selected);
    if (place >= 0) selectPlace(place);
    return;
  }
  // The camera that is looked through is selected, so that the panels have something to show.
  const shape = cameras[own];
  if (shape) selectPlace(opened.shot.places[shape.place]?.parent ?? shape.place);
}

export function dismissFailure(): void {
  setState({ failure: undefined });
}

// ---- time

const player = new Player({
  read: () => {
    const { frame, range, pace, open } = getState();
    return { frame, range, pace, frameRate: open?.shot.settings.frameRate ?? 24 };
  },
  show: (frame) => setFrame(frame),
  onChange: (isPlaying) => setState({ isPlaying }),
});

/** Asks for the pose at a frame. */
export function setFrame(frame: number): void {
  const { open } = getState();
  if (!open || !Number.isFinite(frame)) return;
  setState({ frame });
  askPose();
}

function askPose(): void {
  const { open, frame, inspection } = getState();
  if (open) client.ask(frame / open.shot.settings.frameRate, inspection?.nodeId);
}

export function stepFrame(by: number): void {
  player.stop();
  const { frame, range } = getState();
  const [first, last] = range;
  const next = Math.round(frame) + by;
  setFrame(next > last ? first : next < first ? last : next);
}

export function goToFrame(frame: number): void {
  player.stop();
  setFrame(frame);
}

export function togglePlay(): void {
  if (getState().open) player.toggle();
}

export function setPace(pace: StudioState['pace']): void {
  setState({ pace });
}

export function setRange(range: readonly [number, number]): void {
  if (range.every(Number.isFinite) && range[1] > range[0]) setState({ range });
}

// ---- selection and attributes

let inspecting = 0;

export function select(selection: Selection | undefined): void {
  if (selection?.nodeId === getState().selection?.nodeId && selection?.place === getState().selection?.place) return;
  setState({ selection });
  const turn = ++inspecting;
  if (!selection) {
    setState({ inspection: undefined, values: undefined });
    return;
  }
  client
    .inspect(selection.nodeId)
    .then((inspection) => {
      if (turn !== inspecting) return;
      setState({ inspection, values: undefined });
      askPose();
    })
    .catch(reportFailure);
}

export function selectPlace(place: number): void {
  const nodeId = getState().open?.shot.places[place]?.nodeId;
  select(nodeId === undefined ? undefined : { place, nodeId });
}

/** Selects a node wherever it stands; its first place if it is in the hierarchy. */
export function selectNode(nodeId: number): void {
  const place = getState().open?.shot.places.findIndex((at) => at.nodeId === nodeId) ?? -1;
  select({ place, nodeId });
}

/** Selects by full path or name. False when there is none. */
export function selectPath(path: string): boolean {
  const places = getState().open?.shot.places ?? [];
  const place = places.findIndex((at) => at.path === path || at.name === path);
  if (place >= 0) selectPlace(place);
  return place >= 0;
}

export function setAttribute(nodeId: number, path: string, value: NonNullable<CellValue>): void {
  client
    .set(nodeId, path, value)
    .then(() => askPose())
    .catch(reportFailure);
}

function reportFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  setState({
    failure: error instanceof SessionError ? error.failure : { code: 'STUDIO_FAILED', message, hint: undefined },
  });
}

// ---- view

export function setView(view: number): void {
  setState({ view });
}

export function setShow(change: Partial<StudioState['show']>): void {
  setState({ show: { ...getState().show, ...change } });
}

export function requestFraming(): void {
  setState({ frameRequests: getState().frameRequests + 1 });
}
