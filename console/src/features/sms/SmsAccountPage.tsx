import { smsCalls } from '@fleetwarden/contract/sms/routes';
import { smsAccount } from '@fleetwarden/contract/sms/sms-account-resource';
import { smsTemplate } from '@fleetwarden/contract/sms/sms-template-resource';
import { SMS_VARIABLES } from '@fleetwarden/domain/sms-text';
import i18next from 'i18next';
import { enableAction } from '../../shared/resource/enable-action.ts';
import { may } from '../../shared/resource/record-dialog.ts';
import type { ResourceHooks } from '../../shared/resource/resource-hooks.ts';
import { TabbedResourcePage } from '../../shared/resource/TabbedResourcePage.tsx';
import { SmsAccessDialog, showAccess } from './SmsAccessDialog.tsx';
import { askTest, TestSmsDialog } from './TestSmsDialog.tsx';

const ACCOUNTS: ResourceHooks = {
  Toolbar: () => (
    <>
      <TestSmsDialog />
      <SmsAccessDialog />
    </>
  ),
  rowActions: (record, tools) => [
    ...(may('7060107') ? [enableAction(smsCalls.enableSmsAccount, record, tools)] : []),
    ...(may('7060110') ? [{ key: 'test', label: i18next.t('sms.test'), run: () => askTest(record, tools) }] : []),
    ...(may('7060103') ? [{ key: 'access', label: i18next.t('sms.access'), run: () => showAccess(record, tools) }] : []),
  ],
};
const TEMPLATES: ResourceHooks = {
  description: () => i18next.t('sms.templateHint', { variables: SMS_VARIABLES.map((name) => `\${${name}}`).join(' ') }),
};

/** /setup/alibbcloundsms/accountManagement: accounts at SMS providers, and their templates. */
export function SmsAccountPage() {
  return (
    <TabbedResourcePage
      tabs={[
        { key: 'accounts', label: () => i18next.t('sms.accounts'), resource: smsAccount, hooks: ACCOUNTS },
        { key: 'templates', label: () => i18next.t('sms.templates'), resource: smsTemplate, hooks: TEMPLATES },
      ]}
    />
  );
}
