import type { CameraChannels, FilmGate } from '@rigline/evaluate';
import { radToDeg } from '@rigline/math';
import type { PixelRect } from '@rigline/viewer';
import type { ReactNode } from 'react';
import { useLive } from '../live/live-store.ts';
import { useStudio } from '../store.ts';

/** The edge of the picture, and a shade over what the camera does not take. */
export function GateMask({ rect, isShaded }: { readonly rect: PixelRect; readonly isShaded: boolean }): ReactNode {
  const width = useStudio((state) => state.open?.shot.settings.renderSize[0] ?? 0);
  const height = useStudio((state) => state.open?.shot.settings.renderSize[1] ?? 0);
  const hasOwnAspect = useShownCamera()?.viewAspect !== undefined;
  const style = { left: rect.x, top: rect.y, width: rect.width, height: rect.height };
  const bottom = rect.y + rect.height;
  const beside = { top: rect.y, height: rect.height };
  return (
    <>
      {isShaded && (
        <>
          <div className="gate-shade" style={{ left: 0, right: 0, top: 0, height: rect.y }} />
          <div className="gate-shade" style={{ left: 0, right: 0, top: bottom, bottom: 0 }} />
          <div className="gate-shade" style={{ ...beside, left: 0, width: rect.x }} />
          <div className="gate-shade" style={{ ...beside, left: rect.x + rect.width, right: 0 }} />
        </>
      )}
      <div className="gate" style={style} data-testid="gate">
        <span className="gate-size">
          {hasOwnAspect ? `${(rect.width / rect.height).toFixed(2)} : 1` : `${width} × ${height}`}
        </span>
      </div>
    </>
  );
}

/** The camera that is looked through, of the shot or a live one. */
function useShownCamera(): CameraChannels | undefined {
  const view = useStudio((state) => state.view);
  const own = useStudio((state) => state.open?.shot.cameras.length ?? 0);
  const ofShot = useStudio((state) => state.pose?.cameras[view]);
  const live = useLive((state) => state.pose?.cameras[view - own]);
  return view < own ? ofShot : live;
}

/** Lens and film of the camera that is looked through. */
export function CameraReadout({ gate }: { readonly gate: FilmGate }): ReactNode {
  const channels = useShownCamera();
  const unitMetres = useStudio((state) => state.open?.shot.settings.unitMetres ?? 0.01);
  if (!channels) return null;
  const focus = channels.focusDistance / (unitMetres * 100);
  return (
    <div className="readout" data-testid="readout">
      {gate.orthographic ? (
        <span>orthographic, {channels.orthographicWidth.toFixed(1)} cm wide</span>
      ) : (
        <>
          <b>{channels.focalLength.toFixed(1)} mm</b>
          <span>
            {gate.horizontalApertureMm.toFixed(2)} × {gate.verticalApertureMm.toFixed(2)} mm
          </span>
          <span>{radToDeg(gate.horizontalFov).toFixed(1)}°</span>
          <span>{channels.filmFit}</span>
          {channels.lensSqueezeRatio !== 1 && <span>×{channels.lensSqueezeRatio} squeeze</span>}
          <span>f/{channels.fStop.toFixed(1)}</span>
          <span>focus {focus.toFixed(1)}</span>
        </>
      )}
    </div>
  );
}
