import { type Sql, sql } from '../../../platform/db/database.ts';

/** When a session `s` ended: an expired one ended before its expiry. */
export const sessionEnd: Sql = sql`greatest(s.created_at, case when s.ended_at is null or s.end_reason = 'expired' then s.seen_at else s.ended_at end)`;
