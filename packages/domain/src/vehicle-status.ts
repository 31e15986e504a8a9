import type { AlarmLevel } from './alarm-bits.ts';
import { SERIOUS_ALARM_MASK, URGENT_ALARM_MASK } from './alarm-bits.ts';
import { accOn } from './status-bits.ts';

/** 0 offline, 1 parked, 2 driving, 3 idling, 4 alarm, 5 emergency, 6 online without a fix (screen catalogue 3.1). */
export type VehicleStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export type VehicleStatusInput = {
  readonly online: boolean;
  /** The 32 alarm bits of the newest report, unsigned or not. */
  readonly alarmBits: number;
  readonly statusBits: number;
  readonly speedKmh: number;
  /** Whether the newest report carried a fix. */
  readonly fixed: boolean;
  /** Highest level among the vehicle's open active-safety alarms. */
  readonly openAlarmLevel?: AlarmLevel;
};

/** Minimum speed of a driving vehicle, km/h. */
export const DRIVING_KMH = 5;

/** The status of a vehicle: the first matching rule wins. Total function. */
export function vehicleStatus(input: VehicleStatusInput): VehicleStatus {
  if (!input.online) return 0;
  if ((input.alarmBits & URGENT_ALARM_MASK) !== 0 || input.openAlarmLevel === 3) return 5;
  if ((input.alarmBits & SERIOUS_ALARM_MASK) !== 0 || input.openAlarmLevel === 2) return 4;
  if (!input.fixed) return 6;
  if (input.speedKmh >= DRIVING_KMH) return 2;
  return accOn(input.statusBits) ? 3 : 1;
}

/** Letter of the icon variant: a green, b red, c amber, d grey (specification 4). */
export type StatusIcon = 'a' | 'b' | 'c' | 'd';
const ICONS: Record<VehicleStatus, StatusIcon> = { 0: 'd', 1: 'c', 2: 'a', 3: 'c', 4: 'b', 5: 'b', 6: 'c' };

/** The icon variant of a status. */
export function statusIcon(status: VehicleStatus): StatusIcon {
  return ICONS[status];
}
