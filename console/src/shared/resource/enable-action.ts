import type { platformsCalls } from '@fleetwarden/contract/platforms/routes';
import type { smsCalls } from '@fleetwarden/contract/sms/routes';
import i18next from 'i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import type { RowAction } from '../../ui/table/table-actions.ts';
import type { PageTools } from './resource-hooks.ts';
import type { ResourceRecord } from './resource-record.ts';

type EnableCall =
  | typeof platformsCalls.enableAgent
  | typeof platformsCalls.enableOperator
  | typeof platformsCalls.enableForward
  | typeof smsCalls.enableSmsAccount
  | typeof smsCalls.enableSmsRule;

/** Enables or disables a record with a field `state`, 1 if it is enabled. */
export function enableAction(row: EnableCall, record: ResourceRecord, { refresh }: PageTools): RowAction {
  const enabled = record['state'] !== 1;
  return {
    key: 'enable',
    label: i18next.t(enabled ? 'resource.enable' : 'resource.disable'),
    run: async () => {
      await call(row, { ids: [record.id], enabled });
      notify('success', i18next.t(enabled ? 'resource.enabled' : 'resource.disabled'));
      refresh();
    },
  };
}
