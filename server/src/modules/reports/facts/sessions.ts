import { type Sql, sql } from '../../../platform/db/database.ts';

/** Until when a session `s` was used: what ran out was left before. */
export const sessionEnd: Sql = sql`greatest(s.created_at, case when s.ended_at is null or s.end_reason = 'expired' then s.seen_at else s.ended_at end)`;
