import type { TerminalMessage } from '@fleetwarden/contract/fleet/terminals';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { contains } from '../../platform/db/list.ts';

type Filters = {
  readonly scope: ReadonlySet<number>;
  readonly id?: string | undefined;
  readonly carNo?: string | undefined;
  readonly carId?: string | undefined;
  readonly messageId?: number | undefined;
  readonly reason?: number | undefined;
  /** Other messages are not shown; undefined: all are. */
  readonly messageIds?: readonly number[] | undefined;
};

/** Bytes of a body in a list. */
const LISTED_BYTES = 2_048;
/** Totals stop here: counting more would read the table. */
const MAX_TOTAL = 10_000;

/** Messages that are not interpreted, of vehicles in the scope, the newest first. One that is named by id has its whole body. */
export async function listTerminalMessages(
  db: Db,
  filters: Filters,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ list: TerminalMessage[]; total: number }> {
  const { scope, id, carNo, carId, messageId, reason, messageIds } = filters;
  const from = sql`from terminal_message m join vehicle v on v.id = m.vehicle_id
    where v.deleted_at is null and v.department_id = any(${[...scope]})
      ${when(id, (value) => sql`and m.id = ${value}::bigint`)}
      ${when(carId, (value) => sql`and m.vehicle_id = ${Number(value)}`)}
      ${when(messageId, (value) => sql`and m.message_id = ${value}`)}
      ${when(messageIds, (ids) => sql`and m.message_id = any(${[...ids]})`)}
      ${when(reason, (value) => sql`and m.reason = ${value}`)}
      ${contains(sql`v.plate`, carNo)}`;
  const body = id === undefined ? sql`substring(m.body for ${LISTED_BYTES})` : sql`m.body`;
  const [list, count] = await Promise.all([
    db.query<TerminalMessage>(sql`
      select m.id::text as id, v.id::text as "carId", v.plate as "carNo", v.plate_colour as "plateColor",
        m.received_at as "receivedAt", m.message_id as "messageId", m.sub_type as "subType", m.serial, m.reason, m.bytes,
        encode(${body}, 'hex') as hex
      ${from} order by m.received_at desc, m.id desc limit ${limit} offset ${offset}`),
    db.first<{ total: number }>(sql`select count(*) as total from (select ${from} limit ${MAX_TOTAL}) counted`),
  ]);
  return { list, total: count!.total };
}

const when = <T>(value: T | undefined, condition: (value: T) => Sql): Sql => (value === undefined ? sql`` : condition(value));
