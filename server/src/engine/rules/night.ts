import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import { isWithin, parseClock } from '@fleetwarden/domain/day-time';
import type { ParamsOf } from './params.ts';
import type { Run } from './run.ts';

const NIGHT_BAN = 108;

/** Whether 130104 applies to a vehicle. */
export function bannedAtNight(params: ParamsOf['130104'], vehicleId: number, industry: number): boolean {
  if (params.exempt.includes(String(vehicleId))) return false;
  return params.industry.length === 0 || params.industry.includes(industry);
}

/** 130104: driving in banned hours; the minimum duration is in its timing. */
export function nightDriving(source: number, { banStart, banEnd, minSpeed }: ParamsOf['130104'], level: AlarmLevel) {
  const [from, to] = [parseClock(banStart), parseClock(banEnd)];
  return ({ minute, report, found }: Run): void => {
    if (report.speedKmh >= minSpeed && isWithin(minute, from, to))
      found.push({ typeId: NIGHT_BAN, source, level, value: report.speedKmh, limit: minSpeed });
  };
}
