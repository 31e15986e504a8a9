import { COUNTED_ALARMS } from '@fleetwarden/contract/alarms/limits';
import { EVIDENCE_LIST_DAYS } from '@fleetwarden/contract/evidence/evidence-limits';
import { type EvidenceFilter, isOfAnyTime } from '@fleetwarden/contract/evidence/schemas';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { between, contains } from '../../../platform/db/list.ts';
import type { Scope } from '../../identity/index.ts';
import { FEW_VEHICLES } from '../limits.ts';

/** A filter within the scope of its user: departments expanded, types that the user may see. */
export type EvidenceSearch = Omit<EvidenceFilter, 'deptIds' | 'warnIds'> & {
  readonly scope: Scope;
  readonly departmentIds?: readonly number[] | undefined;
  readonly types: readonly number[];
  readonly now: number;
};

const NOTHING = sql``;
const ORDERS = {
  newest: sql`order by e.start_at desc, e.alarm_gid`,
  oldest: sql`order by e.start_at, e.alarm_gid desc`,
} as const;
const HELD = sql`(e.locked
  or e.vehicle_id in (select vehicle_id from evidence_hold where released_at is null and vehicle_id is not null)
  or e.driver_id in (select driver_id from evidence_hold where released_at is null and driver_id is not null))`;

/** `and` the vehicles: none if the scope is all of them, their ids if they are few. */
async function vehicleCondition(db: Queryable, search: EvidenceSearch): Promise<Sql> {
  const { scope, departmentIds, targIds, carNo } = search;
  const seen = departmentIds?.filter((id) => scope.has(id));
  const named = targIds && sql`v.id = any(${targIds.map(Number)})`;
  const chosen = seen && named ? sql`and (${named} or v.department_id = any(${seen}))` : named ? sql`and ${named}` : NOTHING;
  const departments = seen && !named ? seen : [...scope];
  const where = sql`v.department_id = any(${departments}) ${chosen} ${contains(sql`v.plate`, carNo)}`;
  const [{ all, few }] = (await db.query<{ all: boolean; few: number[] }>(sql`
    select not exists (select from vehicle v where (${where}) is not true) as all,
      array(select v.id from vehicle v where ${where} limit ${FEW_VEHICLES + 1}) as few`)) as [{ all: boolean; few: number[] }];
  if (all) return NOTHING;
  return few.length <= FEW_VEHICLES
    ? sql`and e.vehicle_id = any(${few})`
    : sql`and e.vehicle_id in (select v.id from vehicle v where ${where})`;
}

async function conditions(db: Queryable, search: EvidenceSearch): Promise<Sql> {
  const { types, levels, driverIds, driverName, hasVideo, locked, fileStates, alarmGids, now } = search;
  const end = search.endTime ?? (search.startTime === undefined && !isOfAnyTime(search) ? now + DAY_MS : undefined);
  const start = search.startTime ?? (isOfAnyTime(search) ? undefined : (search.endTime ?? now) - EVIDENCE_LIST_DAYS * DAY_MS);
  return sql`e.type_id = any(${[...types]}::smallint[]) ${await vehicleCondition(db, search)}
    ${between(sql`e.start_at`, start, end)}
    ${alarmGids ? sql`and e.alarm_gid = any(${[...alarmGids]}::uuid[])` : NOTHING}
    ${levels ? sql`and e.level = any(${[...levels]}::smallint[])` : NOTHING}
    ${driverIds ? sql`and e.driver_id = any(${driverIds.map(Number)})` : NOTHING}
    ${driverName ? sql`and e.driver_id in (select d.id from driver d where true ${contains(sql`d.name`, driverName)})` : NOTHING}
    ${hasVideo === undefined ? NOTHING : hasVideo ? sql`and e.film` : sql`and not e.film`}
    ${locked === undefined ? NOTHING : locked ? sql`and ${HELD}` : sql`and not ${HELD}`}
    ${fileStates ? sql`and e.file_state = any(${[...fileStates]}::smallint[])` : NOTHING}`;
}

/** Alarms of a page, and how many there are, counted up to COUNTED_ALARMS. */
export async function searchEvidence(
  db: Queryable,
  search: EvidenceSearch,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly gids: string[]; readonly total: number; readonly more: boolean }> {
  const where = await conditions(db, search);
  const [rows, counted] = await Promise.all([
    db.query<{ gid: string }>(sql`
      select e.alarm_gid as gid from evidence_record e where ${where} ${ORDERS[search.sort]} limit ${limit} offset ${offset}`),
    db.first<{ count: number }>(sql`
      select count(*)::integer as count from (select from evidence_record e where ${where} limit ${COUNTED_ALARMS + 1}) m`),
  ]);
  const { count } = counted!;
  return { gids: rows.map(({ gid }) => gid), total: Math.min(count, COUNTED_ALARMS), more: count > COUNTED_ALARMS };
}
