import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useNews } from '../../shared/use-news.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { TABLE_QUERY } from '../../ui/table/use-table-query.ts';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { MENUS, MenuTable } from './MenuTable.tsx';
import { MESSAGES, MessageTable } from './MessageTable.tsx';
import { RECORDERS, RecorderList } from './RecorderList.tsx';
import { SUBSCRIPTIONS, SubscriptionTable } from './SubscriptionTable.tsx';

type Tab = 'messages' | 'menus' | 'subscriptions' | 'recorder';
const TABS: readonly Tab[] = ['messages', 'menus', 'subscriptions', 'recorder'];
const SHOWN = [MESSAGES, MENUS, SUBSCRIPTIONS, RECORDERS].map((name) => [TABLE_QUERY, name]);

/** /setup/messageCentre: messages with drivers in both directions, what terminals offer to drivers, and recorder data. */
export function MessageCentre() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const tab = TABS.find((each) => each === query.get('tab')) ?? 'messages';
  // a driver's message, and the state of a sent one
  useNews('driverMessage', SHOWN);
  useNews('cmdResult', SHOWN);
  return (
    <AntdProvider>
      <Page>
        <PageHeader<Tab>
          title={t('page.messageCentre')}
          tabs={{
            active: tab,
            items: [
              { key: 'messages', label: t('messages.tabMessages') },
              { key: 'menus', label: t('messages.tabMenus') },
              { key: 'subscriptions', label: t('messages.tabSubscriptions') },
              { key: 'recorder', label: t('recorder.tab') },
            ],
            // Each table has its own filters, so the URL keeps only the tab.
            onChange: (next) => void navigate({ pathname, search: next === 'messages' ? '' : `?tab=${next}` }),
          }}
        />
        {tab === 'messages' && <MessageTable />}
        {tab === 'menus' && <MenuTable />}
        {tab === 'subscriptions' && <SubscriptionTable />}
        {tab === 'recorder' && <RecorderList />}
      </Page>
    </AntdProvider>
  );
}
