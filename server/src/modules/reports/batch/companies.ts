import { MAX_BATCH_OFFERED } from '@fleetwarden/contract/reports/batch/batch-packages';
import { type Queryable, sql } from '../../../platform/db/database.ts';

export type BatchCompany = {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
  /** Vehicles of the company and its subtree. */
  readonly cars: number;
};

/** Companies among these departments with vehicles in their subtree, by name. */
export const findCompaniesWithVehicles = (db: Queryable, departments: readonly number[]) =>
  db.query<BatchCompany>(sql`
    with recursive own as (
      select d.id, d.name, d.parent_id, (select count(*) from vehicle v where v.department_id = d.id and v.deleted_at is null) as cars
      from department d where d.id = any(${[...departments]})
    ), up as (
      select id as company, id, parent_id, cars from own where cars > 0
      union all
      select own.id, up.id, own.parent_id, up.cars from up join own on own.id = up.parent_id
    )
    select own.id, own.name, own.parent_id as "parentId", sum(up.cars)::integer as cars
    from up join own on own.id = up.company group by own.id, own.name, own.parent_id
    order by own.name, own.id limit ${MAX_BATCH_OFFERED}`);

export const loadNames = (db: Queryable, ids: readonly number[]) =>
  db.query<{ id: number; name: string }>(sql`select id, name from department where id = any(${[...ids]}) order by name, id`);
