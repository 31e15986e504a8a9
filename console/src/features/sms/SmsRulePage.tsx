import { smsCalls } from '@fleetwarden/contract/sms/routes';
import { smsLog } from '@fleetwarden/contract/sms/sms-log-resource';
import { appliesToSmsRule, smsRule } from '@fleetwarden/contract/sms/sms-rule-resource';
import i18next from 'i18next';
import { enableAction } from '../../shared/resource/enable-action.ts';
import { may } from '../../shared/resource/record-dialog.ts';
import type { ResourceHooks } from '../../shared/resource/resource-hooks.ts';
import { TabbedResourcePage } from '../../shared/resource/TabbedResourcePage.tsx';

const RULES: ResourceHooks = {
  applies: appliesToSmsRule,
  rowActions: (record, tools) => (may('7060207') ? [enableAction(smsCalls.enableSmsRule, record, tools)] : []),
};

/** /setup/alibbcloundsms/smsRules: which alarms text which recipients, and what was sent. */
export function SmsRulePage() {
  return (
    <TabbedResourcePage
      tabs={[
        { key: 'rules', label: () => i18next.t('sms.rules'), resource: smsRule, hooks: RULES },
        { key: 'log', label: () => i18next.t('sms.log'), resource: smsLog },
      ]}
    />
  );
}
