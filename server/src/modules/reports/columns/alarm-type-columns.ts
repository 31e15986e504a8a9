import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { requestedTypes } from '../facts/alarm-columns.ts';
import { isOfTypes } from '../facts/alarm-groups.ts';
import { whereRequested } from '../facts/day-rollup.ts';
import { MAX_TYPE_COLUMNS } from '../model/limits.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { type TypeKey, toTypeKey } from './alarm-type-keys.ts';

/** The dynamic column that becomes one column per alarm type. */
export const TYPE_COLUMNS = 'typeCols';

/** Loads a column per chosen type, in type order. If none or too many are chosen: the most frequent types of these days. */
export const loadTypeColumns =
  (among: readonly number[] | null = null) =>
  async (request: ReportRequest, db: Pick<Queryable, 'query'>): Promise<readonly TypeKey[]> => {
    const types = requestedTypes(request, among);
    const all = request.list('alarmTypes') === null || types!.length > MAX_TYPE_COLUMNS;
    const chosen = all ? await loadFrequentTypes(request, db, types === null ? undefined : isOfTypes(types)) : types!;
    return ALARM_TYPES.flatMap(({ id }) => (chosen.includes(id) ? [toTypeKey(id)] : []));
  };

async function loadFrequentTypes(
  request: ReportRequest,
  db: Pick<Queryable, 'query'>,
  kinds: Sql | undefined,
): Promise<number[]> {
  const rows = await db.query<{ type_id: number }>(sql`
    select f.type_id from alarm_day f where ${whereRequested('alarmDay', request, kinds)}
    group by f.type_id order by sum(f.cnt) desc, f.type_id limit ${MAX_TYPE_COLUMNS}`);
  return rows.map(({ type_id }) => type_id);
}
