import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';

/** Level by the excess over a limit, in percent. */
export function excessLevel(value: number, limit: number, { second, third }: { second: number; third: number }): AlarmLevel {
  const percent = ((value - limit) / limit) * 100;
  if (percent >= third) return 3;
  return percent >= second ? 2 : 1;
}
