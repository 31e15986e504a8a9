import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import type { RefusedRegistration } from '@fleetwarden/contract/fleet/terminals';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../api/call-paged.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { mayAllowRegistration, useAllowRegistration } from './use-allow-registration.tsx';

/** Known terminals whose registration was refused, with the reason: an operator can allow one new registration. */
export function RefusedRegistrations({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [allow, question] = useAllowRegistration();
  const [allowed, setAllowed] = useState(0);

  async function allowOne({ carId, carNo }: RefusedRegistration) {
    if (await allow(carId, carNo)) setAllowed((count) => count + 1);
  }

  return (
    <DetailDrawer open size={960} title={t('vehicle.refusedRegistrations')} onClose={onClose}>
      <p>{t('vehicle.refusedHint')}</p>
      {question}
      <PagedList<RefusedRegistration>
        question={['refusedRegistrations', allowed]}
        load={(options) => callPaged(fleetCalls.listRefusedRegistration, {}, options)}
        rowKey="carId"
        empty={t('vehicle.refusedNone')}
        scroll={{ x: 'max-content' }}
        columns={[
          {
            key: 'carNo',
            title: t('vehicle.carNo'),
            render: (_, { carNo, carColor }) => <PlateTag plate={carNo} colour={carColor} />,
          },
          { key: 'phone', dataIndex: 'phone', title: t('vehicle.phone') },
          { key: 'reason', title: t('vehicle.refusedReason'), render: (_, { reason }) => t(`vehicle.refused_${reason}`) },
          { key: 'knownTerminalNo', dataIndex: 'knownTerminalNo', title: t('vehicle.knownTerminalNo') },
          { key: 'terminalNo', dataIndex: 'terminalNo', title: t('vehicle.terminalNo') },
          { key: 'manufacturerId', dataIndex: 'manufacturerId', title: t('vehicle.manufacturerId') },
          { key: 'terminalModel', dataIndex: 'terminalModel', title: t('vehicle.terminalModel') },
          {
            key: 'announcedNo',
            title: t('vehicle.announcedPlate'),
            render: (_, { announcedNo, announcedColor }) =>
              announcedNo !== '' && <PlateTag plate={announcedNo} colour={announcedColor} />,
          },
          { key: 'peerIp', dataIndex: 'peerIp', title: t('vehicle.peerIp') },
          { key: 'times', dataIndex: 'times', title: t('vehicle.times'), align: 'right' },
          { key: 'lastAt', title: t('vehicle.lastAt'), render: (_, { lastAt }) => <TimeCell at={lastAt} /> },
          {
            key: 'allowedUntil',
            title: t('vehicle.allowedUntil'),
            render: (_, { allowedUntil }) => allowedUntil !== null && <TimeCell at={allowedUntil} />,
          },
          {
            key: 'actions',
            title: t('table.actions'),
            fixed: 'right',
            render: (_, row) =>
              mayAllowRegistration() && (
                <Button type="link" size="small" onClick={() => void allowOne(row).catch(() => undefined)}>
                  {t('vehicle.allowRegistration')}
                </Button>
              ),
          },
        ]}
      />
    </DetailDrawer>
  );
}
