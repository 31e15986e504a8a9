import { MAX_PDF_ROWS, type ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../api/feedback.ts';
import type { Sort } from '../../ui/table/use-table-url.ts';
import { type Conditions, findComplaint } from './conditions.ts';
import { complain } from './refusals.ts';
import { buildReportRequest } from './report-calls.ts';
import { exportReport } from './report-export.ts';

/** Longer than other messages, because the message has a button. */
const OFFER_SECONDS = 8;

type ExportRequest = {
  readonly conditions: Conditions;
  /** null: the default order. */
  readonly sort: Sort | null;
  readonly format: ReportFormat;
  readonly columns: readonly string[];
  /** Number of rows under these conditions, if known. */
  readonly rowCount?: number | null;
};

/** Exports a report if its conditions allow it, else shows what is missing. `running`: an export is in progress. */
export function useReportExport(
  template: ReportTemplate,
): readonly [running: boolean, write: (request: ExportRequest) => Promise<void>] {
  const { t } = useTranslation();
  const [running, setRunning] = useState(false);
  const write = async (request: ExportRequest): Promise<void> => {
    const { conditions, sort, format, columns, rowCount = null } = request;
    const complaint = findComplaint(template, conditions, 'export');
    if (complaint) return complain(complaint);
    if (format === 'pdf' && rowCount !== null && rowCount > MAX_PDF_ROWS) {
      const instead = {
        label: t('table.exportAs', { format: 'xlsx' }),
        run: () => void write({ ...request, format: 'xlsx' }),
      };
      return notify('warning', t('reports.pdfTooLong', { count: rowCount, most: MAX_PDF_ROWS }), OFFER_SECONDS, instead);
    }
    setRunning(true);
    // the client shows failures
    await exportReport(buildReportRequest(template.reportId, conditions, sort), format, columns).catch(() => undefined);
    setRunning(false);
  };
  return [running, write];
}
