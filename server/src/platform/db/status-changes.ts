import { DAY_MS } from '@fleetwarden/domain/durations';
import { QUALITY } from '@fleetwarden/domain/quality';
import { at, name, type Sql, sql } from './database.ts';

/** Status bits whose changes are reported (STATUS_BIT): 0, 1, 4, 5, and 8 to 22. */
export const WATCHED_BITS = 0x7f_ff33;
/** A position is compared with the one before it, if that is not older. */
const REACH_MS = DAY_MS;
const REACH = sql`${REACH_MS}::float8 * interval '1 ms'`;

/** What a change stores of its position. */
const COLUMNS = ['gnss_at', 'status_bits', 'alarm_bits', 'speed_kmh', 'odometer_km', 'satellites', 'signal', 'lng', 'lat'];
/** Columns of `status_change` without the vehicle, of a table. */
export const listChangeColumns = (table: Sql): Sql =>
  [...COLUMNS, 'bits_before'].map((column) => sql`${table}.${name(column)}`).reduce((all, each) => sql`${all}, ${each}`);
const OF_POSITION = COLUMNS.map((column) => sql`p.${name(column)}`).reduce((all, each) => sql`${all}, ${each}`);

type Compared = {
  readonly vehicle: Sql;
  /** From and until, as expressions. */
  readonly from: Sql;
  readonly until: Sql;
  /** Epoch ms around them: constants leave out partitions when the statement is planned. */
  readonly within: { readonly from: number; readonly until: number };
};

/**
 * Selects the changes of a vehicle from its positions: the columns of `listChangeColumns`. Positions without a believable time have no
 * place in the order.
 */
export function selectStatusChanges({ vehicle, from, until, within }: Compared): Sql {
  const stored = sql`position p where p.vehicle_id = ${vehicle} and p.quality & ${QUALITY.time}::integer = 0
    and p.gnss_at >= ${at(within.from - REACH_MS)} and p.gnss_at < ${at(within.until)}`;
  return sql`
    select ${listChangeColumns(sql`w`)} from (
      select ${OF_POSITION},
        case when p.gnss_at - lag(p.gnss_at) over o <= ${REACH} then lag(p.status_bits) over o end as bits_before
      from ${stored} and p.gnss_at < ${until} and p.gnss_at >= coalesce((
        select p.gnss_at from ${stored} and p.gnss_at < ${from} and p.gnss_at >= ${from} - ${REACH} order by p.gnss_at desc limit 1), ${from})
      window o as (order by p.gnss_at)) w
    where w.gnss_at >= ${from} and (w.status_bits & ${WATCHED_BITS}::bigint) is distinct from (w.bits_before & ${WATCHED_BITS}::bigint)`;
}
