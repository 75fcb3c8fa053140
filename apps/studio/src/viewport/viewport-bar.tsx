import type { ShotCamera } from '@rigline/viewer/shot';
import type { ReactNode } from 'react';
import { requestFraming, setShow, setView } from '../actions.ts';
import { useLive } from '../live/live-store.ts';
import { FREE_VIEW, type StudioState, useStudio } from '../store.ts';
import { Icon } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';

const SHOW_LABELS: readonly (readonly [keyof StudioState['show'], string])[] = [
  ['meshes', 'Meshes'],
  ['wireframe', 'Wireframe on shaded'],
  ['curves', 'Curves'],
  ['joints', 'Joints'],
  ['xrayJoints', 'X-ray joints'],
  ['locators', 'Locators'],
  ['cameras', 'Cameras'],
  ['lights', 'Light symbols'],
  ['sceneLights', 'Light from the shot'],
  ['grid', 'Grid'],
  ['gateMask', 'Gate mask'],
];

const NO_CAMERAS: readonly ShotCamera[] = [];

/** Camera and display choices over the picture. */
export function ViewportBar({ onOrbitFromCamera }: { readonly onOrbitFromCamera: () => void }): ReactNode {
  const cameras = useStudio((state) => state.open?.shot.cameras) ?? NO_CAMERAS;
  const live = useLive((state) => state.shot?.cameras) ?? NO_CAMERAS;
  const view = useStudio((state) => state.view);
  const show = useStudio((state) => state.show);
  if (cameras.length + live.length === 0) return null;
  return (
    <div className="viewport-bar">
      <label className="select-button" title="Look through (C)">
        <Icon name={view === FREE_VIEW ? 'orbit' : 'camera'} />
        <select aria-label="Camera" value={view} onChange={(event) => setView(Number(event.target.value))}>
          <option value={FREE_VIEW}>Free orbit</option>
          {cameras.map((camera, i) => (
            <option key={camera.place} value={i}>
              {camera.name}
            </option>
          ))}
          {live.length > 0 && (
            <optgroup label="live">
              {live.map((camera, i) => (
                <option key={camera.place} value={cameras.length + i}>
                  {camera.name} (live)
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      {view === FREE_VIEW ? (
        <button
          type="button"
          className="button"
          title="Frame the selection, or everything (F)"
          onClick={requestFraming}
        >
          <Icon name="frame" /> Frame
        </button>
      ) : (
        <button type="button" className="button" title="Leave the camera where it stands" onClick={onOrbitFromCamera}>
          <Icon name="orbit" /> Orbit from here
        </button>
      )}
      <Menu label="Show" icon={<Icon name="eye" />} keepOpen>
        {SHOW_LABELS.map(([key, label]) => (
          <label key={key} className="menu-item check">
            <input type="checkbox" checked={show[key]} onChange={(event) => setShow({ [key]: event.target.checked })} />
            {label}
          </label>
        ))}
      </Menu>
    </div>
  );
}
