import { name, type Sql, sql } from '../../../platform/db/database.ts';
import { buildRisks, GRADE, INDEX_COLUMNS } from '../facts/risk.ts';
import type { Month } from '../model/months.ts';

/** Each department `id` with its top department `top`, for `with recursive`. */
export const TOPS: Sql = sql`tops as (
  select id, id as top from department where parent_id is null
  union all select d.id, t.top from tops t join department d on d.parent_id = t.id)`;

/**
 * Stores the safety scores of vehicles for a month (3.14), under their current company: indices, risk, and 100 minus the risk.
 * The score is null below the minimum distance. Ranks are per top department.
 */
export function vehicleScores({ key, days }: Month, departments: readonly number[]): Sql {
  const request = { departments, vehicles: null, days, list: () => null };
  const metrics = [...INDEX_COLUMNS, 'riskScore']
    .map((column) => sql`${column}::text, r.${name(column)}`)
    .reduce((all, part) => sql`${all}, ${part}`);
  return sql`
    with recursive ${TOPS}
    insert into score_month (object_type, object_id, month, department_id, metrics, score, grade, rank)
    select 'vehicle', r.vehicle_id, ${key}::text, v.department_id, jsonb_build_object(${metrics}), 100 - r."riskScore", ${GRADE},
      case when r."riskScore" is not null then dense_rank() over (partition by t.top order by r."riskScore") end
    from (${buildRisks(request, 'vehicle')}) r join vehicle v on v.id = r.vehicle_id join tops t on t.id = v.department_id`;
}
