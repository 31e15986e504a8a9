import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import { STATUS_DATA_REPORT } from '@fleetwarden/contract/reports/report-filters';
import type { ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import { MAX_PDF_ROWS, type ReportRow, type ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { notify } from '../../api/feedback.ts';
import { useSession } from '../../api/session.ts';
import { NARROW, useMedia } from '../../hooks/use-media-query.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Forbidden, LoadFailed, StaleBar, State } from '../../ui/States.tsx';
import { ExportButton } from '../../ui/table/SearchTableExport.tsx';
import { ChartPanel } from './ChartPanel.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { useOwnColumns } from './columns.ts';
import { type Conditions, complaintOf, fitted } from './conditions.ts';
import type { Target } from './DrillCell.tsx';
import { LoadingDialog } from './LoadingDialog.tsx';
import { LedgerPanel } from './ledgers/LedgerPanel.tsx';
import { sheetBeside } from './ledgers/ledger-sheet.ts';
import { PaperHead } from './paper/PaperHead.tsx';
import { PaperTable } from './paper/PaperTable.tsx';
import { usePaper } from './paper/print-paper.ts';
import { ReportConditions } from './ReportConditions.tsx';
import { ReportFigures } from './ReportFigures.tsx';
import { ReportHead } from './ReportHead.tsx';
import { ReportNotes } from './ReportNotes.tsx';
import styles from './Reports.module.css';
import { ReportTable } from './ReportTable.tsx';
import { rememberReport } from './recent-reports.ts';
import { complain, isForbidden } from './refusals.ts';
import { askedOf, useHeads, useRows } from './report-calls.ts';
import { REPORT_FORMATS } from './report-export.ts';
import { allowedActions, ROW_ACTIONS } from './row-actions.ts';
import type { RowDialog } from './row-dialog.ts';
import { SavedConditions } from './SavedConditions.tsx';
import { ScheduleEntry } from './schedules/ScheduleEntry.tsx';
import { spreadColumns, spreadTemplate } from './spread.ts';
import { useReportExport } from './use-report-export.ts';
import { type ReportUrl, useReportUrl } from './use-report-url.ts';

const NO_ROWS: readonly never[] = [];
const NO_SUMS = {};
/** Longer than other messages: there is something to press. */
const OFFER_SECONDS = 8;
/** Letters of the address of a page that led to another: what led to that one is left out beyond. */
const MAX_BACK = 1_500;

/** A report as its template says: conditions, figures, rows, chart. Everything that is asked lives in the address. */
export function ReportView({ template }: { template: ReportTemplate }) {
  const { t } = useTranslation();
  const { reportId, qryCdtionCfgList: filters } = template;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const narrow = useMedia(NARROW);
  const userId = useSession(({ userInfo }) => userInfo?.userId ?? '');
  const actions = allowedActions(
    template.rowActions,
    useSession(({ rights }) => rights),
  );
  const paper = usePaper();
  const [doing, setDoing] = useState<{ readonly Dialog: RowDialog; readonly row: ReportRow } | null>(null);
  const [url, change, written] = useReportUrl(template);
  const [columns, arrange] = useOwnColumns(template);
  const [exporting, writeFile] = useReportExport(template);
  useEffect(() => rememberReport(userId, reportId), [userId, reportId]);

  const possible = complaintOf(template, url.conditions, 'query') === null;
  const rows = useRows(template, url, possible);
  const { data, error, isFetching, isPlaceholderData, refetch } = rows;
  const heads = useHeads(template, url.conditions, possible);
  const pending = possible && (!data || isPlaceholderData) && !error;
  const cancelled = pending && !isFetching;
  const asked = askedOf(reportId, url.conditions, url.sort);
  const chartShown = template.reportChartCfg !== null && (url.chart ?? !narrow);
  // nothing is said twice of no rows
  const drawn = chartShown && possible && !(data && data.total === 0 && !isPlaceholderData);

  const total = data?.total ?? 0;
  const beyond = data && !isPlaceholderData && data.list.length === 0 && total > 0;
  useEffect(() => {
    // the rows of the last page are gone: the one before is the last now
    if (beyond) change({ page: Math.ceil(total / url.size) }, true);
  }, [beyond, total, url.size, change]);

  function query(conditions: Conditions) {
    const complaint = complaintOf(template, conditions, 'query');
    if (complaint) return complain(complaint);
    if (JSON.stringify(conditions) === JSON.stringify(url.conditions)) void refetch();
    else change({ conditions, page: 1 });
  }

  function exportOf(conditions: Conditions, format: ReportFormat) {
    const shown = columns.filter(({ hidden }) => !hidden).map(({ colEName }) => colEName);
    const seen = JSON.stringify(conditions) === JSON.stringify(url.conditions) && !isPlaceholderData;
    void writeFile({
      conditions,
      format,
      sort: url.sort,
      columns: shown,
      refused: () => {
        if (format !== 'pdf' || !seen || total <= MAX_PDF_ROWS) return false;
        const instead = { label: t('table.exportAs', { format: 'xlsx' }), run: () => exportOf(conditions, 'xlsx') };
        notify('warning', t('reports.pdfTooLong', { count: total, most: MAX_PDF_ROWS }), OFFER_SECONDS, instead);
        return true;
      },
    });
  }

  function go({ path, conditions }: Target, top: number) {
    const here = written({ top });
    if (String(here).length > MAX_BACK) here.delete('back');
    void navigate({ pathname: path, search: `?${new URLSearchParams({ ...conditions, back: `${pathname}?${here}` })}` });
  }

  const actionsOf = (row: ReportRow) =>
    actions.flatMap((key) => {
      const action = ROW_ACTIONS[key];
      if (!action.fits(row)) return [];
      const run = () => {
        if ('dialog' in action) return setDoing({ Dialog: action.dialog, row });
        // told by the client where it fails
        return action.act(row).then(
          () => refetch(),
          () => undefined,
        );
      };
      const { danger = false, confirm } = action;
      return [{ key, label: t(action.text) as string, danger, run, ...(confirm ? { confirm: confirm(row) } : {}) }];
    });

  const ofParent = reportId === STATUS_DATA_REPORT;
  const table = {
    template: spreadTemplate(template, heads),
    columns: spreadColumns(columns, heads),
    rows: (possible ? data?.list : undefined) ?? NO_ROWS,
    sums: data?.sums ?? NO_SUMS,
  };
  const empty = (
    <Instead
      possible={possible}
      cancelled={cancelled}
      pending={pending || Boolean(beyond)}
      failure={error}
      onRetry={() => void refetch()}
    />
  );
  const sheet = possible ? sheetBeside(reportId, url.conditions) : null;

  return (
    <div className={styles['page']} data-printed>
      <ReportHead
        template={template}
        back={url.back}
        shared={() => written({ back: null })}
        refreshing={isFetching}
        onRefresh={() => void refetch()}
        before={
          <>
            {ofParent && template.mayExport && (
              <ExportButton
                label={t('table.exportRows')}
                formats={REPORT_FORMATS}
                size="medium"
                running={exporting}
                onExport={(format) => exportOf(url.conditions, format)}
              />
            )}
            {template.reportChartCfg && (
              <IconButton
                label={t(chartShown ? 'reports.hideChart' : 'reports.showChart')}
                icon={<BarChartOutlined />}
                pressed={chartShown}
                onClick={() => change({ chart: !chartShown }, true)}
              />
            )}
          </>
        }
        behind={<ColumnChoice columns={columns} onArrange={arrange} />}
      />
      <ReportConditions
        template={template}
        conditions={url.conditions}
        onSearch={query}
        onReset={() => change({ conditions: null, page: 1 })}
        onExport={ofParent || !template.mayExport ? null : exportOf}
        exporting={exporting}
        beside={(draft, put) => (
          <>
            <SavedConditions reportId={reportId} draft={draft} onApply={(kept) => put(fitted(filters, kept))} />
            {template.mayExport && <ScheduleEntry template={template} conditions={draft} columns={columns} sort={url.sort} />}
          </>
        )}
      />
      {paper && possible && data && (
        <PaperHead told={data.told} part={partOf(data.list.length, url, total)} sums={template.sumColCfgList.length > 0} />
      )}
      {possible && data && <ReportNotes asOf={data.asOf} incomplete={data.incomplete} />}
      {sheet && <LedgerPanel key={`${sheet.deptId} ${sheet.period}`} sheet={sheet} />}
      {possible && data && <ReportFigures template={template} sums={data.sums} />}
      {error && data && <StaleBar onRetry={() => void refetch()} />}
      {cancelled && data && (
        <State title={t('reports.cancelled')} action={{ label: t('common.retry'), onClick: () => void refetch() }} />
      )}
      <div className={styles['content']}>
        <ReportTable
          {...table}
          total={possible ? total : 0}
          page={url.page}
          size={url.size}
          sort={url.sort}
          asked={asked}
          top={url.top}
          pending={pending}
          fetching={isFetching}
          empty={empty}
          {...(actions.length > 0 ? { actionsOf } : {})}
          onSort={(sort) => change({ sort, page: 1 })}
          onPage={(page, size) => change({ page, size })}
          onGo={go}
        />
        {drawn && <ChartPanel template={template} url={url} enabled={possible} paper={paper} />}
        {paper && (table.rows.length > 0 ? <PaperTable {...table} /> : empty)}
      </div>
      {doing && <doing.Dialog row={doing.row} onDone={() => void refetch()} onClose={() => setDoing(null)} />}
      <LoadingDialog
        running={possible && isFetching}
        onCancel={() => void queries.cancelQueries({ queryKey: rows.queryKey, exact: true })}
      />
    </div>
  );
}

/** Which rows a page has; null where there are no others. */
function partOf(count: number, { page, size }: Pick<ReportUrl, 'page' | 'size'>, total: number) {
  const before = (page - 1) * size;
  return count === total ? null : { from: before + 1, to: before + count, total };
}

/** What stands in place of rows. */
function Instead(props: {
  possible: boolean;
  cancelled: boolean;
  pending: boolean;
  failure: Error | null;
  onRetry: () => void;
}): ReactNode {
  const { possible, cancelled, pending, failure, onRetry } = props;
  const { t } = useTranslation();
  if (!possible) return <State title={t('reports.fillFirst')} />;
  if (cancelled) return <State title={t('reports.cancelled')} action={{ label: t('common.retry'), onClick: onRetry }} />;
  if (isForbidden(failure)) return <Forbidden />;
  if (failure) return <LoadFailed reason={failure.message} onRetry={onRetry} />;
  // the dialog says that they are coming
  if (pending) return null;
  return <State title={t('table.noMatch')} />;
}
