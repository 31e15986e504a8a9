import type { RoadRow } from '@fleetwarden/contract/alarm-rules/schemas';
import { json, type Queryable, sql } from '../../platform/db/database.ts';
import { contains, pageOf } from '../../platform/db/list.ts';
import type { PageWindow } from '../../platform/http/page.ts';
import type { RoadFeature, SpotFeature } from './road-file.ts';

const ROAD = 1;
const SPOT = 2;
type Purpose = 'roads' | 'spots';
const getPurposeNumber = (purpose: Purpose): number => (purpose === 'roads' ? ROAD : SPOT);

export const clearRoads = (tx: Queryable, departmentId: number, purpose: Purpose): Promise<number> =>
  tx.run(sql`delete from road_segment where department_id = ${departmentId} and purpose = ${getPurposeNumber(purpose)}`);

type Within = { readonly purpose: Purpose; readonly departmentIds: readonly number[] };

/** Roads or places of departments, by name. */
export async function listRoads(
  db: Queryable,
  { purpose, departmentIds, name }: Within & { readonly name?: string | undefined },
  page: PageWindow,
): Promise<{ list: RoadRow[]; total: number }> {
  const { rows, total } = await pageOf<RoadRow>(
    db,
    {
      columns: sql`r.id::text as id, r.name, r.department_id::text as "deptId", d.name as "deptName", jsonb_array_length(r.path) as points,
        r.one_way as "oneWay", r.grade, r.limit_passenger as "limitPassenger", r.limit_freight as "limitFreight",
        r.limit_dangerous as "limitDangerous", r.kind, r.direction, r.lead_m as lead, r.limit_kmh as "limit",
        r.valid_from as "from", r.valid_to as "to", r.content`,
      from: sql`from road_segment r join department d on d.id = r.department_id
        where r.purpose = ${getPurposeNumber(purpose)} and r.department_id = any(${[...departmentIds]}) ${contains(sql`r.name`, name)}`,
      order: sql`order by r.name, r.id`,
    },
    page,
  );
  return { list: rows, total };
}

/** The names of those that were there. */
export async function removeRoads(
  tx: Queryable,
  { purpose, departmentIds, ids }: Within & { readonly ids: readonly number[] },
): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    delete from road_segment
    where purpose = ${getPurposeNumber(purpose)} and department_id = any(${[...departmentIds]}) and id = any(${[...ids]}) returning name`);
  return rows.map(({ name }) => name);
}

export const addRoads = (tx: Queryable, departmentId: number, features: readonly RoadFeature[]): Promise<number> => {
  const rows = features.map(({ properties: p, geometry }) => ({
    name: p.name,
    path: geometry.coordinates,
    one_way: p.oneWay,
    grade: p.grade,
    limit_passenger: p.limitPassenger,
    limit_freight: p.limitFreight,
    limit_dangerous: p.limitDangerous,
  }));
  return tx.run(sql`
    insert into road_segment (department_id, purpose, name, path, one_way, grade, limit_passenger, limit_freight, limit_dangerous)
    select ${departmentId}::integer, ${ROAD}::smallint, r.name, r.path, r.one_way, r.grade, r.limit_passenger, r.limit_freight, r.limit_dangerous
    from jsonb_to_recordset(${json(rows)}::jsonb) r (name text, path jsonb, one_way boolean, grade smallint,
      limit_passenger smallint, limit_freight smallint, limit_dangerous smallint)`);
};

export const addSpots = (tx: Queryable, departmentId: number, features: readonly SpotFeature[]): Promise<number> => {
  const rows = features.map(({ properties: p, geometry }) => ({
    path: geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates,
    name: p.name,
    kind: p.kind,
    direction: p.direction,
    lead_m: p.lead,
    radius_m: p.radius,
    limit_kmh: p.limit,
    valid_from: p.from,
    valid_to: p.to,
    content: p.content,
  }));
  return tx.run(sql`
    insert into road_segment (department_id, purpose, name, path, kind, direction, lead_m, radius_m, limit_kmh, valid_from, valid_to, content)
    select ${departmentId}::integer, ${SPOT}::smallint, r.name, r.path, r.kind, r.direction, r.lead_m, r.radius_m, r.limit_kmh,
      r.valid_from, r.valid_to, r.content
    from jsonb_to_recordset(${json(rows)}::jsonb) r (name text, path jsonb, kind smallint, direction smallint, lead_m integer,
      radius_m integer, limit_kmh smallint, valid_from date, valid_to date, content text)`);
};
