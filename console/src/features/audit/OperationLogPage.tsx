import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { ClientErrorTable } from './ClientErrorTable.tsx';
import { OperationTable } from './OperationTable.tsx';

type Tab = 'operations' | 'errors';

/** /platform/operationLog: operations of users, and errors in their consoles. The tab is in the URL. */
export function OperationLogPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const tab: Tab = query.get('tab') === 'errors' ? 'errors' : 'operations';
  return (
    <AntdProvider>
      <Page>
        <PageHeader<Tab>
          title={t('page.operationLog')}
          tabs={{
            active: tab,
            items: [
              { key: 'operations', label: t('operations.log') },
              { key: 'errors', label: t('operations.errors') },
            ],
            // Each table has its own filters, so the URL keeps only the tab.
            onChange: (next) => void navigate({ pathname, search: next === 'errors' ? '?tab=errors' : '' }),
          }}
        />
        {tab === 'errors' ? <ClientErrorTable /> : <OperationTable />}
      </Page>
    </AntdProvider>
  );
}
