import type { PermissionCode } from '@fleetwarden/contract/call';
import { STATUS_DATA_REPORT } from '@fleetwarden/contract/reports/report-filters';
import type { Principal } from '../../../platform/http/principal.ts';
import type { ReportDefinition, ReportShape } from './definition.ts';
import { findRoute } from './template.ts';

/** Finds a report for a user. Throws CallError notFound, forbidden, or reportAwaitsFacts for a report without a data source. */
export type OpenReport = (user: Principal, reportId: number) => ReportDefinition;

const ANY_REPORT: PermissionCode = '401';

/** The permission of a report's page. Any report of the first family opens the status data page. */
export const getReportPermission = ({ id, page }: Pick<ReportShape, 'id' | 'page'>): PermissionCode =>
  id === STATUS_DATA_REPORT ? ANY_REPORT : (findRoute(page).roles![0] as PermissionCode);
export const maySee = (user: Pick<Principal, 'rights'>, report: Pick<ReportShape, 'id' | 'page'>): boolean =>
  user.rights.has(getReportPermission(report));

/** Whether a user may see a report, by number; false for an unknown one. */
export const mayReadReport =
  (user: Pick<Principal, 'rights'>, reports: ReadonlyMap<number, ReportShape>) =>
  (reportId: number): boolean => {
    const report = reports.get(reportId);
    return report !== undefined && maySee(user, report);
  };
