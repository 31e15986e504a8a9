import { smsCalls } from '@fleetwarden/contract/sms/routes';
import { smsLog } from '@fleetwarden/contract/sms/sms-log-resource';
import { appliesToSmsRule, smsRule } from '@fleetwarden/contract/sms/sms-rule-resource';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx';
import { may } from '../../shared/resource/record-dialog.ts';
import type { ResourceHooks } from '../../shared/resource/resource-hooks.ts';
import { enableAction } from './enable-action.ts';

const TABS = ['rules', 'log'] as const;
type Tab = (typeof TABS)[number];

/** The current tab; each has its own filters in the URL. */
function Tabs() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  return (
    <Segmented<Tab>
      value={query.get('tab') === 'log' ? 'log' : 'rules'}
      options={TABS.map((value) => ({ value, label: t(`sms.${value}`) }))}
      onChange={(tab) => setQuery(tab === 'log' ? { tab } : {})}
    />
  );
}

const RULES: ResourceHooks = {
  Toolbar: Tabs,
  applies: appliesToSmsRule,
  rowActions: (record, tools) => (may('7060207') ? [enableAction(smsCalls.enableSmsRule, record, tools)] : []),
};
const LOG: ResourceHooks = { Toolbar: Tabs };

/** /setup/alibbcloundsms/smsRules: which alarms text which recipients, and what was sent. */
export function SmsRulePage() {
  const [query] = useSearchParams();
  return query.get('tab') === 'log' ? (
    <ResourcePage key="log" resource={smsLog} hooks={LOG} />
  ) : (
    <ResourcePage key="rules" resource={smsRule} hooks={RULES} />
  );
}
