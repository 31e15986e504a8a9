import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import { getHourNumber } from '@fleetwarden/domain/day-time';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { FatigueState } from './judge-states.ts';
import type { ParamsOf } from './params.ts';
import { MOVING_KMH, type Run } from './run.ts';

const FATIGUE = 104;
const PRE_FATIGUE = 105;
const DAY_OVER = 106;
const WEEK_OVER = 107;

const HOURS_OF_DAY = 24;
const HOURS_OF_WEEK = 168;
/** Up to this interval the state before it continues; */
const SURE_MS = 5 * MINUTE_MS;
/** up to this it continues if both points agree, beyond it was rest. */
const GAP_MS = 10 * MINUTE_MS;
/** A stop at a traffic light is driving. */
const HALT_MS = 3 * MINUTE_MS;

/** 130112: continuous driving, and driving within 24 hours and a week. */
export function fatigue(source: number, params: ParamsOf['130112'], level: AlarmLevel) {
  const [dayMax, nightMax] = [params.dayMax * MINUTE_MS, params.nightMax * MINUTE_MS];
  const [minRest, before] = [params.minRest * MINUTE_MS, params.preMinutes * MINUTE_MS];
  const [dailyMax, weekMax] = [params.dailyMax * MINUTE_MS, params.weekMax * MINUTE_MS];

  return (run: Run): void => {
    const { state, from, at, found } = run;
    if (from === null) return;
    const clocks = state.fatigue ?? { drive: 0, night: 0, rest: 0, hour: getHourNumber(at), hours: [] };
    state.fatigue = clocks;
    const passed = at - from.at;
    if (wasDriving(run, from.kmh, passed)) {
      clocks.rest = 0;
      clocks.drive += passed;
      if (run.night) clocks.night += passed;
      addHours(clocks, at, passed);
    } else {
      clocks.rest += passed;
      if (clocks.rest >= minRest) clocks.drive = clocks.night = 0;
    }
    if (state.changed) {
      state.changed = undefined;
      // Hours of day and week belong to the vehicle; the new driver is rested.
      if (params.resetOnDriverChange) clocks.drive = clocks.night = 0;
    }
    forgetHours(clocks, at);
    if (clocks.rest > HALT_MS) return;
    const max = clocks.night > clocks.drive / 2 ? nightMax : dayMax;
    const say = (typeId: number, asLevel: AlarmLevel, value: number, limit: number) =>
      found.push({ typeId, source, level: asLevel, value: Math.round(value / MINUTE_MS), limit: limit / MINUTE_MS });
    if (clocks.drive >= max) say(FATIGUE, level, clocks.drive, max);
    else if (before > 0 && clocks.drive > 0 && clocks.drive >= max - before) say(PRE_FATIGUE, 1, clocks.drive, max);
    const ofDay = sumSince(clocks, getHourNumber(at) - HOURS_OF_DAY + 1);
    if (ofDay >= dailyMax) say(DAY_OVER, 2, ofDay, dailyMax);
    const ofWeek = sumSince(clocks, clocks.hour);
    if (ofWeek >= weekMax) say(WEEK_OVER, 2, ofWeek, weekMax);
  };
}

function wasDriving({ report }: Run, kmhBefore: number, passed: number): boolean {
  if (passed > GAP_MS || kmhBefore < MOVING_KMH) return false;
  return passed <= SURE_MS || report.speedKmh >= MOVING_KMH;
}

/** An interval of at most ten minutes counts for the hour in which it ends. */
function addHours(clocks: FatigueState, at: number, passed: number): void {
  const hour = getHourNumber(at);
  if (clocks.hours.length === 0) clocks.hour = hour;
  const place = hour - clocks.hour;
  while (clocks.hours.length <= place) clocks.hours.push(0);
  clocks.hours[place]! += passed;
}

function forgetHours(clocks: FatigueState, at: number): void {
  const past = getHourNumber(at) - HOURS_OF_WEEK + 1 - clocks.hour;
  if (past <= 0) return;
  clocks.hours.splice(0, past);
  clocks.hour += past;
}

function sumSince({ hour, hours }: FatigueState, since: number): number {
  let sum = 0;
  for (let place = Math.max(since - hour, 0); place < hours.length; place++) sum += hours[place]!;
  return sum;
}
