import type { ServerBus } from '../../platform/bus/server-events.ts';
import { at, type Db, type Queryable, sql } from '../../platform/db/database.ts';

/** A text that went to a vehicle. */
export type SentText = { readonly id: number; readonly text: string; readonly channels: readonly number[] };

type Asked = {
  readonly vehicleId: number;
  readonly accountId: number;
  /** Its number, where it is known; else the newest since (epoch ms). */
  readonly commandId: number | undefined;
  readonly since: number;
};

/** The text an account sent to a vehicle; undefined where there is none. */
export const sentText = (db: Queryable, { vehicleId, accountId, commandId, since }: Asked): Promise<SentText | undefined> =>
  db.first<SentText>(sql`
    select id, params ->> 'text' as text, params -> 'channels' as channels from command
    where vehicle_id = ${vehicleId} and account_id = ${accountId} and cmd_code = '8300'
      and ${commandId === undefined ? sql`created_at >= ${at(since)}` : sql`id = ${commandId}::bigint`}
    order by id desc limit 1`);

/** Notes in cases what became of the commands that were sent for them; each outcome once, whoever tells of it. */
const noteAnswers = (db: Db, commandIds: readonly number[], now: number): Promise<number> =>
  db.run(sql`
    insert into alarm_case_event (gid, at, action, detail)
    select e.gid, ${at(now)}, 'answer', jsonb_build_object('commandId', k.id::text, 'cmdCode', k.cmd_code, 'state', k.state,
      'resultCode', k.result_code)
    from command k join alarm_case_event e on e.detail ? 'commandId' and e.detail ->> 'commandId' = k.id::text and e.action <> 'answer'
    where k.id = any(${[...commandIds]}::bigint[]) and k.state >= 2 and not exists (
      select from alarm_case_event told where told.detail ? 'commandId' and told.detail ->> 'commandId' = k.id::text
        and told.gid = e.gid and told.action = 'answer' and (told.detail ->> 'state')::integer = k.state)`);

export type Answers = {
  note(commandIds: readonly number[]): Promise<void>;
  stop(): Promise<void>;
};

/** Hears what becomes of commands, and notes it in the cases they were sent for. */
export function createAnswers(db: Db, bus: ServerBus, now: () => number): Answers {
  let noting: Promise<void> = Promise.resolve();
  const note: Answers['note'] = (ids) => {
    // one after the other: whoever sent it asks as well, and an answer is noted once
    const noted = noting.then(async () => {
      if (ids.length > 0) await noteAnswers(db, ids, now());
    });
    noting = noted.catch(() => undefined);
    return noted;
  };
  const unsubscribe = bus.subscribe('command.changed', ({ ids }) => note(ids));
  return {
    note,
    stop: async () => {
      unsubscribe();
      await noting;
    },
  };
}
