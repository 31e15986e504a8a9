import { type Camera, sameCamera } from '@fleetwarden/domain/mercator';
import type { VehicleLayer } from './vehicles/vehicle-layer.ts';

/** Pause between frames while markers glide, ms: they move slowly, so 30 frames look as smooth as 60. */
const GLIDE_FRAME_MS = 33;

/** Schedules the drawing over a base map. */
export type MapFrames = {
  /** Draws at once, in the base map's frame, so that vehicles do not lag behind it. */
  paint(): void;
  /** Draws in the next frame. */
  repaint(): void;
  /** Like `repaint`, but also redraws the overlays for an unchanged view. */
  repaintAll(): void;
  /** Stops all scheduled drawing; only `paint` still works. */
  close(): void;
};

export function createMapFrames(of: {
  readonly layer: Pick<VehicleLayer, 'gliding' | 'nextBlink'>;
  readonly camera: () => Camera;
  readonly drawVehicles: (camera: Camera) => void;
  readonly drawLabels: (camera: Camera) => void;
  /** Draws lines, areas, pins and handles. */
  readonly drawOverlays: (camera: Camera) => void;
}): MapFrames {
  const { layer, camera: look } = of;
  let blinkTimer: ReturnType<typeof setTimeout> | undefined;
  let blinkFrame = 0;
  let glideTimer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  /** Set by `close`; the layers are removed later by their owner. */
  let closed = false;
  /** The camera of the last overlay drawing; null: redraw them. */
  let drawnFor: Camera | null = null;

  const stopBlinking = () => {
    clearTimeout(blinkTimer);
    cancelAnimationFrame(blinkFrame);
  };
  /** Draws only the vehicles, in a browser frame, which waits for the previous one. */
  const blinkLater = (camera: Camera) => {
    stopBlinking();
    const seconds = document.hidden ? null : layer.nextBlink(camera);
    if (seconds === null) return;
    blinkTimer = setTimeout(() => {
      blinkFrame = requestAnimationFrame(() => {
        of.drawVehicles(look());
        blinkLater(look());
      });
    }, seconds * 1_000);
  };
  const paint = () => {
    cancelAnimationFrame(frame);
    clearTimeout(glideTimer);
    const camera = look();
    // Vehicles move more often than the overlays change, which may be large.
    if (!drawnFor || !sameCamera(drawnFor, camera)) {
      drawnFor = { ...camera };
      of.drawOverlays(camera);
    }
    of.drawVehicles(camera);
    of.drawLabels(camera);
    if (layer.gliding()) glideTimer = setTimeout(repaint, GLIDE_FRAME_MS);
    blinkLater(camera);
  };
  const repaint = () => {
    cancelAnimationFrame(frame);
    if (!closed) frame = requestAnimationFrame(paint);
  };

  return {
    paint,
    repaint,
    repaintAll: () => {
      drawnFor = null;
      repaint();
    },
    close: () => {
      closed = true;
      stopBlinking();
      clearTimeout(glideTimer);
      cancelAnimationFrame(frame);
    },
  };
}
