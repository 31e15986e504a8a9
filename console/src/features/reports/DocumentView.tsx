import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { Forbidden, LoadFailed, StaleBar, State } from '../../ui/States.tsx';
import { type Conditions, findComplaint, fitConditions } from './conditions.ts';
import { DocumentSections } from './DocumentSections.tsx';
import { useDocument } from './document-calls.ts';
import { LoadingDialog } from './LoadingDialog.tsx';
import { usePaper } from './paper/print-paper.ts';
import { ReportConditions } from './ReportConditions.tsx';
import { ReportHead } from './ReportHead.tsx';
import { ReportNotes } from './ReportNotes.tsx';
import styles from './Reports.module.css';
import { rememberReport } from './recent-reports.ts';
import { complain, isForbidden } from './refusals.ts';
import { SavedConditions } from './SavedConditions.tsx';
import { useReportExport } from './use-report-export.ts';
import { useReportUrl } from './use-report-url.ts';

/** A report in the form of a document: its conditions, then all sections as in its files. */
export function DocumentView({ template }: { template: ReportTemplate }) {
  const { reportId, qryCdtionCfgList: filters } = template;
  const queries = useQueryClient();
  const userId = useSession(({ userInfo }) => userInfo?.userId ?? '');
  const { url, change, writeUrl, isCurrent } = useReportUrl(template);
  const paper = usePaper();
  const [exporting, writeFile] = useReportExport(template);
  const columns = template.colCfgList.map(({ colEName }) => colEName);
  useEffect(() => rememberReport(userId, reportId), [userId, reportId]);

  const ready = findComplaint(template, url.conditions, 'query') === null;
  const { data, error, isFetching, isPlaceholderData, refetch, queryKey } = useDocument(reportId, url.conditions, ready);
  const shown = ready ? data : undefined;

  function query(conditions: Conditions) {
    const complaint = findComplaint(template, conditions, 'query');
    if (complaint) return complain(complaint);
    if (isCurrent(conditions)) void refetch();
    else change({ conditions });
  }

  return (
    <div className={styles['page']} data-printed>
      <ReportHead
        template={template}
        back={url.back}
        shared={() => writeUrl({ back: null })}
        refreshing={isFetching}
        onRefresh={() => void refetch()}
      />
      <ReportConditions
        template={template}
        conditions={url.conditions}
        onSearch={query}
        onReset={() => change({ conditions: null })}
        onExport={template.mayExport ? (conditions, format) => void writeFile({ conditions, sort: null, format, columns }) : null}
        exporting={exporting}
        beside={(draft, put) => (
          <SavedConditions reportId={reportId} draft={draft} onApply={(saved) => put(fitConditions(filters, saved))} />
        )}
      />
      {shown && <ReportNotes asOf={shown.asOf} incomplete={shown.incomplete} />}
      {error && shown && <StaleBar onRetry={() => void refetch()} />}
      {shown ? (
        <DocumentSections document={shown} pending={isPlaceholderData} paper={paper} />
      ) : (
        <DocumentPlaceholder ready={ready} fetching={isFetching} failure={error} onRetry={() => void refetch()} />
      )}
      <LoadingDialog running={ready && isFetching} onCancel={() => void queries.cancelQueries({ queryKey, exact: true })} />
    </div>
  );
}

/** Shown in place of the document. */
function DocumentPlaceholder(props: {
  ready: boolean;
  fetching: boolean;
  failure: Error | null;
  onRetry: () => void;
}): ReactNode {
  const { ready, fetching, failure, onRetry } = props;
  const { t } = useTranslation();
  if (!ready) return <State title={t('reports.fillFirst')} />;
  if (isForbidden(failure)) return <Forbidden />;
  if (failure) return <LoadFailed reason={failure.message} onRetry={onRetry} />;
  // the loading dialog is open
  if (fetching) return null;
  return <State title={t('reports.cancelled')} action={{ label: t('common.retry'), onClick: onRetry }} />;
}
