import { type Camera, screenX, screenY } from '@fleetwarden/domain/mercator';
import type { DrawnRows } from './drawn-rows.ts';
import { LAYER } from './marker-look.ts';

/** Vehicle status of an emergency. */
const EMERGENCY = 5;

/** Whether a drawn vehicle in view is in an emergency; `markers` has their positions. */
export function hasEmergency(
  markers: { x(row: number): number; y(row: number): number },
  drawn: DrawnRows,
  status: Uint8Array,
  camera: Camera,
): boolean {
  for (const table of [drawn.tables[LAYER.alarm]!, drawn.tables[LAYER.selected]!]) {
    for (let i = 0; i < table.count; i++) {
      const row = table.rowAt(i);
      if (status[row] !== EMERGENCY) continue;
      const x = screenX(camera, markers.x(row));
      const y = screenY(camera, markers.y(row));
      if (x >= 0 && x <= camera.width && y >= 0 && y <= camera.height) return true;
    }
  }
  return false;
}
