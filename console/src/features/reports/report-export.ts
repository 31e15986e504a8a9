import type { ReportFormat, reportFormats } from '@fleetwarden/contract/reports/report-formats';
import { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { ReportQuery } from '@fleetwarden/contract/reports/schemas';
import { call } from '../../api/call.ts';
import { openExport } from '../../shared/open-export.ts';

/** Default first. */
export const REPORT_FORMATS = ['xlsx', 'csv', 'pdf'] as const satisfies typeof reportFormats;

/** Exports a report and opens its file. The client shows failures. */
export async function exportReport(request: ReportQuery, format: ReportFormat, columns: readonly string[]): Promise<void> {
  const { pathname, search } = window.location;
  const page = `${pathname}${search === '' ? '?' : `${search}&`}reportId=${request.reportId}`;
  openExport(
    await call(reportsCalls.exportdata, { ...request, format, columns: [...columns], url: page.slice(0, MAX_URL_LENGTH) }),
  );
}

/** Server limit of URLs, in characters. */
const MAX_URL_LENGTH = 500;
