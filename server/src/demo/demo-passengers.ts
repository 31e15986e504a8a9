import { at, type Queryable, sql } from '../platform/db/database.ts';

/** Vehicle types of coaches and buses (JT/T 697.7). */
const [FIRST_COACH, LAST_COACH] = [10, 16];
const MAX_COACHES = 20;

/** Passengers that coaches counted since a time (epoch ms), each hour of service. All who boarded alight by the evening. */
export const enterDemoPassengers = (tx: Queryable, since: number, now: number): Promise<number> =>
  tx.run(sql`
    insert into passenger_flow (vehicle_id, start_at, end_at, on_count, off_count, received_at)
    select v.id, s.at, s.at + interval '20 minutes', c.boarded, c.alighted, s.at + interval '21 minutes'
    from (select id from vehicle where vehicle_type between ${FIRST_COACH} and ${LAST_COACH} and deleted_at is null
        order by id limit ${MAX_COACHES}) v
      cross join generate_series(date_trunc('hour', ${at(since)}::timestamptz), ${at(now)}::timestamptz - interval '30 minutes',
        interval '2 hours') s (at)
      cross join lateral (select 4 + (v.id * 7 + extract(epoch from s.at)::bigint / 3600 * 5) % 19 as boarded,
        3 + (v.id * 5 + extract(epoch from s.at)::bigint / 3600 * 7) % 17 as alighted) c
    on conflict do nothing`);
