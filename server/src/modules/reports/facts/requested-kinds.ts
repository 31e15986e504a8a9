import { type Sql, sql } from '../../../platform/db/database.ts';
import type { ReportRequest } from '../model/report-request.ts';

/** `where` for the requested vehicle types and industries. */
export function vehicleKinds({ list }: Pick<ReportRequest, 'list'>, of: Sql = sql`f.vehicle_id`): Sql[] {
  const types = list('carTypes');
  const industries = list('industries');
  if (types === null && industries === null) return [];
  const kind = types === null ? sql`true` : sql`k.vehicle_type = any(${types.map(Number)}::integer[])`;
  const trade = industries === null ? sql`true` : sql`k.industry = any(${industries.map(Number)}::integer[])`;
  return [sql`exists (select from vehicle k where k.id = ${of} and ${kind} and ${trade})`];
}
