import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import { filterTypes, STATUS_DATA_REPORT } from '@fleetwarden/contract/reports/report-filters';
import type { ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { type ReactNode, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../api/session.ts';
import { NARROW, useMedia } from '../../hooks/use-media-query.ts';
import { useStableCallback } from '../../hooks/use-stable-callback.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Forbidden, LoadFailed, State } from '../../ui/States.tsx';
import { ExportButton } from '../../ui/table/SearchTableExport.tsx';
import { ChartPanel } from './ChartPanel.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { readChartChoice, rememberChartChoice } from './chart-choice.ts';
import { useOwnColumns } from './columns.ts';
import { type Conditions, findComplaint, fitConditions } from './conditions.ts';
import type { Target } from './DrillCell.tsx';
import { expandColumns, expandTemplate } from './dynamic-columns.ts';
import { LoadingDialog } from './LoadingDialog.tsx';
import { PaperTable } from './paper/PaperTable.tsx';
import { usePaper } from './paper/print-paper.ts';
import { ReportConditions } from './ReportConditions.tsx';
import { ReportHead } from './ReportHead.tsx';
import { ReportSummary } from './ReportSummary.tsx';
import styles from './Reports.module.css';
import { ReportTable } from './ReportTable.tsx';
import { rememberReport } from './recent-reports.ts';
import { complain, isForbidden } from './refusals.ts';
import { buildReportRequest } from './report-calls.ts';
import { REPORT_FORMATS } from './report-export.ts';
import { SavedConditions } from './SavedConditions.tsx';
import { ScheduleEntry } from './schedules/ScheduleEntry.tsx';
import { findFittingSize, useFirstHeight } from './use-fitting-size.ts';
import { type ReportData, useReportData } from './use-report-data.ts';
import { useReportExport } from './use-report-export.ts';
import { useReportUrl } from './use-report-url.ts';
import { useRowActions } from './use-row-actions.tsx';

const NO_ROWS: readonly never[] = [];
const NO_SUMS = {};
/** Longest URL of a page to return to; above it, that page's own way back is left out. */
const MAX_BACK = 1_500;
/** Filters that offer past months only. */
const MONTHS: readonly number[] = [filterTypes.month, filterTypes.months];
/** Height of the chart above the rows with its gap, px. */
const CHART_HEIGHT = 232;

/** A report defined by its template: conditions, totals, rows, chart. The whole request lives in the URL. */
export function ReportView({ template }: { template: ReportTemplate }) {
  const { reportId, qryCdtionCfgList: filters } = template;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const narrow = useMedia(NARROW);
  const userId = useSession(({ userInfo }) => userInfo?.userId ?? '');
  const paper = usePaper();
  const { url, change, writeUrl, isCurrent } = useReportUrl(template);
  const [columns, arrange] = useOwnColumns(template);
  const [exporting, writeFile] = useReportExport(template);
  useEffect(() => rememberReport(userId, reportId), [userId, reportId]);

  const chartShown = template.reportChartCfg !== null && (url.chart ?? readChartChoice(userId) ?? !narrow);
  const [content, height] = useFirstHeight();
  const fitting = findFittingSize(narrow || height === null ? 0 : height - (chartShown ? CHART_HEIGHT : 0));
  const view = { ...url, size: url.size ?? fitting };
  const report = useReportData(template, view, change, height !== null);
  const { ready, data, total, dynamicColumns } = report;
  const reload = () => void report.refetch();
  const [actionsOf, actionDialog] = useRowActions(template, report.refetch);
  // an empty report needs no second message in its chart
  const chartDrawn = chartShown && ready && !(data && data.total === 0 && !report.outdated);

  const search = useStableCallback((conditions: Conditions) => {
    const complaint = findComplaint(template, conditions, 'query');
    if (complaint) return complain(complaint);
    if (isCurrent(conditions)) reload();
    else change({ conditions, page: 1 });
  });
  const reset = useStableCallback(() => change({ conditions: null, page: 1 }));

  const exportRows = useStableCallback((conditions: Conditions, format: ReportFormat) => {
    const shown = columns.filter(({ hidden }) => !hidden).map(({ colEName }) => colEName);
    const rowCount = isCurrent(conditions) && !report.outdated ? total : null;
    void writeFile({ conditions, format, sort: url.sort, columns: shown, rowCount });
  });

  const { sort } = url;
  const besideButtons = useCallback(
    (draft: Conditions, put: (conditions: Conditions) => void) => (
      <>
        <SavedConditions reportId={reportId} draft={draft} onApply={(saved) => put(fitConditions(filters, saved))} />
        {template.mayExport && <ScheduleEntry template={template} conditions={draft} columns={columns} sort={sort} />}
      </>
    ),
    [template, reportId, filters, columns, sort],
  );

  function toggleChart() {
    rememberChartChoice(userId, !chartShown);
    change({ chart: !chartShown }, true);
  }

  function drillDown({ path, conditions }: Target, top: number) {
    const here = writeUrl({ top });
    if (String(here).length > MAX_BACK) here.delete('back');
    void navigate({ pathname: path, search: `?${new URLSearchParams({ ...conditions, back: `${pathname}?${here}` })}` });
  }

  const exportInHead = reportId === STATUS_DATA_REPORT;
  const table = {
    template: expandTemplate(template, dynamicColumns),
    columns: expandColumns(columns, dynamicColumns),
    rows: (ready ? data?.list : undefined) ?? NO_ROWS,
    sums: data?.sums ?? NO_SUMS,
  };
  const empty = <ReportPlaceholder template={template} report={report} />;

  return (
    <div className={styles['page']} data-printed>
      <ReportHead
        template={template}
        back={url.back}
        shared={() => writeUrl({ back: null, ...(view.page > 1 ? { size: view.size } : {}) })}
        refreshing={report.fetching}
        onRefresh={reload}
        before={
          <ReportTools
            template={template}
            chartShown={chartShown}
            onToggleChart={toggleChart}
            exporting={exporting}
            onExport={exportInHead && template.mayExport ? (format) => exportRows(url.conditions, format) : null}
          />
        }
        behind={<ColumnChoice columns={columns} onArrange={arrange} />}
      />
      <ReportConditions
        template={template}
        conditions={url.conditions}
        onSearch={search}
        onReset={reset}
        onExport={exportInHead || !template.mayExport ? null : exportRows}
        exporting={exporting}
        beside={besideButtons}
      />
      <ReportSummary template={template} url={view} report={report} paper={paper} />
      <div ref={content} className={styles['content']}>
        {chartDrawn && <ChartPanel template={template} url={url} enabled={ready} paper={paper} />}
        <ReportTable
          {...table}
          total={ready ? total : 0}
          page={view.page}
          size={view.size}
          sort={url.sort}
          request={buildReportRequest(reportId, url.conditions, url.sort)}
          top={url.top}
          pending={report.pending}
          fetching={report.fetching}
          empty={empty}
          {...(actionsOf ? { actionsOf } : {})}
          onSort={(sort) => change({ sort, page: 1 })}
          onPage={(page, size) => change({ page, size: size === fitting ? null : size })}
          onGo={drillDown}
        />
        {paper && (table.rows.length > 0 ? <PaperTable {...table} /> : empty)}
      </div>
      {actionDialog}
      <LoadingDialog running={ready && report.fetching} onCancel={report.cancel} />
    </div>
  );
}

type ToolsProps = {
  readonly template: ReportTemplate;
  readonly chartShown: boolean;
  readonly onToggleChart: () => void;
  readonly exporting: boolean;
  /** null: the report is not exported from its head. */
  readonly onExport: ((format: ReportFormat) => void) | null;
};

function ReportTools({ template, chartShown, onToggleChart, exporting, onExport }: ToolsProps) {
  const { t } = useTranslation();
  return (
    <>
      {onExport && (
        <ExportButton
          label={t('table.exportRows')}
          formats={REPORT_FORMATS}
          size="medium"
          running={exporting}
          onExport={onExport}
        />
      )}
      {template.reportChartCfg && (
        <IconButton
          label={t(chartShown ? 'reports.hideChart' : 'reports.showChart')}
          icon={<BarChartOutlined />}
          pressed={chartShown}
          onClick={onToggleChart}
        />
      )}
    </>
  );
}

/** Shown in place of rows. */
function ReportPlaceholder({ template, report }: { template: ReportTemplate; report: ReportData }): ReactNode {
  const { ready, cancelled, pending, beyond, error } = report;
  const { t } = useTranslation();
  const retry = () => void report.refetch();
  if (!ready) return <State title={t('reports.fillFirst')} />;
  if (cancelled) return <State title={t('reports.cancelled')} action={{ label: t('common.retry'), onClick: retry }} />;
  if (isForbidden(error)) return <Forbidden />;
  if (error) return <LoadFailed reason={error.message} onRetry={retry} />;
  // the loading dialog is open
  if (pending || beyond) return null;
  const isOfMonths = template.qryCdtionCfgList.some(({ filterType }) => MONTHS.includes(filterType));
  return <State title={t('table.noMatch')} {...(isOfMonths ? { hint: t('reports.monthsOver') } : {})} />;
}
