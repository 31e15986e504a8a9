import { at, type Sql, sql } from '../../../platform/db/database.ts';
import type { ReportRequest } from '../model/report-request.ts';

/** The largest plausible odometer difference per hour: 160 km/h plus a fifth. */
export const FASTEST_KMH = 192;

/** The first or last odometer reading of a trip. The lower bound lets PostgreSQL skip old partitions. */
export const odometer = ({ times: { from } }: ReportRequest, direction: Sql) => sql`(
  select p.odometer_km from position p where p.vehicle_id = f.vehicle_id and p.gnss_at between f.start_at and f.end_at
    and p.gnss_at >= ${at(from)}::timestamptz and p.odometer_km is not null
  order by p.gnss_at ${direction} limit 1)`;
