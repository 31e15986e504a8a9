import { at, type Sql, sql } from '../../../platform/db/database.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { businessDayOf } from './row-times.ts';

/** A withdrawn stop was never in force. */
const HELD = sql`(n.kind <> 3 or n.valid_to >= n.valid_from)`;
/** The value of the newest note that sets the column. */
const newest = (column: Sql, says: Sql): Sql =>
  sql`(array_agg(${column} order by n.noted_at desc, n.id desc) filter (where ${says}))[1]`;

/**
 * Joins a vehicle `v` to its offline notes between two instants, and stops in force then, as `n`: reason, expected_on, text,
 * noted_at. Each value comes from the newest note that sets it.
 */
export const joinNotes = (request: Pick<ReportRequest, 'timeZone'>, from: Sql, until: Sql): Sql => sql`
  left join lateral (
    select ${newest(sql`n.reason`, sql`n.reason <> 0`)} as reason, ${newest(sql`n.expected_on`, sql`n.expected_on is not null`)} as expected_on,
      ${newest(sql`n.text`, sql`n.text <> ''`)} as text, max(n.noted_at) as noted_at
    from offline_note n
    where n.vehicle_id = v.id and ${HELD} and (n.noted_at >= coalesce(${from}, '-infinity') and n.noted_at <= ${until}
      or n.kind = 3 and n.valid_from <= ${businessDayOf(request, until)} and n.valid_to >= ${businessDayOf(request, sql`coalesce(${from}, '-infinity')`)})
  ) n on true`;

export const NOTE_COLUMNS = {
  /** OFFLINE_REASON; 0: not given. */
  offlineReason: sql`coalesce(n.reason, 0)`,
  expectOnline: sql`n.expected_on`,
  noteTime: sql`n.noted_at`,
  remark: sql`n.text`,
} as const;

/** Whether a filed stop of a vehicle `v` is in force on a day. */
export const hasStop = (day: string): Sql => sql`exists (select from offline_note n
  where n.vehicle_id = v.id and n.kind = 3 and n.valid_from <= ${day}::date and n.valid_to >= ${day}::date)`;

/** The time of the request. */
export const requestTime = ({ now }: Pick<ReportRequest, 'now'>): Sql => sql`${at(now)}::timestamptz`;
