import { setTimeout as sleep } from 'node:timers/promises';
import { dayKey, startOfDay } from '@fleetwarden/domain/business-day';
import { getWeekday, isWithin, minuteOfDay, minutesOf } from '@fleetwarden/domain/day-time';
import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { z } from 'zod';
import { inForce } from '../../../engine/rules/in-force.ts';
import { bannedAtNight } from '../../../engine/rules/night.ts';
import { MOVING_KMH } from '../../../engine/rules/run.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { ActiveRules } from '../active-rules.ts';
import type { BookScheme } from '../rule-snapshot.ts';
import * as store from './store.ts';
import type { Texts } from './texts.ts';

const MINUTES_A_DAY = 1440;
/** Vehicles of a batch, one each second (screen catalogue 6.1). */
const BATCH = 50;
const BATCH_MS = 1_000;
/** What was heard longer ago says nothing of who drives now, ms. */
const HEARD_MS = 5 * MINUTE_MS;
/** 130110: condition, and kinds of timetables. */
const [ONLINE, DRIVING] = [2, 3];
const [ONCE, WEEKLY] = [1, 3];

/** Whether a timetable names this minute. */
export function isDue({ params, timeZone }: BookScheme<'130110'>, at: number): boolean {
  const { from, to, times, weekdays, scheduleType } = params;
  const day = dayKey(at, timeZone);
  if (scheduleType === ONCE ? day !== from : day < from || day > to) return false;
  if (scheduleType === WEEKLY && !weekdays.some((weekday) => weekday === getWeekday(at, timeZone))) return false;
  const minute = minuteOfDay(at, timeZone);
  return times.some((time) => minutesOf(time) === minute);
}

/** Each minute: texts by timetable (130110), and advice before banned hours begin (130104). A minute that was missed is not made up for. */
export function createTimetable(deps: {
  readonly db: Db;
  readonly activeRules: ActiveRules;
  readonly texts: Texts;
  readonly now: () => number;
  readonly batchMs?: number;
}): Job<object> {
  const { db, activeRules, texts, now, batchMs = BATCH_MS } = deps;

  type Sending = { readonly schemeId: number; readonly subject: string; readonly at: number };
  const send = async (
    { schemeId, subject, at }: Sending,
    vehicleIds: readonly number[],
    text: { content: string; channels: readonly number[] },
    queueOffline: boolean,
    signal: AbortSignal,
  ) => {
    for (let from = 0; from < vehicleIds.length; from += BATCH) {
      signal.throwIfAborted();
      if (from > 0) await sleep(batchMs);
      const fresh = await store.begin(db, schemeId, vehicleIds.slice(from, from + BATCH), subject, at);
      await store.keepCommands(db, schemeId, subject, at, await texts.send(fresh, text, queueOffline));
    }
  };

  const targetsOf = (kind: '130104' | '130110', schemeId: number): number[] =>
    [...activeRules.vehicleIds()].filter((id) => activeRules.schemesOf(kind, id).some((scheme) => scheme.id === schemeId));

  const scheduled = async (at: number, signal: AbortSignal) => {
    for (const scheme of activeRules.all('130110')) {
      if (!isDue(scheme, at) || !inForce(scheme)(at)) continue;
      const { condition, queueOffline } = scheme.params;
      const all = targetsOf('130110', scheme.id);
      const driving = condition === DRIVING ? { kmh: MOVING_KMH, since: now() - HEARD_MS } : null;
      const chosen = condition === ONLINE || condition === DRIVING ? await store.connected(db, all, driving) : all;
      await send({ schemeId: scheme.id, subject: 'schedule', at }, chosen, scheme.params, queueOffline, signal);
    }
  };

  const advised = async (at: number, signal: AbortSignal) => {
    for (const scheme of activeRules.all('130104')) {
      const { params, timeZone } = scheme;
      const ban = minutesOf(params.banStart);
      const minute = minuteOfDay(at, timeZone);
      const before = (ban - params.adviseMinutes + MINUTES_A_DAY) % MINUTES_A_DAY;
      if (params.adviseMinutes === 0 || !isWithin(minute, before, ban)) continue;
      // one advice a night: its ban begins then
      const today = startOfDay(at, timeZone) + ban * MINUTE_MS;
      const begins = today > at ? today : today + DAY_MS;
      if (!inForce(scheme)(begins)) continue;
      const concerned = targetsOf('130104', scheme.id).filter((id) => {
        const holds = activeRules.schemesOf('130104', id).find((each) => inForce(each)(begins));
        return holds?.id === scheme.id && bannedAtNight(params, id, activeRules.vehicle(id)?.industry ?? 0);
      });
      const driving = await store.connected(db, concerned, { kmh: params.minSpeed, since: now() - HEARD_MS });
      await send({ schemeId: scheme.id, subject: 'advise', at: begins }, driving, params, false, signal);
    }
  };

  return {
    kind: 'rules.timetable',
    lane: 'cron',
    payload: z.object({}),
    maxAttempts: 1,
    run: async (_payload, { signal }) => {
      const at = Math.floor(now() / MINUTE_MS) * MINUTE_MS;
      await scheduled(at, signal);
      await advised(at, signal);
    },
  };
}
