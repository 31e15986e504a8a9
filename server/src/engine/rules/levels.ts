import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';

/** The level of so much above a limit, by the percents from which it is another one. */
export function excessLevel(value: number, limit: number, { second, third }: { second: number; third: number }): AlarmLevel {
  const percent = ((value - limit) / limit) * 100;
  if (percent >= third) return 3;
  return percent >= second ? 2 : 1;
}
