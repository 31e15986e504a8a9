/** How the console counts alarms by their number (specification 4, Alarm counters and Alarm popup matching). */

/** A pushed alarm is one of active safety. Any integer. */
export function isSafetyAlarm(warnId: number): boolean {
  return warnId > 59 && (warnId < 100 || warnId > 149);
}

/** The numbers the bell of ordinary alarms is for. */
export function isBellAlarm(alarmId: number): boolean {
  return alarmId < 50 || (alarmId > 99 && alarmId < 150);
}

/** An alarm older than this when it is told of rings no bell, ms. */
export const BELL_WINDOW_MS = 2_000;

/** Whether a pushed alarm counts towards the bell: by its number, and only while it is new. Times are epoch ms. */
export function countsForBell(alarm: {
  readonly alarmId: number;
  readonly startMs: number;
  readonly currentMs: number;
}): boolean {
  return isBellAlarm(alarm.alarmId) && alarm.currentMs - alarm.startMs <= BELL_WINDOW_MS;
}

/** The number under which an alarm is looked for among the popup alarms a user chose. */
export function popupMatchId(id: number): number {
  return id <= 64 ? id + 1 : id;
}
