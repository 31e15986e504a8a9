import type { smsCalls } from '@fleetwarden/contract/sms/routes';
import i18next from 'i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import type { RowAction } from '../../ui/table/table-actions.ts';

/** Enables or disables an account or a rule. */
export function enableAction(
  row: typeof smsCalls.enableSmsAccount | typeof smsCalls.enableSmsRule,
  record: ResourceRecord,
  { refresh }: PageTools,
): RowAction {
  const enabled = record['state'] !== 1;
  return {
    key: 'enable',
    label: i18next.t(enabled ? 'sms.enable' : 'sms.disable'),
    run: async () => {
      await call(row, { ids: [record.id], enabled });
      notify('success', i18next.t(enabled ? 'sms.enabled' : 'sms.disabled'));
      refresh();
    },
  };
}
