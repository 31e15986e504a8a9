import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import i18next from 'i18next';
import { call } from '../../api/call.ts';
import { NetworkError, Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import { useSession } from '../../api/session.ts';
import type { PageTools, ResourceHooks } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { fieldText } from '../../shared/resource/resource-texts.ts';
import { PurgeDialog, usePurge } from './PurgeDialog.tsx';

const FAILED_SECONDS = 5;
const [RESTORE, PURGE] = ['60910', '60911'];
const { t } = i18next;

/** Values that other vehicles have taken, by field name. */
const clash = ({ fields }: Refusal): string =>
  fields.map(({ path, message }) => `${fieldText(t, { name: 'vehicle' }, path.split('.').at(-1) ?? '')}: ${message}`).join('; ');

async function restore(record: ResourceRecord, { refresh }: PageTools): Promise<void> {
  try {
    await call(fleetCalls.restoreCar, { ids: [record.id] }, { quiet: true });
    notify('success', t('deletedVehicle.restored', { name: record['carNo'] }));
    refresh();
  } catch (failure) {
    if (failure instanceof Refusal && failure.fields.length > 0)
      notify('error', t('deletedVehicle.clash', { what: clash(failure) }), FAILED_SECONDS);
    else if (failure instanceof Refusal || failure instanceof NetworkError) notify('error', failure.message, FAILED_SECONDS);
  }
}

/** /platform/deletedCarsManagement: restores or purges vehicles. */
export const deletedVehicles: ResourceHooks = {
  description: () => t('deletedVehicle.description'),
  Toolbar: PurgeDialog,
  rowActions: (record, tools) => {
    const rights = useSession.getState().rights ?? [];
    return [
      ...(rights.includes(RESTORE!)
        ? [
            {
              key: 'restore',
              label: t('action.restore'),
              confirm: {
                title: t('deletedVehicle.restoreOne', { name: record['carNo'] }),
                content: t('deletedVehicle.restoreHint'),
              },
              run: () => restore(record, tools),
            },
          ]
        : []),
      ...(rights.includes(PURGE!)
        ? [{ key: 'purge', label: t('action.purge'), danger: true, run: () => usePurge.setState({ record }) }]
        : []),
    ];
  },
};
