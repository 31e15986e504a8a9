import { CallError } from '@fleetwarden/contract/errors';
import { at, type Db, type Queryable, sql } from '../../platform/db/database.ts';
import { networkKey } from '../../platform/http/network-key.ts';
import type { IdentitySettings } from './identity-settings.ts';
import { CAPTCHA_FAILURES, NAME_FAILURES_FACTOR, SLOWED_LOGIN_MS } from './limits.ts';

/** A login attempt: `name` is the stored name of the account or vehicle, or the typed one if unknown. */
export type Attempt = { readonly name: string; readonly address: string };

export type LoginGuard = {
  /**
   * Counts an attempt as failed before the slow check, because concurrent attempts would pass the limit otherwise. Throws CallError
   * locked, with the minutes left, if the network must wait; then it counts nothing.
   */
  enter(attempt: Attempt): Promise<void>;
  /** Whether a captcha must prove a person: the network, or the name, failed `CAPTCHA_FAILURES` times within `lockMinutes`. */
  isSuspicious(address: string, name?: string): Promise<boolean>;
  /** Removes the failures of the name from this network, which is known from then on. */
  succeeded(attempt: Attempt): Promise<void>;
};

/**
 * Locks a name for a network after `loginFailures` within `lockMinutes`, until `lockMinutes` after the last failure. After four times
 * as many from unknown networks, all of these share one attempt a minute. Known networks, which signed in before, never wait for others.
 */
export function createLoginGuard(deps: { db: Db; settings: IdentitySettings; now: () => number }): LoginGuard {
  const { db, settings, now } = deps;
  return {
    enter: async ({ name, address }) => {
      const network = networkKey(address);
      const { loginFailures, lockMinutes } = await settings.of(null);
      const lockMs = lockMinutes * 60_000;
      const time = now();
      const until = await db.transaction(async (tx) => {
        // serializes attempts of one name across nodes
        await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
        const ofPair = sql`name = ${name} and address = ${network}`;
        const own = await waitUntil(tx, ofPair, { bound: loginFailures, withinMs: lockMs, waitMs: lockMs });
        const shared = { bound: loginFailures * NAME_FAILURES_FACTOR, withinMs: lockMs, waitMs: SLOWED_LOGIN_MS };
        const until = (await isKnown(tx, name, network)) ? own : Math.max(own, await waitUntil(tx, fromUnknown(name), shared));
        if (until <= time)
          await tx.run(sql`insert into login_failure (at, name, address) values (${at(time)}, ${name}, ${network})`);
        return until;
      });
      if (until > time)
        throw new CallError('locked', `login of ${name}`, [], { minutes: Math.max(1, Math.ceil((until - time) / 60_000)) });
    },
    isSuspicious: async (address, name) => {
      const { lockMinutes } = await settings.of(null);
      const since = sql`at > ${at(now() - lockMinutes * 60_000)}`;
      const failed = async (which: ReturnType<typeof sql>) =>
        (await db.query(sql`select from login_failure where ${which} and ${since} limit ${CAPTCHA_FAILURES}`)).length ===
        CAPTCHA_FAILURES;
      return (await failed(sql`address = ${networkKey(address)}`)) || (name !== undefined && (await failed(sql`name = ${name}`)));
    },
    succeeded: async ({ name, address }) => {
      const network = networkKey(address);
      await db.run(sql`delete from login_failure where name = ${name} and address = ${network}`);
      await db.run(sql`
        insert into login_network (name, network, signed_in_at) values (${name}, ${network}, ${at(now())})
        on conflict (name, network) do update set signed_in_at = excluded.signed_in_at`);
    },
  };
}

const isKnown = async (tx: Queryable, name: string, network: string): Promise<boolean> =>
  (await tx.first(sql`select from login_network where name = ${name} and network = ${network}`)) !== undefined;

/** Failures from networks that never signed in. */
const fromUnknown = (name: string) => sql`name = ${name} and not exists (
  select from login_network k where k.name = login_failure.name and k.network = login_failure.address)`;

type Limit = { readonly bound: number; readonly withinMs: number; readonly waitMs: number };

/** Until when to wait (epoch ms), if the last `bound` failures lie within the time. 0 for fewer failures. */
async function waitUntil(tx: Queryable, which: ReturnType<typeof sql>, { bound, withinMs, waitMs }: Limit): Promise<number> {
  const rows = await tx.query<{ at: number }>(sql`select at from login_failure where ${which} order by at desc limit ${bound}`);
  const [newest, oldest] = [rows[0], rows[bound - 1]];
  return newest && oldest && newest.at - oldest.at < withinMs ? newest.at + waitMs : 0;
}

/** Forgets failures before `before`; returns how many. */
export const forgetFailures = (db: Queryable, before: number) => db.run(sql`delete from login_failure where at < ${at(before)}`);

/** Forgets networks without a login since `before`; returns how many. */
export const forgetNetworks = (db: Queryable, before: number) =>
  db.run(sql`delete from login_network where signed_in_at < ${at(before)}`);
