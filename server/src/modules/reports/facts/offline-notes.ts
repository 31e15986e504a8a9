import { at, type Sql, sql } from '../../../platform/db/database.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { businessDayOf } from './row-times.ts';

/** A stop that was taken back never held. */
const HELD = sql`(n.kind <> 3 or n.valid_to >= n.valid_from)`;
/** The newest that says something, of notes of a vehicle. */
const newest = (column: Sql, says: Sql): Sql =>
  sql`(array_agg(${column} order by n.noted_at desc, n.id desc) filter (where ${says}))[1]`;

/**
 * Joined to a vehicle `v`: what was noted of it from one instant to another, and of stops that held then, `n`: reason, expected_on, text,
 * noted_at. Each is what the newest note says that says something of it.
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
  /** OFFLINE_REASON; 0: nobody has said. */
  offlineReason: sql`coalesce(n.reason, 0)`,
  expectOnline: sql`n.expected_on`,
  noteTime: sql`n.noted_at`,
  remark: sql`n.text`,
} as const;

/** Whether a filed stop of a vehicle `v` holds on a day. */
export const hasStop = (day: string): Sql => sql`exists (select from offline_note n
  where n.vehicle_id = v.id and n.kind = 3 and n.valid_from <= ${day}::date and n.valid_to >= ${day}::date)`;

/** The moment a report is asked for. */
export const requestTime = ({ now }: Pick<ReportRequest, 'now'>): Sql => sql`${at(now)}::timestamptz`;
