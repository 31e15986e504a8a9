import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/Page.tsx';
import { Forbidden, LoadFailed, SkeletonRows } from '../../ui/States.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { DocumentView } from './DocumentView.tsx';
import { isDocument } from './document-calls.ts';
import { ReportView } from './ReportView.tsx';
import { isForbidden } from './refusals.ts';
import { useTemplate } from './report-calls.ts';

/** The page of a report, defined by its template. */
export function ReportPage({ reportId }: { reportId: number }) {
  return (
    <AntdProvider>
      <OfTemplate reportId={reportId} />
    </AntdProvider>
  );
}

function OfTemplate({ reportId }: { reportId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useTemplate(reportId);
  if (data && isDocument(reportId)) return <DocumentView template={data} />;
  if (data) return <ReportView template={data} />;
  return (
    <Page>
      {isForbidden(error) ? (
        <Forbidden />
      ) : error ? (
        <LoadFailed reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label={t('table.loading')} />
      )}
    </Page>
  );
}
