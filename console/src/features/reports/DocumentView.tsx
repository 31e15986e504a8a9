import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { Forbidden, LoadFailed, StaleBar, State } from '../../ui/States.tsx';
import { type Conditions, complaintOf, fitted } from './conditions.ts';
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

/** A report that is read as a document: its conditions, and below them all of its sections as its files have them. */
export function DocumentView({ template }: { template: ReportTemplate }) {
  const { reportId, qryCdtionCfgList: filters } = template;
  const queries = useQueryClient();
  const userId = useSession(({ userInfo }) => userInfo?.userId ?? '');
  const [url, change, written] = useReportUrl(template);
  const paper = usePaper();
  const [exporting, writeFile] = useReportExport(template);
  const columns = template.colCfgList.map(({ colEName }) => colEName);
  useEffect(() => rememberReport(userId, reportId), [userId, reportId]);

  const possible = complaintOf(template, url.conditions, 'query') === null;
  const { data, error, isFetching, isPlaceholderData, refetch, queryKey } = useDocument(reportId, url.conditions, possible);
  const shown = possible ? data : undefined;

  function query(conditions: Conditions) {
    const complaint = complaintOf(template, conditions, 'query');
    if (complaint) return complain(complaint);
    if (JSON.stringify(conditions) === JSON.stringify(url.conditions)) void refetch();
    else change({ conditions });
  }

  return (
    <div className={styles['page']} data-printed>
      <ReportHead
        template={template}
        back={url.back}
        shared={() => written({ back: null })}
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
          <SavedConditions reportId={reportId} draft={draft} onApply={(kept) => put(fitted(filters, kept))} />
        )}
      />
      {shown && <ReportNotes asOf={shown.asOf} incomplete={shown.incomplete} />}
      {error && shown && <StaleBar onRetry={() => void refetch()} />}
      {shown ? (
        <DocumentSections document={shown} pending={isPlaceholderData} paper={paper} />
      ) : (
        <Instead possible={possible} fetching={isFetching} failure={error} onRetry={() => void refetch()} />
      )}
      <LoadingDialog running={possible && isFetching} onCancel={() => void queries.cancelQueries({ queryKey, exact: true })} />
    </div>
  );
}

/** What stands in place of the document. */
function Instead(props: { possible: boolean; fetching: boolean; failure: Error | null; onRetry: () => void }): ReactNode {
  const { possible, fetching, failure, onRetry } = props;
  const { t } = useTranslation();
  if (!possible) return <State title={t('reports.fillFirst')} />;
  if (isForbidden(failure)) return <Forbidden />;
  if (failure) return <LoadFailed reason={failure.message} onRetry={onRetry} />;
  // the dialog says that it is coming
  if (fetching) return null;
  return <State title={t('reports.cancelled')} action={{ label: t('common.retry'), onClick: onRetry }} />;
}
