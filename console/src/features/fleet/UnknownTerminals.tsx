import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import type { UnknownTerminal } from '@fleetwarden/contract/fleet/terminals';
import { vehicle } from '@fleetwarden/contract/fleet/vehicle-resource';
import { Button, Input } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { callPaged } from '../../api/call-paged.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { may } from '../../shared/resource/record-dialog.ts';
import { resourceCallRows } from '../../shared/resource/resource-call-rows.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceValues } from '../../shared/resource/resource-record.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { openVehicleDialog } from './vehicle-dialog.ts';

const MAX_PHONE = 20;
const [ADD, REPLACE] = ['60102', '60113'];
/** CFG_PROTOCOL by the version that a terminal used. */
const PROTOCOLS: Readonly<Record<number, number>> = { 2011: 1, 2013: 2, 2019: 3 };

const { get } = resourceCallRows(vehicle);

/** Known values of a terminal for the vehicle form. */
const toFormValues = ({ phone, terminalNo, manufacturerId, terminalModel, version }: UnknownTerminal): ResourceValues => ({
  phone,
  terminalNo: terminalNo ?? undefined,
  manufacturerId: manufacturerId ?? undefined,
  terminalModel: terminalModel ?? undefined,
  protocol: PROTOCOLS[version],
});

/** Terminals refused because no vehicle has their number: each can become that of a new or an existing vehicle. */
export function UnknownTerminals({ tools, onClose }: { tools: PageTools; onClose: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const phone = useDeferredValue(typed.trim());

  function adopt(terminal: UnknownTerminal) {
    const { carNo, plateColor } = terminal;
    onClose();
    tools.add({ ...toFormValues(terminal), ...(carNo === null ? {} : { carNo, plateColor: plateColor ?? undefined }) });
  }
  async function adoptInto(terminal: UnknownTerminal) {
    const record = await call(get, { id: terminal.carId! });
    openVehicleDialog({ kind: 'replace', record, values: toFormValues(terminal) });
  }

  return (
    <DetailDrawer open size={960} title={t('vehicle.unknownTerminals')} onClose={onClose}>
      <p>{t('vehicle.unknownHint')}</p>
      <Input.Search
        allowClear
        maxLength={MAX_PHONE}
        inputMode="numeric"
        aria-label={t('vehicle.findPhone')}
        placeholder={t('vehicle.findPhone')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <PagedList<UnknownTerminal>
        question={['unknownTerminals', phone]}
        load={(options) => callPaged(fleetCalls.listUnknownTerminal, phone ? { phone } : {}, options)}
        rowKey="phone"
        empty={t('vehicle.unknownNone')}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'phone', dataIndex: 'phone', title: t('vehicle.phone') },
          { key: 'terminalNo', dataIndex: 'terminalNo', title: t('vehicle.terminalNo') },
          { key: 'terminalModel', dataIndex: 'terminalModel', title: t('vehicle.terminalModel') },
          { key: 'carNo', title: t('vehicle.announcedPlate'), render: (_, row) => <Plate {...row} /> },
          { key: 'peerIp', dataIndex: 'peerIp', title: t('vehicle.peerIp') },
          { key: 'times', dataIndex: 'times', title: t('vehicle.times'), align: 'right' },
          { key: 'firstAt', title: t('vehicle.firstAt'), render: (_, { firstAt }) => <TimeCell at={firstAt} /> },
          { key: 'lastAt', title: t('vehicle.lastAt'), render: (_, { lastAt }) => <TimeCell at={lastAt} /> },
          {
            key: 'actions',
            title: t('table.actions'),
            fixed: 'right',
            render: (_, row) =>
              row.carId === null
                ? may(ADD!) && (
                    <Button type="link" size="small" onClick={() => adopt(row)}>
                      {t('vehicle.adopt')}
                    </Button>
                  )
                : may(REPLACE!) && (
                    <Button type="link" size="small" onClick={() => void adoptInto(row).catch(() => undefined)}>
                      {t('vehicle.adoptInto')}
                    </Button>
                  ),
          },
        ]}
      />
    </DetailDrawer>
  );
}

function Plate({ carNo, plateColor }: UnknownTerminal) {
  return carNo === null ? null : <PlateTag plate={carNo} colour={plateColor ?? 0} />;
}
