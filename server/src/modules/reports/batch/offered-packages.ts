import { type BatchPackage, batchPackages } from '@fleetwarden/contract/reports/batch/batch-packages';
import { type Queryable, sql } from '../../../platform/db/database.ts';
import { ASSESSED_INDUSTRIES } from '../scores/score-rows.ts';

/** INDUSTRY of vehicles. */
export type Industries = ReadonlySet<number>;

/** Packages for some industries only. The others are for every company. */
const ABOUT: Partial<Record<BatchPackage, readonly number[]>> = { assessment: ASSESSED_INDUSTRIES };

/** Packages for a company with vehicles of these industries. */
export const listPackages = (industries: Industries): BatchPackage[] =>
  (Object.keys(batchPackages) as BatchPackage[]).filter((id) => ABOUT[id]?.some((industry) => industries.has(industry)) ?? true);

/** The report numbers of those packages. */
export const listReportIds = (industries: Industries): ReadonlySet<number> =>
  new Set(listPackages(industries).flatMap((id) => [...batchPackages[id]]));

/** The industries of each department's vehicles, including its subtree. */
export async function loadIndustries(db: Queryable, ids: readonly number[]): Promise<(id: number) => Industries> {
  const rows = await db.query<{ company: number; industries: number[] }>(sql`
    with recursive below as (
      select id as company, id from department where id = any(${[...ids]}::integer[])
      union all select b.company, d.id from below b join department d on d.parent_id = b.id)
    select b.company, array_agg(distinct v.industry::integer) as industries
    from below b join vehicle v on v.department_id = b.id and v.deleted_at is null group by b.company`);
  const known = new Map(rows.map(({ company, industries }) => [company, new Set(industries)]));
  return (id) => known.get(id) ?? new Set();
}
