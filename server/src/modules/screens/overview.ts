import type { CallReply } from '@fleetwarden/contract/call';
import type { screensCalls } from '@fleetwarden/contract/screens/routes';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';

type Overview = CallReply<typeof screensCalls.vehicleOnlineInformation>;

/** The field that counts each vehicle status; 4 and 5 are both alarms. */
const FIELD = ['offline', 'parked', 'moving', 'idling', 'alarm', 'alarm', 'noFix'] as const;

/** Vehicles by state; total = online + offline + never. `today`: the first instant of the business day, epoch ms. */
export function overview(pictures: Iterable<VehicleLive | null>, today: number): Overview {
  const counts = { total: 0, online: 0, moving: 0, idling: 0, parked: 0, noFix: 0, alarm: 0, offline: 0, never: 0, seenToday: 0 };
  for (const live of pictures) {
    counts.total++;
    counts[live ? FIELD[live.status] : 'never']++;
    if (live && live.status !== 0) counts.online++;
    if (live && live.receivedAt >= today) counts.seenToday++;
  }
  return counts;
}
