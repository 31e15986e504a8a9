import type { ServerBus } from '../../platform/bus/server-events.ts';
import { at, type Db, type Queryable, sql } from '../../platform/db/database.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';

/** A text sent to a vehicle. */
export type SentText = { readonly id: number; readonly text: string; readonly channels: readonly number[] };

type TextQuery = {
  readonly vehicleId: number;
  readonly accountId: number;
  /** undefined: the newest text since `since` (epoch ms). */
  readonly commandId: number | undefined;
  readonly since: number;
};

/** The text that an account sent to a vehicle; undefined if there is none. */
export const findSentText = (
  db: Queryable,
  { vehicleId, accountId, commandId, since }: TextQuery,
): Promise<SentText | undefined> =>
  db.first<SentText>(sql`
    select id, params ->> 'text' as text, params -> 'channels' as channels from command
    where vehicle_id = ${vehicleId} and account_id = ${accountId} and cmd_code = '8300'
      and ${commandId === undefined ? sql`created_at >= ${at(since)}` : sql`id = ${commandId}::bigint`}
    order by id desc limit 1`);

/** Notes the results of commands in the cases they belong to; each result once. */
export const noteAnswers = (db: Queryable, commandIds: readonly number[], now: number): Promise<number> =>
  db.run(sql`
    insert into alarm_case_event (gid, at, action, detail)
    select e.gid, ${at(now)}, 'answer', jsonb_build_object('commandId', k.id::text, 'cmdCode', k.cmd_code, 'state', k.state,
      'resultCode', k.result_code)
    from command k join alarm_case_event e on e.detail ? 'commandId' and e.detail ->> 'commandId' = k.id::text and e.action <> 'answer'
    where k.id = any(${[...commandIds]}::bigint[]) and k.state >= 2 and not exists (
      select from alarm_case_event noted where noted.detail ? 'commandId' and noted.detail ->> 'commandId' = k.id::text
        and noted.gid = e.gid and noted.action = 'answer' and (noted.detail ->> 'state')::integer = k.state)`);

export type Answers = {
  note(commandIds: readonly number[]): Promise<void>;
  stop(): Promise<void>;
};

/** Subscribes to command results, and notes them in their cases. */
export function createAnswers(db: Db, bus: ServerBus, now: () => number): Answers {
  // the sender and the bus may note the same result
  const queue = createSerialQueue();
  const note: Answers['note'] = (ids) =>
    queue.run(async () => {
      if (ids.length > 0) await noteAnswers(db, ids, now());
    });
  const unsubscribe = bus.subscribe('command.changed', ({ ids }) => note(ids));
  return {
    note,
    stop: async () => {
      unsubscribe();
      await queue.idle();
    },
  };
}
