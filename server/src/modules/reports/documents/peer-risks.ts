import { type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { buildScores, MEANS, vehicleIndices } from '../facts/risk.ts';
import type { ReportRequest } from '../model/report-request.ts';

/**
 * Risks of a company and its siblings with their subtrees: `child_id`, score and rank. Only companies in the user's scope are
 * compared.
 */
export const buildPeerRisks = (request: ReportRequest): Sql => {
  const { scope, company, days } = request;
  const all = { departments: scope, vehicles: null, days, list: () => null };
  return sql`
    with recursive beside as (
      select d.id, d.id as child_id from department d where d.id = any(${[...scope]}::integer[])
        and (d.id = ${company} or d.parent_id = (select parent_id from department where id = ${company}))
      union all
      select d.id, b.child_id from department d join beside b on d.parent_id = b.id where d.id = any(${[...scope]}::integer[]))
    ${buildScores(
      sql`child_id`,
      sql`select b.child_id, ${MEANS} from (${vehicleIndices(all, { byCompany: true })}) v
        join beside b on b.id = v.department_id group by b.child_id`,
    )}`;
};

/** Whether the company has siblings in scope. */
export const hasPeers = async (db: Queryable, { scope, company }: Pick<ReportRequest, 'scope' | 'company'>): Promise<boolean> =>
  (await db.first(sql`
    select from department d where d.id = any(${[...scope]}::integer[]) and d.id <> ${company}
      and d.parent_id = (select parent_id from department where id = ${company}) limit 1`)) !== undefined;
