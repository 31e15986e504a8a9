import type { CommandState } from '@fleetwarden/contract/commands/schemas';
import type { AreaSent } from '@fleetwarden/contract/geofences/schemas';
import type { BoundCar } from '@fleetwarden/contract/platforms/schemas';
import type { AreaShapeNumber } from '@fleetwarden/domain/area-geometry';
import { at, json, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { contains, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { Scope } from '../../platform/resources/read.ts';

/** The order to a terminal: store a geofence, or erase it. */
export const SET = 1 as const;
export const ERASE = 2 as const;
/** CMD_STATE. */
const [WAITS, SENT, DONE, TIMED_OUT] = [0, 1, 2, 4];

/** Rows `s` of area_sent whose terminal stores the geofence, or may: the same terminal confirmed it or has not answered. */
const mayHold: Sql = sql`(exists (select from terminal x where x.vehicle_id = s.vehicle_id and x.phone = s.phone)
  and (s.held_version is not null or s.doubted or (s.action = ${SET} and s.state in (${WAITS}, ${SENT}))))`;

/** Number of terminals that store a geofence `t`, or may. */
export const countTerminals: Sql = sql`(
  select count(distinct s.vehicle_id)::integer from area_sent s join vehicle v on v.id = s.vehicle_id
  where s.area_id = t.id and v.deleted_at is null and ${mayHold})`;

export async function nextAreaNo(db: Queryable, departmentId: number): Promise<number> {
  const row = await db.first<{ area_no: number }>(sql`
    select coalesce(max(area_no), 0) + 1 as area_no from area where department_id = ${departmentId}`);
  return row!.area_no;
}

/** Vehicles by id, and all vehicles of departments (without descendants). */
export type Which = { readonly vehicleIds: readonly number[]; readonly departmentIds: readonly number[] };

const matching = ({ vehicleIds, departmentIds }: Which, scope: Scope): Sql => sql`
  v.department_id = any(${[...scope]})
  and (v.id = any(${[...vehicleIds]}) or v.department_id = any(${[...departmentIds]}))`;

/** Resolves to how many the area was not meant for before. */
export const bind = (tx: Queryable, areaId: number, which: Which, scope: Scope): Promise<number> =>
  tx.run(sql`
    insert into area_vehicle (area_id, vehicle_id)
    select ${areaId}::integer, v.id from vehicle v where v.deleted_at is null and ${matching(which, scope)} on conflict do nothing`);

/** Resolves to how many it was meant for. */
export const unbind = (tx: Queryable, areaId: number, which: Which, scope: Scope): Promise<number> =>
  tx.run(sql`
    delete from area_vehicle p using vehicle v
    where p.area_id = ${areaId} and v.id = p.vehicle_id and ${matching(which, scope)}`);

/** The number of these vehicles in a scope. */
export async function countVehicles(tx: Queryable, ids: readonly number[], scope: Scope): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from vehicle where id = any(${[...ids]}) and deleted_at is null and department_id = any(${[...scope]})`);
  return row!.count;
}

/** Vehicles of a scope an area is meant for, by plate. */
export async function listBound(
  db: Queryable,
  { id, scope, carNo }: { readonly id: number; readonly scope: Scope; readonly carNo: string | undefined },
  page: PageWindow,
): Promise<{ list: BoundCar[]; total: number }> {
  const { rows, total } = await pageOf<BoundCar>(
    db,
    {
      columns: sql`v.id::text as "carId", v.plate as "carNo", v.plate_colour as color, d.name as "deptName"`,
      from: sql`from area_vehicle p join vehicle v on v.id = p.vehicle_id join department d on d.id = v.department_id
        where p.area_id = ${id} and v.deleted_at is null and v.department_id = any(${[...scope]}) ${contains(sql`v.plate`, carNo)}`,
      order: sql`order by v.plate, v.id`,
    },
    page,
  );
  return { list: rows, total };
}

export async function boundIds(db: Queryable, areaId: number, scope: Scope): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select v.id::text as id from area_vehicle p join vehicle v on v.id = p.vehicle_id
    where p.area_id = ${areaId} and v.deleted_at is null and v.department_id = any(${[...scope]}) order by v.id`);
  return rows.map(({ id }) => id);
}

/** The number of a geofence in a terminal, and the version of its record when sent. */
export type Held = {
  readonly vehicle_id: number;
  readonly shape: AreaShapeNumber;
  readonly area_no: number;
  readonly may_hold: boolean;
};

/** The orders about a geofence to terminals of a scope. */
export const sentOf = (db: Queryable, areaId: number, scope: Scope): Promise<Held[]> =>
  db.query<Held>(sql`
    select s.vehicle_id, s.shape, s.area_no, ${mayHold} as may_hold from area_sent s join vehicle v on v.id = s.vehicle_id
    where s.area_id = ${areaId} and v.deleted_at is null and v.department_id = any(${[...scope]})
    order by s.vehicle_id, s.asked_at desc`);

export type Asked = {
  readonly vehicleId: number;
  readonly commandId: number;
  readonly state: CommandState;
  readonly resultCode: number | null;
};
export type Told = {
  readonly shape: AreaShapeNumber;
  readonly areaNo: number;
  readonly areaId: number;
  readonly name: string;
  readonly version: number;
  readonly action: typeof SET | typeof ERASE;
  /** Epoch ms. */
  readonly askedAt: number;
};

/** Stores orders; the answers decide their state. Vehicles without a terminal are left out. */
export async function keepAsked(db: Queryable, told: Told, asked: readonly Asked[]): Promise<void> {
  const { shape, areaNo, areaId, name, version, action, askedAt } = told;
  await db.run(sql`
    insert into area_sent (vehicle_id, shape, area_no, area_id, name, area_version, phone, action, command_id, state, result_code,
      asked_at)
    select r."vehicleId", ${shape}::smallint, ${areaNo}::bigint, ${areaId}::integer, ${name}::text, ${version}::integer, x.phone,
      ${action}::smallint, r."commandId", r.state, r."resultCode", ${at(askedAt)}::timestamptz
    from jsonb_to_recordset(${json(asked)}::jsonb) r ("vehicleId" integer, "commandId" bigint, state smallint, "resultCode" integer)
    join terminal x on x.vehicle_id = r."vehicleId"
    on conflict (vehicle_id, shape, area_no) do update set area_id = excluded.area_id, name = excluded.name,
      area_version = excluded.area_version, phone = excluded.phone, action = excluded.action,
      held_version = case when area_sent.phone = excluded.phone then area_sent.held_version end,
      doubted = area_sent.doubted and area_sent.phone = excluded.phone,
      command_id = excluded.command_id, state = excluded.state, result_code = excluded.result_code, asked_at = excluded.asked_at`);
}

/** The commands that have terminals forget areas of a shape. */
const ERASING: Sql = sql`case c.cmd_code when '8603' then 1 when '8605' then 2 when '8607' then 3 when '8601' then 4 end`;

/**
 * Applies command results; without ids all pending ones. This includes commands to erase geofences
 * that were sent in another way.
 */
export async function settle(db: Queryable, ids?: readonly number[]): Promise<void> {
  const which = ids ? sql`c.id = any(${[...ids]}::bigint[])` : sql`s.state in (${WAITS}, ${SENT})`;
  await db.run(sql`
    update area_sent s set state = c.state, result_code = c.result_code,
      held_version = case when c.state = ${DONE} then case s.action when ${SET} then s.area_version end else s.held_version end,
      doubted = case c.state when ${DONE} then false when ${TIMED_OUT} then s.doubted or s.action = ${SET} else s.doubted end
    from command c where c.id = s.command_id and ${which}`);
  await db.run(sql`
    delete from area_sent s using command c
    where ${ids ? sql`c.id = any(${[...ids]}::bigint[])` : sql`c.id = s.command_id`} and c.state = ${DONE}
      and s.vehicle_id = c.vehicle_id and s.shape = ${ERASING} and s.command_id <= c.id
      and (jsonb_array_length(c.params -> 'areaNos') = 0 or c.params -> 'areaNos' @> to_jsonb(s.area_no))`);
}

/** Vehicles of a geofence, and those whose terminals have it; of several numbers there, the last one. */
export async function listSent(
  db: Queryable,
  {
    id,
    version,
    scope,
    onlyHolding,
  }: { readonly id: number; readonly version: number; readonly scope: Scope; readonly onlyHolding: boolean },
  page: PageWindow,
): Promise<{ list: AreaSent[]; total: number }> {
  const last = sql`
    select distinct on (s.vehicle_id) s.*, ${mayHold} as may_hold from area_sent s where s.area_id = ${id}
    order by s.vehicle_id, s.asked_at desc, s.command_id desc`;
  const { rows, total } = await pageOf<AreaSent>(
    db,
    {
      columns: sql`v.id::text as "carId", v.plate as "carNo", v.plate_colour as color, d.name as "deptName",
        p.vehicle_id is not null as bound, s.action, s.state, s.result_code as "resultCode", s.command_id::text as "seqId",
        s.asked_at as "askedAt", coalesce(s.held_version is not null and s.may_hold, false) as held,
        coalesce(s.may_hold, false) as "mayHold", coalesce(s.may_hold and s.held_version <> ${version}, false) as outdated`,
      from: sql`
        from vehicle v join department d on d.id = v.department_id
          left join area_vehicle p on p.vehicle_id = v.id and p.area_id = ${id}
          left join (${last}) s on s.vehicle_id = v.id
        where (p.vehicle_id is not null or s.vehicle_id is not null) and v.deleted_at is null
          and v.department_id = any(${[...scope]}) ${onlyHolding ? sql`and s.may_hold` : sql``}`,
      order: sql`order by v.plate, v.id`,
    },
    page,
  );
  return { list: rows, total };
}
