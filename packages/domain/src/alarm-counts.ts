/** Alarm counters of the console by alarm number (specification 4, Alarm counters and Alarm popup matching). */

/** Whether a pushed alarm is an active-safety alarm. Any integer. */
export function isSafetyAlarm(warnId: number): boolean {
  return warnId > 59 && (warnId < 100 || warnId > 149);
}

/** Whether the number rings the bell of ordinary alarms. */
export function isBellAlarm(alarmId: number): boolean {
  return alarmId < 50 || (alarmId > 99 && alarmId < 150);
}

/** Older alarms ring no bell, ms. */
export const BELL_WINDOW_MS = 2_000;

/** Whether a pushed alarm counts for the bell: by number, and only while it is new. Times are epoch ms. */
export function countsForBell(alarm: {
  readonly alarmId: number;
  readonly startMs: number;
  readonly currentMs: number;
}): boolean {
  return isBellAlarm(alarm.alarmId) && alarm.currentMs - alarm.startMs <= BELL_WINDOW_MS;
}

/** The number that is compared with the user's popup alarms. */
export function popupMatchId(id: number): number {
  return id <= 64 ? id + 1 : id;
}
