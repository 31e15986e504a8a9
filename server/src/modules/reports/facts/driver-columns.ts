import { type Sql, sql } from '../../../platform/db/database.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { driverAt } from '../rollups/driver-at.ts';

/** What stands for the name of whoever nobody knows; no driver is called so. */
export const UNKNOWN_DRIVER = '#0';

/** A company `d` of those that were asked for: of others not even the name is told. */
export const requestedCompany = ({ departments }: Pick<ReportRequest, 'departments'>): Sql =>
  sql`(select d.id, d.name from department d where d.id = any(${[...departments]})) d`;

/** What drivers are called, of rows with an id `driverId`, with the company they are of now. */
export const driverNames = (request: Pick<ReportRequest, 'departments'>): NonNullable<Relation['names']> => ({
  join: sql`left join driver r on r.id = b."#driverId" left join ${requestedCompany(request)} on d.id = r.department_id`,
  columns: {
    driverName: sql`case when b."#driverId" = 0 then ${UNKNOWN_DRIVER}::text else r.name end`,
    driverCert: sql`r.qual_no`,
    deptName: sql`d.name`,
  },
});

/** What figures of a driver lead to: all that was asked for of him, in whichever company's vehicles he drove. */
export const driverIds = (request: Pick<ReportRequest, 'company' | 'text'>): Record<string, Sql> => ({
  driverId: sql`driver_id`,
  deptId: sql`${request.company}::integer`,
  ...(request.text('deptOnly') === '1' ? { alone: sql`1` } : {}),
});

/** The driver of a vehicle at an instant; 0: nobody we know. */
export const driverAtInstant = (vehicle: Sql, instant: Sql): Sql => sql`coalesce((${driverAt(vehicle, instant)}), 0)`;

/** Shorter ways tell nothing of what happens on a hundred kilometres, km. */
const MIN_KM = 1;
/** How often something happened on a hundred kilometres, two decimals; empty where the way was too short. */
export const perHundredKm = (count: Sql, km: Sql): Sql =>
  sql`round((100.0 * ${count} / case when ${km} >= ${MIN_KM}::float8 then ${km} end)::numeric, 2)::float8`;
