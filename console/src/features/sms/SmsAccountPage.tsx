import { smsCalls } from '@fleetwarden/contract/sms/routes';
import { smsAccount } from '@fleetwarden/contract/sms/sms-account-resource';
import { smsTemplate } from '@fleetwarden/contract/sms/sms-template-resource';
import { SMS_VARIABLES } from '@fleetwarden/domain/sms-text';
import { Segmented } from 'antd';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx';
import { may } from '../../shared/resource/record-dialog.ts';
import type { PageTools, ResourceHooks } from '../../shared/resource/resource-hooks.ts';
import { enableAction } from './enable-action.ts';
import { askTest, TestSmsDialog } from './TestSmsDialog.tsx';

const TABS = ['accounts', 'templates'] as const;
type Tab = (typeof TABS)[number];

/** The current tab; each has its own filters in the URL. */
function Tabs() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  return (
    <Segmented<Tab>
      value={query.get('tab') === 'templates' ? 'templates' : 'accounts'}
      options={TABS.map((value) => ({ value, label: t(`sms.${value}`) }))}
      onChange={(tab) => setQuery(tab === 'templates' ? { tab } : {})}
    />
  );
}

function AccountBar(_tools: PageTools) {
  return (
    <>
      <Tabs />
      <TestSmsDialog />
    </>
  );
}

const ACCOUNTS: ResourceHooks = {
  Toolbar: AccountBar,
  rowActions: (record, tools) => [
    ...(may('7060107') ? [enableAction(smsCalls.enableSmsAccount, record, tools)] : []),
    ...(may('7060110') ? [{ key: 'test', label: i18next.t('sms.test'), run: () => askTest(record, tools) }] : []),
  ],
};
const TEMPLATES: ResourceHooks = {
  description: () => i18next.t('sms.templateHint', { variables: SMS_VARIABLES.map((name) => `\${${name}}`).join(' ') }),
  Toolbar: Tabs,
};

/** /setup/alibbcloundsms/accountManagement: accounts at SMS providers, and their templates. */
export function SmsAccountPage() {
  const [query] = useSearchParams();
  return query.get('tab') === 'templates' ? (
    <ResourcePage key="templates" resource={smsTemplate} hooks={TEMPLATES} />
  ) : (
    <ResourcePage key="accounts" resource={smsAccount} hooks={ACCOUNTS} />
  );
}
