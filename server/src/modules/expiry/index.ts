import { CallError } from '@fleetwarden/contract/errors';
import { expiry } from '@fleetwarden/contract/expiry/expiry-resource';
import { expiryRule } from '@fleetwarden/contract/expiry/expiry-rule-resource';
import type { expiryCalls } from '@fleetwarden/contract/expiry/routes';
import { z } from 'zod';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import type { Scopes } from '../identity/index.ts';
import type { Notices } from '../notices/index.ts';
import { dueOnes } from './kinds.ts';
import { createReminders, type Reminders } from './reminders.ts';
import { ruleHooks } from './rules.ts';
import { setHandled } from './store.ts';

export { dueOnes } from './kinds.ts';

export type Expiry = {
  /** Due items and reminders. */
  readonly rules: ResourceStore;
  readonly handlers: Handlers<typeof expiryCalls>;
  readonly reminders: Reminders;
  /** Reminds of what is due; each day at REMIND_AT. */
  readonly reminding: Job<object>;
};

/** 08:00 of the business time zone (screen catalogue 7.16). */
export const REMIND_AT = '0 8 * * *';

/** What is due, what was done about it, and reminders of it. */
export function createExpiry(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly resources: Resources;
  readonly scopes: Scopes;
  readonly notices: Notices;
  readonly timeZone: string;
  readonly now?: () => number;
}): Expiry {
  const { db, bus, resources, scopes, timeZone, now = Date.now } = deps;
  const today = sql`(now() at time zone ${timeZone})::date`;
  const { reader } = resources.keep(expiry, { source: dueOnes(today) });
  const rules = resources.keep(expiryRule, ruleHooks(bus));
  const reminders = createReminders({ ...deps, now });
  const known = async (ids: readonly string[], departmentId: number) => {
    const wanted = [...new Set(ids.map(Number))];
    const rows = await reader.byIds(db, wanted, await scopes.of(departmentId));
    if (rows.length < wanted.length) throw new CallError('notFound', `expiry ${ids.join()}`);
    return rows;
  };
  const objects = (rows: Awaited<ReturnType<typeof known>>) =>
    rows.map(({ object, dueDate }) => `${object} ${dueDate}`).join(', ');

  return {
    rules,
    handlers: {
      handleExpiry: async ({ ids, state, note: text }, { user, note }) => {
        note({ object: `expiry ${ids.join(', ')}` });
        const rows = await known(ids, user.departmentId);
        const found = rows.map(({ id }) => id);
        await setHandled(db, found, today, { state, note: text, accountId: user.accountId, now: now() });
        note({ object: objects(rows), after: { state, note: text } });
        return { handled: rows.length };
      },
      sendRemind: async ({ ids }, { user, note }) => {
        note({ object: `expiry ${ids.join(', ')}` });
        const rows = await known(ids, user.departmentId);
        note({ object: objects(rows) });
        return { told: await reminders.send(rows.map(({ id }) => id)) };
      },
    },
    reminders,
    reminding: {
      kind: 'expiry.remind',
      lane: 'cron',
      payload: z.object({}),
      run: async () => {
        await reminders.daily();
      },
    },
  };
}
