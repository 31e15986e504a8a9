import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import LinkOutlined from '@ant-design/icons/LinkOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import type { ReportFormat, ReportTemplate } from '@fleetwarden/contract/reports';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { copyText } from '../../ui/copy.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Forbidden, LoadFailed, StaleBar, State } from '../../ui/States.tsx';
import { useSession } from '../../ui/session.ts';
import { type Conditions, complaintOf, fitted } from './conditions.ts';
import { DocumentSections } from './DocumentSections.tsx';
import { useDocument } from './document-calls.ts';
import { LoadingDialog } from './LoadingDialog.tsx';
import { ReportConditions } from './ReportConditions.tsx';
import { ReportNotes } from './ReportNotes.tsx';
import styles from './Reports.module.css';
import { rememberReport } from './recent-reports.ts';
import { complain, isForbidden } from './refusals.ts';
import { askedOf } from './report-calls.ts';
import { exportReport } from './report-export.ts';
import { SavedConditions } from './SavedConditions.tsx';
import { useReportUrl } from './use-report-url.ts';

/** A report that is read as a document: its conditions, and below them all of its sections as its files have them. */
export function DocumentView({ template }: { template: ReportTemplate }) {
  const { t } = useTranslation();
  const { reportId, qryCdtionCfgList: filters } = template;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const userId = useSession(({ userInfo }) => userInfo?.userId ?? '');
  const [url, change, written] = useReportUrl(template);
  const [exporting, setExporting] = useState(false);
  useEffect(() => rememberReport(userId, reportId), [userId, reportId]);

  const possible = complaintOf(template, url.conditions, 'query') === null;
  const { data, error, isFetching, isPlaceholderData, refetch, queryKey } = useDocument(reportId, url.conditions, possible);
  const shown = possible ? data : undefined;
  const { back } = url;

  function query(conditions: Conditions) {
    const complaint = complaintOf(template, conditions, 'query');
    if (complaint) return complain(complaint);
    if (JSON.stringify(conditions) === JSON.stringify(url.conditions)) void refetch();
    else change({ conditions });
  }

  async function writeFile(conditions: Conditions, format: ReportFormat) {
    const complaint = complaintOf(template, conditions, 'export');
    if (complaint) return complain(complaint);
    setExporting(true);
    const columns = template.colCfgList.map(({ colEName }) => colEName);
    // told by the client
    await exportReport(askedOf(reportId, conditions, null), format, columns).catch(() => undefined);
    setExporting(false);
  }

  return (
    <div className={styles['page']} data-printed>
      <PageHeader
        title={template.reportName}
        description={template.purpose}
        action={
          <div className={styles['tools']}>
            {back !== null && (
              <Button icon={<ArrowLeftOutlined />} onClick={() => void navigate(back)}>
                {t('reports.back')}
              </Button>
            )}
            <IconButton label={t('table.refresh')} icon={<ReloadOutlined spin={isFetching} />} onClick={() => void refetch()} />
            <IconButton
              label={t('reports.share')}
              icon={<LinkOutlined />}
              onClick={() => void copyText(`${window.location.origin}${pathname}?${written({ back: null })}`)}
            />
            <IconButton label={t('reports.print')} icon={<PrinterOutlined />} onClick={() => window.print()} />
          </div>
        }
      />
      <ReportConditions
        template={template}
        conditions={url.conditions}
        onSearch={query}
        onReset={() => change({ conditions: null })}
        onExport={template.mayExport ? (conditions, format) => void writeFile(conditions, format) : null}
        exporting={exporting}
        beside={(draft, put) => (
          <SavedConditions reportId={reportId} draft={draft} onApply={(kept) => put(fitted(filters, kept))} />
        )}
      />
      {shown && <ReportNotes asOf={shown.asOf} incomplete={shown.incomplete} />}
      {error && shown && <StaleBar onRetry={() => void refetch()} />}
      {shown ? (
        <DocumentSections document={shown} pending={isPlaceholderData} />
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
