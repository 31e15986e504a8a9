import { type Sql, sql } from '../../../platform/db/database.ts';

/** The gateway's reasons; an unknown one was an end by the peer. */
export const endReason = (reason: Sql): Sql => sql`case when ${reason} is null then null when ${reason} = 'logged out' then 1
  when ${reason} = 'idle' then 3 when ${reason} = 'taken over' then 4 when ${reason} in ('shutdown', 'server stopped') then 6
  when ${reason} in ('removed', 'service stopped', 'unknown terminal', 'slow reader', 'too many connections', 'too many failures') then 5
  else 2 end`;

export const END_REASON = endReason(sql`f.end_reason`);
