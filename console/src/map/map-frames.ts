import { type Camera, sameCamera } from '@fleetwarden/domain/mercator';
import type { VehicleLayer } from './vehicles/vehicle-layer.ts';

/** Pause between frames while markers glide, ms: they move a few pixels a second, so 30 frames are as smooth as 60. */
const GLIDE_FRAME_MS = 33;

/** When what lies over a base map is drawn. */
export type MapFrames = {
  /** Draws at once: in the frame of the base map, so that vehicles never swim on it. */
  paint(): void;
  /** Draws in the next frame. */
  repaint(): void;
  /** The same, with what lies about the vehicles, though the view is the same. */
  repaintAll(): void;
  /** Nothing is drawn from now on but by `paint`. */
  close(): void;
};

export function createMapFrames(of: {
  readonly layer: Pick<VehicleLayer, 'gliding' | 'nextBlink'>;
  readonly camera: () => Camera;
  readonly drawVehicles: (camera: Camera) => void;
  readonly drawLabels: (camera: Camera) => void;
  /** Lines, areas, pins and handles. */
  readonly drawOverlays: (camera: Camera) => void;
}): MapFrames {
  const { layer, camera: look } = of;
  let blinkTimer: ReturnType<typeof setTimeout> | undefined;
  let blinkFrame = 0;
  let glideTimer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  /** What lies on it is taken away by others, and after it. */
  let closed = false;
  /** What the overlays were last drawn for; null: they are to be drawn anew. */
  let drawnFor: Camera | null = null;

  const stopBlinking = () => {
    clearTimeout(blinkTimer);
    cancelAnimationFrame(blinkFrame);
  };
  /** Only the vehicles are drawn for it; in a frame of the browser's, which gives none before it is through with the last. */
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
    // Vehicles move much more often than what lies about them, which may be long
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
