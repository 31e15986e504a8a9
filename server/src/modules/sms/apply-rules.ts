import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { startOfDay } from '@fleetwarden/domain/business-day';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { quietMinutes, type SmsValues } from '@fleetwarden/domain/sms-text';
import type { getText } from '@fleetwarden/locale/languages';
import { z } from 'zod';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/observe/log.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import type { SmsDelivery, SmsSettings } from './delivery.ts';
import { FRESH_MS } from './limits.ts';
import * as store from './store.ts';

const DEGREES = 6;
const LEVELS = { 1: 'Low', 2: 'Medium', 3: 'High' } as const;

export type SmsRules = {
  /** Applies rules to alarms since the last run. Rejects without a database. */
  apply(): Promise<void>;
  /** Applies rules to what was missed, as after a crash; each minute. */
  readonly applying: Job<object>;
  stop(): Promise<void>;
};

/** Texts recipients about new alarms. Alarms are read by a durable cursor, and messages are stored with it. */
export function createSmsRules(deps: {
  readonly db: Db;
  readonly bus: Pick<ServerBus, 'subscribe'>;
  readonly log: Pick<Log, 'warn'>;
  readonly delivery: Pick<SmsDelivery, 'queue'>;
  readonly settings: () => Promise<SmsSettings>;
  readonly getText: typeof getText;
  readonly timeZone: string;
  readonly now: () => number;
}): SmsRules {
  const { db, bus, log, delivery, timeZone, now } = deps;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const minuteOfDay = (ms: number): number => Math.floor((ms - startOfDay(ms, timeZone)) / MINUTE_MS);

  const valuesOf = (each: store.Candidate): SmsValues => ({
    plate: each.plate,
    department: each.departmentName,
    driver: each.driverName ?? '',
    alarm: deps.getText('zh', `alarm.${findAlarmType(each.typeId)?.key ?? 'tOther'}`),
    level: deps.getText('zh', `enumeration.alarmLevel${LEVELS[each.level]}`),
    time: clock.format(each.startAt),
    speed: String(Math.round(each.kmh)),
    limit: each.limit === null ? '' : String(Math.round(each.limit)),
    place: `${each.lng.toFixed(DEGREES)},${each.lat.toFixed(DEGREES)}`,
  });

  /** When a message is due: after its delay, and not in quiet hours. */
  const dueAt = ({ after, quietFrom, quietTo }: store.Candidate): number => {
    const due = now() + after * MINUTE_MS;
    if (quietFrom === null || quietTo === null) return due;
    const left = quietMinutes(quietFrom, quietTo, minuteOfDay(due));
    return left === 0 ? due : due - (due % MINUTE_MS) + left * MINUTE_MS;
  };

  const queueAll = async (tx: Queryable, candidates: readonly store.Candidate[]): Promise<void> => {
    if (candidates.length === 0) return;
    const templates = await store.loadTemplates(tx, [...new Set(candidates.map(({ templateId }) => templateId))]);
    const use = await store.loadUse(tx, candidates, startOfDay(now(), timeZone));
    for (const each of candidates) {
      const key = `${each.ruleId} ${each.mobile}`;
      const known = use.get(key) ?? { lastAt: 0, today: 0 };
      const due = dueAt(each);
      if (due - known.lastAt < each.minGap * MINUTE_MS || known.today >= each.dayCap) continue;
      const { ruleId, ruleName, gid, vehicleId, departmentId, driverName, mobile } = each;
      const wish = { ruleId, ruleName, gid, vehicleId, departmentId, driverName, mobile, dueAt: due } as const;
      const template = templates.get(each.templateId)!;
      const id = await delivery.queue(tx, template, {
        ...wish,
        kind: store.SMS_KIND.rule,
        onlyOpen: each.onlyUnhandled,
        values: valuesOf(each),
      });
      if (id !== undefined) use.set(key, { lastAt: due, today: known.today + 1 });
    }
  };

  const once = async (): Promise<void> => {
    // alarms of the time without short messages are not texted later
    const { smsOn } = await deps.settings();
    for (let more = true; more; )
      more = await db.transaction(async (tx) => {
        const from = await store.lockCursor(tx);
        const lot = await store.findNextLot(tx, from);
        if (!lot) return false;
        if (smsOn) await queueAll(tx, await store.listCandidates(tx, from, lot.upTo, now() - FRESH_MS));
        await store.moveCursor(tx, lot.upTo);
        return lot.full;
      });
  };

  // runs are serialized: a call during a run is served by the next one
  const runs = createSerialQueue();
  const apply = (): Promise<void> => runs.run(once);
  const unsubscribe = bus.subscribe('alarms.changed', async (news) => {
    if (!news.some(({ raised }) => raised)) return;
    await apply().catch((err: unknown) => log.warn({ err }, 'SMS rules are not applied, the next minute will'));
  });
  return {
    apply,
    applying: { kind: 'sms.rules', lane: 'cron', payload: z.object({}), maxAttempts: 1, run: () => apply() },
    stop: async () => {
      unsubscribe();
      await runs.idle();
    },
  };
}
