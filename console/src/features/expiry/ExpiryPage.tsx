import { expiry } from '@fleetwarden/contract/expiry/expiry-resource';
import { expiryRule } from '@fleetwarden/contract/expiry/expiry-rule-resource';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx';
import type { PageTools, ResourceHooks } from '../../shared/resource/resource-hooks.ts';
import { DaysLeft } from './DaysLeft.tsx';
import { expiryActions, HandleExpiry } from './HandleExpiry.tsx';

const TABS = ['list', 'rules'] as const;
type Tab = (typeof TABS)[number];

/** Tabs of the page; each has its own filters in the URL. */
function Tabs() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  return (
    <Segmented<Tab>
      value={query.get('tab') === 'rules' ? 'rules' : 'list'}
      options={TABS.map((value) => ({ value, label: t(`expiry.${value}`) }))}
      onChange={(tab) => setQuery(tab === 'rules' ? { tab } : {})}
    />
  );
}

function ListBar(_tools: PageTools) {
  return (
    <>
      <Tabs />
      <HandleExpiry />
    </>
  );
}

const LIST: ResourceHooks = {
  Toolbar: ListBar,
  rowActions: expiryActions,
  cells: { daysLeft: (record) => <DaysLeft days={Number(record['daysLeft'])} /> },
};
const RULES: ResourceHooks = { Toolbar: Tabs };

/** /platform/expirreminderagement: due dates, and the recipients of reminders. */
export function ExpiryPage() {
  const [query] = useSearchParams();
  return query.get('tab') === 'rules' ? (
    <ResourcePage key="rules" resource={expiryRule} hooks={RULES} />
  ) : (
    <ResourcePage key="list" resource={expiry} hooks={LIST} />
  );
}
