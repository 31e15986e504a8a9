import { fleetVehicle } from '@fleetwarden/contract/fleet/fleet-vehicle-resource';
import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import { vehicle } from '@fleetwarden/contract/fleet/vehicle-resource';
import { Badge } from 'antd';
import i18next from 'i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { enumerationName } from '../../shared/enumeration.ts';
import { DivisionInput } from '../../shared/resource/DivisionInput.tsx';
import { DivisionName } from '../../shared/resource/DivisionName.tsx';
import { FieldInput, type FieldInputProps } from '../../shared/resource/FieldInput.tsx';
import { may } from '../../shared/resource/record-dialog.ts';
import type { PageTools, ResourcePageRow } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import type { BatchAction, RowAction } from '../../ui/table/table-actions.ts';
import { TerminalPart } from './TerminalPart.tsx';
import { VehicleDialogs } from './VehicleDialogs.tsx';
import { openVehicleDialog } from './vehicle-dialog.ts';

const { t } = i18next;
/** ENABLE_STATE */
const DISABLED = 0;

/** Permissions of the page's buttons. */
const CODES = { enable: '60107', renew: '60112', replace: '60113', changes: '60117' } as const;

const online = (record: ResourceRecord) => {
  const isOnline = record['online'] === true;
  // an icon and the text colour: coloured words are hard to read for some users
  return <Badge status={isOnline ? 'success' : 'default'} text={t(isOnline ? 'vehicle.isOnline' : 'vehicle.isOffline')} />;
};

const question = (enabled: boolean, count: number) => ({
  title: t(enabled ? 'vehicle.enableAsk' : 'vehicle.disableAsk', { count }),
  content: t(enabled ? 'vehicle.enableHint' : 'vehicle.disableHint'),
});

async function enable(records: readonly ResourceRecord[], enabled: boolean): Promise<void> {
  const { changed } = await call(fleetCalls.enableCar, { ids: records.map(({ id }) => id), enabled });
  notify('success', t(enabled ? 'vehicle.enabled' : 'vehicle.disabled', { count: changed }));
}

function enableAction(record: ResourceRecord, { refresh }: PageTools): RowAction {
  const enabled = record['state'] === DISABLED;
  return {
    key: 'enable',
    label: t(enabled ? 'vehicle.enable' : 'vehicle.disable'),
    danger: !enabled,
    confirm: question(enabled, 1),
    run: async () => {
      await enable([record], enabled);
      refresh();
    },
  };
}

const connectAction = ({ id, carNo }: ResourceRecord): RowAction => ({
  key: 'connect',
  label: t('vehicle.connect'),
  run: () => openVehicleDialog({ kind: 'connect', id, name: String(carNo) }),
});

const enableMany = (enabled: boolean): BatchAction<ResourceRecord> => ({
  key: enabled ? 'enable' : 'disable',
  label: t(enabled ? 'vehicle.enable' : 'vehicle.disable'),
  danger: !enabled,
  confirm: (records) => question(enabled, records.length),
  run: (records) => enable(records, enabled),
});

const renewMany = (records: readonly ResourceRecord[]) =>
  new Promise<void>((resolve, reject) =>
    openVehicleDialog({ kind: 'renew', records, end: (done) => (done ? resolve() : reject(new Error('nothing was renewed'))) }),
  );

/** Fields bound by permissions of other pages are read-only without them. */
const boundBy = (code: string) => (props: FieldInputProps) => (
  <FieldInput {...props} disabled={props.disabled === true || !may(code)} />
);

/** /platform/carInfoManagement: vehicles, their terminals and their life cycle. */
export const vehiclePage: ResourcePageRow = {
  resource: vehicle,
  hooks: {
    Toolbar: VehicleDialogs,
    FormPart: TerminalPart,
    added: ({ id }, { carNo, phone }) => {
      if (phone != null) openVehicleDialog({ kind: 'connect', id, name: String(carNo) });
    },
    cells: {
      online,
      state: ({ state }) => (
        <Badge status={state === DISABLED ? 'error' : 'success'} text={enumerationName(i18next, 'ENABLE_STATE', Number(state))} />
      ),
      nativePlace: ({ nativePlace }) => typeof nativePlace === 'string' && <DivisionName code={nativePlace} />,
    },
    widgets: {
      nativePlace: DivisionInput,
      operators: boundBy('61508'),
      superiors: boundBy('60808'),
      forwards: boundBy('60708'),
    },
    rowActions: (record, tools) => [
      ...(may(CODES.enable) ? [enableAction(record, tools)] : []),
      ...(may(CODES.renew)
        ? [
            {
              key: 'renew',
              label: t('vehicle.renew'),
              run: () => void renewMany([record]).then(tools.refresh, () => undefined),
            },
          ]
        : []),
      ...(may(CODES.replace)
        ? [{ key: 'replace', label: t('vehicle.replace'), run: () => openVehicleDialog({ kind: 'replace', record }) }]
        : []),
      ...(record['phone'] === null ? [] : [connectAction(record)]),
      { key: 'channels', label: t('vehicle.channels'), run: () => openVehicleDialog({ kind: 'channels', record }) },
      ...(may(CODES.changes)
        ? [{ key: 'changes', label: t('vehicle.changeLog'), run: () => openVehicleDialog({ kind: 'changes', record }) }]
        : []),
    ],
    batchActions: () => [
      ...(may(CODES.renew) ? [{ key: 'renew', label: t('vehicle.renew'), run: renewMany }] : []),
      ...(may(CODES.enable) ? [enableMany(true), enableMany(false)] : []),
    ],
  },
};

/** /platform/carInfoCDManagement: the same vehicles for fleet staff. */
export const fleetVehiclePage: ResourcePageRow = { resource: fleetVehicle, hooks: { cells: { online } } };
