import { type Db, sql } from '../../../platform/db/database.ts';
import { requestedVehicles } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import type { ReportRequest, SearchRegion } from '../model/report-request.ts';

/** Adds the stays in the searched region, if the report has one. Throws CallError. */
export async function resolveRegionSearch(
  { db, searchRegion }: { readonly db: Db; readonly searchRegion: SearchRegion },
  { searchedRegion }: Pick<ReportDefinition, 'searchedRegion'>,
  request: ReportRequest,
  accountId: number,
): Promise<ReportRequest> {
  const region = searchedRegion?.(request) ?? null;
  if (region === null) return request;
  const rows = await db.query<{ id: number }>(
    sql`select v.id from vehicle v where ${requestedVehicles(request).reduce((all, each) => sql`${all} and ${each}`)} order by v.id`,
  );
  const vehicleIds = rows.map(({ id }) => id);
  const { from: start, to: end } = request.times;
  return { ...request, stays: await searchRegion(accountId, vehicleIds, region, { start, end }) };
}
