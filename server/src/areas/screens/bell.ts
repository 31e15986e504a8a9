import { alarmsOf } from '@fleetwarden/domain/alarm-bits';
import { isBellAlarm, isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';

export type BellCounts = { readonly ordinary: number; readonly safety: number };

/**
 * Alarms in force: each bit that is set is one, under its number. Only vehicles that are online have any: what the last report
 * of the others said is no alarm of now.
 */
export function bellCounts(pictures: Iterable<VehicleLive | null>): BellCounts {
  let [ordinary, safety] = [0, 0];
  for (const live of pictures) {
    if (!live?.online || live.alarmBits === 0) continue;
    for (const { bit } of alarmsOf(live.alarmBits)) {
      if (isSafetyAlarm(bit)) safety++;
      else if (isBellAlarm(bit)) ordinary++;
    }
  }
  return { ordinary, safety };
}
