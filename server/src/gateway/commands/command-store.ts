import { at, type Db, json, type Queryable, sql } from '../../platform/db/database.ts';
import type { GatewayLimits } from '../limits.ts';

/** States of a row of `command`. */
export const STATE = { waiting: 0, sent: 1, ok: 2, refused: 3, timedOut: 4, answered: 6 } as const;

/** A command that this process claimed for sending. */
export type Claimed = {
  readonly id: number;
  readonly vehicle_id: number;
  readonly message_id: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly answer_id: number | null;
  readonly resends: number;
  readonly limit_ms: number;
  readonly sends: number;
  /** Fencing token: outcomes with an older number are ignored. */
  readonly claims: number;
};

/** A vehicle whose terminal can receive commands now. */
export type Reachable = {
  readonly vehicleId: number;
  /** How many more commands its terminal may get. */
  readonly room: number;
  /** Its terminal just connected: commands sent before are sent again, if they allow it. */
  readonly reconnected: boolean;
};

/** The result of a command. `waiting`: it is sent again when the terminal reconnects. */
export type Outcome = {
  readonly id: number;
  readonly claims: number;
  readonly state: (typeof STATE)[keyof typeof STATE];
  readonly sends: number;
  readonly resultCode: number | null;
  readonly resultData: unknown;
  /** Recorder data that is stored beside the command. */
  readonly upload?: { readonly block: Uint8Array; readonly records: readonly unknown[] };
};

/** Access of the gateway to table `command`. Times in epoch ms. */
export type CommandStore = {
  /**
   * Claims the oldest waiting commands of these vehicles. They are `sent` from now on, so that a crash cannot send one twice.
   * `except`: commands that this process claimed already.
   */
  claim(vehicles: readonly Reachable[], except: readonly number[], now: number): Promise<Claimed[]>;
  /** Writes outcomes; returns the ids of commands that still waited for one. */
  settle(outcomes: readonly Outcome[], now: number): Promise<number[]>;
  /** Commands whose answer is still coming in parts: the whole of it may take longer than one answer. */
  postpone(commands: readonly { readonly id: number; readonly claims: number; readonly deadlineAt: number }[]): Promise<unknown>;
  /**
   * Times out commands that waited too long, and commands that a dead process sent and that may not be sent again.
   * Returns the changed ids, and the vehicles of commands that wait again.
   */
  expire(now: number): Promise<{ readonly ids: number[]; readonly vehicleIds: number[] }>;
};

// literally as in the partial indexes
const WAITING = sql`state = 0`;
const SENT = sql`state = 1`;
const OPEN = sql`state < 2`;

/** JSON for jsonb, without NUL and lone surrogates, which terminals may send. */
const toStorableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '').toWellFormed() : inner,
  );

export function createCommandStore(
  db: Db,
  { commandGraceMs, commandSends }: Pick<GatewayLimits, 'commandGraceMs' | 'commandSends'>,
): CommandStore {
  const mayResend = sql`resends > 0 and sends < ${commandSends}`;
  const settleAll = async (tx: Queryable, outcomes: readonly Omit<Outcome, 'upload'>[], now: number): Promise<number[]> => {
    const rows = await tx.query<{ id: number }>(sql`
        update command c set
          -- expired commands are not sent again
          state = case when o.state = ${STATE.waiting} and c.expire_at <= ${at(now)} then ${STATE.timedOut}::smallint else o.state end,
          sends = o.sends, result_code = o."resultCode", result_data = o."resultData",
          answered_at = case when o.state = any(${[STATE.ok, STATE.refused, STATE.answered]}) then ${at(now)}::timestamptz end
        from jsonb_to_recordset(${toStorableJson(outcomes)}::jsonb)
          o (id bigint, claims smallint, state smallint, sends smallint, "resultCode" integer, "resultData" jsonb)
        where c.id = o.id and c.claims = o.claims
          -- a late answer still counts
          and (c.state = ${STATE.sent} or (c.state = ${STATE.timedOut} and o.state <> ${STATE.waiting}))
        returning c.id`);
    return rows.map(({ id }) => id);
  };
  return {
    claim: (vehicles, except, now) =>
      db.query<Claimed>(sql`
        with chosen as (
          select c.id from jsonb_to_recordset(${json(vehicles)}::jsonb) w ("vehicleId" integer, room integer, reconnected boolean)
          cross join lateral (
            select id from command
            where vehicle_id = w."vehicleId" and ${OPEN} and id <> all(${[...except]}::bigint[]) and expire_at > ${at(now)}
              and (${WAITING} or (w.reconnected and ${mayResend}))
            order by id limit w.room for update skip locked
          ) c
        )
        update command set state = ${STATE.sent}, sends = sends + 1, claims = claims + 1, sent_at = ${at(now)},
          answer_by = ${at(now)}::timestamptz + (limit_ms * (resends - least(sends, resends) + 1) + ${commandGraceMs}) * interval '1 millisecond'
        where id in (select id from chosen)
        returning id, vehicle_id, message_id, params, answer_id, resends, limit_ms, sends, claims`),
    settle: async (outcomes, now) => {
      const plain = outcomes.map(({ upload: _, ...outcome }) => outcome);
      const uploads = outcomes.flatMap(({ id, upload }) => (upload ? [{ id, ...upload }] : []));
      if (uploads.length === 0) return settleAll(db, plain, now);
      return db.transaction(async (tx) => {
        const ids = await settleAll(tx, plain, now);
        for (const { id, block, records } of uploads)
          if (ids.includes(id))
            await tx.run(sql`
              insert into recorder_upload (command_id, block, records)
              values (${id}, ${Buffer.from(block)}, ${toStorableJson(records)}::jsonb) on conflict do nothing`);
        return ids;
      });
    },
    postpone: (commands) =>
      db.run(sql`
        update command c set answer_by = to_timestamp(p."deadlineAt" / 1000.0) + ${commandGraceMs} * interval '1 millisecond'
        from jsonb_to_recordset(${json(commands)}::jsonb) p (id bigint, claims smallint, "deadlineAt" double precision)
        where c.id = p.id and c.claims = p.claims and c.${SENT}`),
    expire: async (now) => {
      const rows = await db.query<{ id: number; vehicle_id: number; state: number }>(sql`
        update command set
          state = case when ${SENT} and ${mayResend} and expire_at > ${at(now)}
                  then ${STATE.waiting}::smallint else ${STATE.timedOut}::smallint end
        where (${WAITING} and expire_at <= ${at(now)}) or (${SENT} and answer_by <= ${at(now)})
        returning id, vehicle_id, state`);
      return {
        ids: rows.map(({ id }) => id),
        vehicleIds: rows.flatMap(({ vehicle_id, state }) => (state === STATE.waiting ? [vehicle_id] : [])),
      };
    },
  };
}
