import type { platformsCalls } from '@fleetwarden/contract/platforms/routes';
import i18next from 'i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import type { RowAction } from '../../ui/table/table-actions.ts';

/** Switches a link on or off. */
export function linkAction(
  row: typeof platformsCalls.linkSuperior | typeof platformsCalls.switchLink,
  record: ResourceRecord,
  { refresh }: PageTools,
): RowAction {
  const link = record['linkState'] === 0;
  return {
    key: 'link',
    label: i18next.t(link ? 'superior.link' : 'superior.unlink'),
    run: async () => {
      await call(row, { ids: [record.id], linkState: link ? 1 : 0 });
      notify('success', i18next.t(link ? 'superior.linkWanted' : 'superior.unlinkWanted'));
      refresh();
    },
  };
}
