import { DAY_MS } from '@fleetwarden/domain/durations';
import { at, type Queryable, sql } from '../../../platform/db/database.ts';

/** Inserts new effects and resolves to their vehicles. Only the process that inserts an effect performs it. */
export async function begin(
  db: Queryable,
  schemeId: number,
  vehicleIds: readonly number[],
  subject: string,
  when: number,
): Promise<number[]> {
  const rows = await db.query<{ vehicle_id: number }>(sql`
    insert into warn_effect (scheme_id, vehicle_id, subject, at)
    select ${schemeId}::integer, v.id, ${subject}, ${at(when)} from vehicle v
    where v.id = any(${[...vehicleIds]}) and v.deleted_at is null and exists (select from warn_scheme where id = ${schemeId})
    on conflict do nothing returning vehicle_id`);
  return rows.map(({ vehicle_id }) => vehicle_id);
}

/** The same of one that may be done again after `gapMs`, `most` times from `dayStart` on. False where it may not. */
export async function beginAgain(
  db: Queryable,
  effect: {
    readonly schemeId: number;
    readonly vehicleId: number;
    readonly subject: string;
    readonly at: number;
    readonly gapMs: number;
    readonly dayStart: number;
    readonly most: number;
  },
): Promise<boolean> {
  const { schemeId, vehicleId, subject, gapMs, dayStart, most } = effect;
  const rows = await db.run(sql`
    insert into warn_effect (scheme_id, vehicle_id, subject, at)
    select ${schemeId}::integer, ${vehicleId}::integer, ${subject}, ${at(effect.at)}
    where not exists (select from warn_effect where scheme_id = ${schemeId} and vehicle_id = ${vehicleId} and subject = ${subject}
        and at > ${at(effect.at - gapMs)})
      and (select count(*) from warn_effect where scheme_id = ${schemeId} and vehicle_id = ${vehicleId}
        and subject like 'alarm.%' and at >= ${at(dayStart)}) < ${most}
    on conflict do nothing`);
  return rows > 0;
}

/** Notes which commands did it. */
export const keepCommands = (
  db: Queryable,
  schemeId: number,
  subject: string,
  when: number,
  commands: ReadonlyMap<number, number>,
): Promise<number> =>
  db.run(sql`
    update warn_effect e set command_id = u.command_id
    from unnest(${[...commands.keys()]}::integer[], ${[...commands.values()]}::bigint[]) u (vehicle_id, command_id)
    where e.scheme_id = ${schemeId} and e.vehicle_id = u.vehicle_id and e.subject = ${subject} and e.at = ${at(when)}`);

/** Effects older than this (epoch ms) are of no matter to any limit. */
export const forget = (db: Queryable, before: number): Promise<number> =>
  db.run(sql`delete from warn_effect where at < ${at(before)}`);

/** The connected ones of these vehicles, and of them those at least this fast in their last report since (epoch ms). */
export async function connected(
  db: Queryable,
  vehicleIds: readonly number[],
  driving: { readonly kmh: number; readonly since: number } | null,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select l.vehicle_id as id from vehicle_latest l
    where l.vehicle_id = any(${[...vehicleIds]})
      and exists (select from online_session s where s.vehicle_id = l.vehicle_id and s.logout_at is null)
      ${driving === null ? sql`` : sql`and l.speed_kmh >= ${driving.kmh} and l.received_at > ${at(driving.since)}`}`);
  return rows.map(({ id }) => id);
}

/** The text for drivers near a place. */
export async function spotContent(db: Queryable, id: number): Promise<string | null> {
  const row = await db.first<{ content: string | null }>(sql`select content from road_segment where id = ${id}`);
  return row?.content ?? null;
}

/** Whether an alarm lasts. */
export async function lasts(db: Queryable, gid: string): Promise<boolean> {
  return (await db.first(sql`select from alarm where gid = ${gid}::uuid and end_at is null`)) !== undefined;
}

/** A case that a rule may handle. */
export type Candidate = {
  readonly gid: string;
  readonly vehicleId: number;
  readonly typeId: number;
  readonly level: number;
  readonly startAt: number;
  readonly lastAt: number;
  readonly maxKmh: number;
  readonly limit: number | null;
  readonly lng: number;
  readonly lat: number;
};

export type Sought = {
  readonly vehicleIds: readonly number[];
  readonly types: readonly number[];
  /** Empty: all. */
  readonly levels: readonly number[];
  readonly until: number;
  readonly since: number;
  readonly onlyEnded: boolean;
  /** 0: no limit. */
  readonly maxSpeed: number;
  readonly maxDurationMs: number;
};

/** Open, unclaimed cases, oldest first, after a cursor. */
export const candidates = (
  db: Queryable,
  sought: Sought,
  after: { readonly startAt: number; readonly gid: string } | null,
  most: number,
): Promise<Candidate[]> =>
  db.query<Candidate>(sql`
    select a.gid, a.vehicle_id as "vehicleId", a.type_id as "typeId", a.level, a.start_at as "startAt", a.last_at as "lastAt",
      a.max_kmh as "maxKmh", a.limit_value as "limit", a.last_lng as lng, a.last_lat as lat
    from alarm_case c join alarm a on a.gid = c.gid
    where c.state = 0 and not c.covered and c.start_at <= ${at(sought.until)} and c.start_at > ${at(sought.since)}
      and c.vehicle_id = any(${[...sought.vehicleIds]}) and c.type_id = any(${[...sought.types]})
      ${sought.levels.length === 0 ? sql`` : sql`and a.level = any(${[...sought.levels]})`}
      ${sought.onlyEnded ? sql`and a.end_at is not null` : sql``}
      ${sought.maxSpeed === 0 ? sql`` : sql`and a.max_kmh <= ${sought.maxSpeed}`}
      ${sought.maxDurationMs === 0 ? sql`` : sql`and a.last_at - a.start_at <= ${sought.maxDurationMs}::float8 * interval '1 millisecond'`}
      ${after === null ? sql`` : sql`and (c.start_at, c.gid) > (${at(after.startAt)}, ${after.gid}::uuid)`}
    order by c.start_at, c.gid limit ${most}`);

/** Most vehicles per check, and how far it looks back. */
const MAX_OFFLINE = 5_000;
const OFFLINE_LOOK_MS = DAY_MS;
const IN_SERVICE = 1;

/**
 * Vehicles in service whose last report is within the day before an instant (epoch ms), with its time; without those
 * that already have an alarm of the type.
 */
export const longOffline = (db: Queryable, typeId: number, before: number) =>
  db.query<{ vehicleId: number; offlineAt: number }>(sql`
    select l.vehicle_id as "vehicleId", o.at as "offlineAt" from vehicle_latest l join vehicle v on v.id = l.vehicle_id
      cross join lateral (
        select greatest(l.received_at, max(s.logout_at)) as at, bool_or(s.logout_at is null) as online
        from online_session s where s.vehicle_id = l.vehicle_id
      ) o
    where v.deleted_at is null and v.run_state = ${IN_SERVICE} and l.received_at <= ${at(before)} and o.online is not true
      and o.at <= ${at(before)} and o.at > ${at(before - OFFLINE_LOOK_MS)}
      and not exists (select from alarm a where a.vehicle_id = l.vehicle_id and a.type_id = ${typeId} and a.start_at > o.at)
    order by o.at limit ${MAX_OFFLINE}`);
