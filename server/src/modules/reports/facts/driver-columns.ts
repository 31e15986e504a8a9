import { type Sql, sql } from '../../../platform/db/database.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { driverAt } from '../rollups/driver-at.ts';

/** Stands for the name of an unknown driver. No real driver has this name. */
export const UNKNOWN_DRIVER = '#0';

/** A company `d` within the requested departments: names of others stay hidden. */
export const requestedCompany = ({ departments }: Pick<ReportRequest, 'departments'>): Sql =>
  sql`(select d.id, d.name from department d where d.id = any(${[...departments]})) d`;

/** Labels of drivers by the row id `driverId`, with their current company. */
export const driverNames = (request: Pick<ReportRequest, 'departments'>): NonNullable<Relation['names']> => ({
  join: sql`left join driver r on r.id = b."#driverId" left join ${requestedCompany(request)} on d.id = r.department_id`,
  columns: {
    driverName: sql`case when b."#driverId" = 0 then ${UNKNOWN_DRIVER}::text else r.name end`,
    driverCert: sql`r.qual_no`,
    deptName: sql`d.name`,
  },
});

/** Ids for drill-downs: all requested data of the driver, whichever company's vehicle they drove. */
export const driverIds = (request: Pick<ReportRequest, 'company' | 'text'>): Record<string, Sql> => ({
  driverId: sql`driver_id`,
  deptId: sql`${request.company}::integer`,
  ...(request.text('deptOnly') === '1' ? { alone: sql`1` } : {}),
});

/** The driver of a vehicle at an instant; 0: unknown. */
export const driverAtInstant = (vehicle: Sql, instant: Sql): Sql => sql`coalesce((${driverAt(vehicle, instant)}), 0)`;

/** The name of that driver. As a subquery, PostgreSQL looks it up for the rows of a page only, and not for sums. */
export const driverNameAt = (vehicle: Sql, instant: Sql): Sql =>
  sql`(select r.name from driver r where r.id = (${driverAt(vehicle, instant)}))`;

/** A rate per 100 km needs at least this distance. */
const MIN_KM = 1;
/** A count per 100 km with two decimals; null below MIN_KM. */
export const perHundredKm = (count: Sql, km: Sql): Sql =>
  sql`round((100.0 * ${count} / case when ${km} >= ${MIN_KM}::float8 then ${km} end)::numeric, 2)::float8`;
