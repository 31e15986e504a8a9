import type { PermissionCode } from '@fleetwarden/contract/call';
import { STATUS_DATA_REPORT } from '@fleetwarden/contract/reports/report-filters';
import type { Principal } from '../../../platform/http/principal.ts';
import type { ReportDefinition, ReportShape } from './definition.ts';
import { routeOf } from './template.ts';

const ANY_REPORT: PermissionCode = '401';

/** The code that opens a report: its page's; the status data page is opened by any report of the first family. */
export const codeOf = ({ id, page }: Pick<ReportDefinition, 'id' | 'page'>): PermissionCode =>
  id === STATUS_DATA_REPORT ? ANY_REPORT : (routeOf(page).roles![0] as PermissionCode);
export const maySee = (user: Pick<Principal, 'rights'>, report: Pick<ReportShape, 'id' | 'page'>): boolean =>
  user.rights.has(codeOf(report));

/** Whether a user may see a report, by its number; one that is none nobody may. */
export const seenBy =
  (user: Pick<Principal, 'rights'>, reports: ReadonlyMap<number, ReportShape>) =>
  (reportId: number): boolean => {
    const report = reports.get(reportId);
    return report !== undefined && maySee(user, report);
  };
