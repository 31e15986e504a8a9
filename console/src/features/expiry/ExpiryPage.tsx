import { expiry } from '@fleetwarden/contract/expiry/expiry-resource';
import { expiryRule } from '@fleetwarden/contract/expiry/expiry-rule-resource';
import i18next from 'i18next';
import type { ResourceHooks } from '../../shared/resource/resource-hooks.ts';
import { TabbedResourcePage } from '../../shared/resource/TabbedResourcePage.tsx';
import { DaysLeft } from './DaysLeft.tsx';
import { expiryActions, HandleExpiry } from './HandleExpiry.tsx';

const LIST: ResourceHooks = {
  Toolbar: HandleExpiry,
  rowActions: expiryActions,
  cells: { daysLeft: (record) => <DaysLeft days={Number(record['daysLeft'])} /> },
};

/** /platform/expirreminderagement: due dates, and the recipients of reminders. */
export function ExpiryPage() {
  return (
    <TabbedResourcePage
      tabs={[
        { key: 'list', label: () => i18next.t('expiry.list'), resource: expiry, hooks: LIST },
        { key: 'rules', label: () => i18next.t('expiry.rules'), resource: expiryRule },
      ]}
    />
  );
}
