import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useTranslation } from 'react-i18next';
import { StaleBar, State } from '../../ui/States.tsx';
import { LedgerPanel } from './ledgers/LedgerPanel.tsx';
import { findLedgerSheet } from './ledgers/ledger-sheet.ts';
import { PaperHead } from './paper/PaperHead.tsx';
import { ReportFigures } from './ReportFigures.tsx';
import { ReportNotes } from './ReportNotes.tsx';
import type { ReportData } from './use-report-data.ts';
import type { ReportPageUrl } from './use-report-url.ts';

type Props = {
  readonly template: ReportTemplate;
  readonly url: ReportPageUrl;
  readonly report: ReportData;
  readonly paper: boolean;
};

/** Everything above the rows: print head, freshness, ledger sheet, totals, and messages about outdated rows. */
export function ReportSummary({ template, url, report, paper }: Props) {
  const { t } = useTranslation();
  const { ready, data, error, cancelled } = report;
  const reload = () => void report.refetch();
  const sheet = ready ? findLedgerSheet(template.reportId, url.conditions) : null;
  const current = ready ? data : undefined;
  return (
    <>
      {paper && current && (
        <PaperHead
          conditions={current.told}
          part={printedRows(current.list.length, url, report.total)}
          sums={template.sumColCfgList.length > 0}
        />
      )}
      {current && <ReportNotes asOf={current.asOf} incomplete={current.incomplete} />}
      {sheet && <LedgerPanel key={`${sheet.deptId} ${sheet.period}`} sheet={sheet} />}
      {current && <ReportFigures template={template} sums={current.sums} cards={current.cards} />}
      {error && data && <StaleBar onRetry={reload} />}
      {cancelled && data && <State title={t('reports.cancelled')} action={{ label: t('common.retry'), onClick: reload }} />}
    </>
  );
}

/** Numbers of the rows on a page; null: the page has all rows. */
function printedRows(count: number, { page, size }: Pick<ReportPageUrl, 'page' | 'size'>, total: number) {
  const before = (page - 1) * size;
  return count === total ? null : { from: before + 1, to: before + count, total };
}
