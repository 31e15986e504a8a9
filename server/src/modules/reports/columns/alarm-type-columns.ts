import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { name, type Queryable, type Sql, sql } from '../../../platform/db/database.ts';
import { requestedTypes } from '../facts/alarm-columns.ts';
import { isOfTypes } from '../facts/alarm-groups.ts';
import { whereRequested } from '../facts/day-rollup.ts';
import { MAX_TYPE_COLUMNS } from '../model/limits.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { parseTypeKey, type TypeKey, toTypeKey } from './alarm-type-keys.ts';

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

const listed = (parts: readonly Sql[], between = sql`, `): Sql => parts.reduce((all, part) => sql`${all}${between}${part}`);

/** Columns that type counts are grouped by. */
type Key = 'department_id' | 'vehicle_id' | 'driver_id' | 'day';

/** Adds a count per alarm type. It aggregates by type once and pivots: a filter per type would read all rows once per type. */
export function withTypeCounts(
  request: ReportRequest,
  relation: Relation,
  {
    keys,
    types = [],
    alarms,
  }: { readonly keys: readonly Key[]; readonly types?: readonly string[] | undefined; readonly alarms?: Sql },
): Relation {
  if (types.length === 0) return relation;
  const by = listed(keys.map((key) => name(key)));
  const counts = types.map((key) => sql`sum(n) filter (where type_id = ${parseTypeKey(key)!}::smallint) as ${name(key)}`);
  return {
    ...relation,
    with: [
      ...(relation.with ?? []),
      {
        name: 'by_type',
        body: sql`select ${listed(keys.map((key) => sql`f.${name(key)}`))}, f.type_id, sum(f.cnt) as n from alarm_day f
          where ${whereRequested('alarmDay', request, alarms)} group by ${by}, f.type_id`,
      },
      { name: 'type_counts', body: sql`select ${by}, ${listed(counts)} from by_type group by ${by}` },
    ],
    from: sql`${relation.from} left join type_counts using (${by})`,
    columns: { ...relation.columns, ...Object.fromEntries(types.map((key) => [key, sql`coalesce(${name(key)}, 0)`])) },
  };
}
