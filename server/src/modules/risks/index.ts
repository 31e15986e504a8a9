import { CallError } from '@fleetwarden/contract/errors';
import { riskArea } from '@fleetwarden/contract/risks/risk-area-resource';
import { riskEvent } from '@fleetwarden/contract/risks/risk-event-resource';
import type { risksCalls } from '@fleetwarden/contract/risks/routes';
import { RISK_NOTIFIED, RISK_OBSERVED, RISK_OPEN } from '@fleetwarden/contract/risks/schemas';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { z } from 'zod';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { Stored } from '../../platform/resources/read.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import type { CaseTransitions } from '../alarms/index.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import type { OutlineOf } from '../lookups/index.ts';
import type { SettingsArea } from '../settings/index.ts';
import { createFollower } from './follower.ts';
import { riskHooks } from './risk-hooks.ts';
import * as store from './store.ts';

const TEXT = '8300';
/** DEAL: how an alarm was handled. */
const [BY_MESSAGE, BY_PHONE] = [1, 5] as const;
/** State of a command that was not sent. */
const FAILED = 3;

/** For the maintenance job: forgets events with the alarms they were made of, at `now` (epoch ms). */
export const forgetRiskEvents = async (db: Db, settings: Pick<SettingsArea, 'get'>, now: number): Promise<number> =>
  store.forget(db, now - (await settings.get('alarmRecordDays', null)) * DAY_MS);

export type Risks = {
  readonly handlers: Handlers<typeof risksCalls>;
  /** Writes down what was not yet, as after a kill; each minute. */
  readonly following: Job<object>;
  /** Catches up on alarms stored while the server was down. Rejects without a database. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Risk areas, the vehicles that entered them, and the handling of these events. */
export function createRisks(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Pick<Log, 'warn'>;
  readonly resources: Resources;
  readonly scopes: Scopes;
  readonly service: Pick<CommandService, 'send' | 'targets'>;
  readonly caseTransitions: Pick<CaseTransitions, 'handle'>;
  readonly outlineOf: OutlineOf;
  readonly timeZone: string;
  readonly now?: () => number;
}): Risks {
  const { db, bus, resources, scopes, service, caseTransitions, outlineOf, timeZone, now = Date.now } = deps;
  resources.keep(
    riskArea,
    riskHooks(outlineOf, () => bus.publish('rules.changed', {})),
  );
  const { reader } = resources.keep(riskEvent, {
    joins: store.joins,
    computed: { deptName: sql`vd.name`, minutes: store.minutes(timeZone), handledBy: sql`ha.user_name` },
  });
  const follower = createFollower({ ...deps, now });

  const known = async (ids: readonly string[], departmentId: number): Promise<Stored[]> => {
    const wanted = [...new Set(ids.map(Number))];
    const rows = await reader.byIds(db, wanted, await scopes.of(departmentId));
    if (rows.length < wanted.length) throw new CallError('notFound', `risk events ${ids.slice(0, 10).join()}`);
    return rows;
  };
  const objects = (rows: readonly Stored[]) =>
    rows
      .slice(0, 10)
      .map(({ carNo, areaName }) => `${carNo} ${areaName}`)
      .join(', ');
  const idsOf = (rows: readonly Stored[]) => rows.map(({ id }) => id);
  /** Handles the alarms of events with them. */
  const handleAlarms = async (
    ids: readonly number[],
    decision: { readonly dealType: typeof BY_MESSAGE | typeof BY_PHONE; readonly notes: string },
    user: { readonly accountId: number; readonly departmentId: number },
  ): Promise<void> => {
    const gids = await store.listAlarmGids(db, ids, timeZone);
    if (gids.length === 0) return;
    const scope = await scopes.of(user.departmentId);
    await caseTransitions.handle({ gids, ...decision, accountId: user.accountId, scope, automatic: false });
  };

  return {
    handlers: {
      handleEvent: async ({ ids, state, note: text, observeDays }, { user, note }) => {
        note({ object: `risk events ${ids.slice(0, 10).join(', ')}` });
        const rows = await known(ids, user.departmentId);
        const days = state === RISK_OBSERVED ? (observeDays ?? null) : null;
        const handling = { state, note: text, observeDays: days, accountId: user.accountId, now: now() };
        await store.setHandled(db, idsOf(rows), handling);
        if (state !== RISK_OPEN) await handleAlarms(idsOf(rows), { dealType: BY_PHONE, notes: text }, user);
        note({ object: objects(rows), after: { state, note: text, ...(days === null ? {} : { observeDays: days }) } });
        return { handled: rows.length };
      },
      notifyEvent: async ({ ids, message, channels }, { user, note }) => {
        note({ object: `risk events ${ids.slice(0, 10).join(', ')}` });
        const rows = await known(ids, user.departmentId);
        const vehicles = [...new Set(rows.map((row) => String(row['vehicleId'])))];
        const targets = await service.targets(user, vehicles);
        note({ object: objects(rows), after: { message, channels, vehicles: vehicles.length } });
        const params = { channels: [...new Set(channels)], text: message };
        const list = await service.send(user, { cmdCode: TEXT, params, queueOffline: true }, targets);
        const reached = new Set(list.filter(({ state }) => state !== FAILED).map(({ targId }) => targId));
        const told = rows.filter((row) => reached.has(String(row['vehicleId'])));
        await store.setNotified(db, idsOf(told), RISK_NOTIFIED, user.accountId, now());
        await handleAlarms(idsOf(told), { dealType: BY_MESSAGE, notes: message }, user);
        return { sent: reached.size, failed: vehicles.length - reached.size };
      },
    },
    following: { kind: 'risks.follow', lane: 'cron', payload: z.object({}), run: () => follower.follow() },
    start: () => follower.follow(),
    stop: () => follower.stop(),
  };
}
