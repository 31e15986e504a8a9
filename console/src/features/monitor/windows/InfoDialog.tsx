import { detailsCalls } from '@fleetwarden/contract/details/routes';
import { driver } from '@fleetwarden/contract/fleet/driver-resource';
import { vehicle as vehicleResource } from '@fleetwarden/contract/fleet/vehicle-resource';
import { permission } from '@fleetwarden/contract/permissions';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { useQuery } from '@tanstack/react-query';
import { Modal, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import type { Target } from '../../../shared/commands/sent-commands.ts';
import { DivisionName } from '../../../shared/resource/DivisionName.tsx';
import { FieldValue } from '../../../shared/resource/FieldValue.tsx';
import type { ResourceRecord } from '../../../shared/resource/resource-record.ts';
import { fieldText } from '../../../shared/resource/resource-texts.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { SkeletonRows, State } from '../../../ui/States.tsx';
import { apart } from './apart.ts';
import styles from './InfoDialog.module.css';

const WIDTH = 640;
/** Groups of the vehicle form that have their own tabs here. */
const [OWNER, TERMINAL] = ['owner', 'terminal'];
/** A field with the code of a division. */
const NATIVE_PLACE = 'nativePlace';

type Tab = 'vehicle' | 'owner' | 'driver' | 'terminal';

/** Vehicle, owner, driver and terminal, read-only; the server masks what the user may not see. */
export function InfoDialog({ vehicle, first, onClose }: { vehicle: Target; first: 'vehicle' | 'owner'; onClose: () => void }) {
  const { t } = useTranslation();
  const [active, setActive] = useState<Tab>(first);
  const [seesCar, seesOwner] = [useMay(permission.carInfo), useMay(permission.ownerInfo)];
  const tabs: readonly Tab[] = [
    ...(seesCar ? (['vehicle'] as const) : []),
    ...(seesOwner ? (['owner'] as const) : []),
    ...(seesCar ? (['driver', 'terminal'] as const) : []),
  ];

  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('vehicleWindow.infoTitle', { plate: vehicle.plate })}
      mask={{ closable: false }}
      footer={null}
      onCancel={onClose}
      wrapProps={apart}
    >
      <Tabs
        activeKey={active}
        onChange={(key) => setActive(key as Tab)}
        items={tabs.map((key) => ({
          key,
          label: t(`vehicleWindow.tab_${key}`),
          // loaded when shown: access to owner data is audited
          children: key === active ? <Panel tab={key} targId={vehicle.targId} /> : null,
        }))}
      />
    </Modal>
  );
}

function Panel({ tab, targId }: { tab: Tab; targId: string }) {
  const { t } = useTranslation();
  const ofOwner = tab === 'owner';
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['monitor', ofOwner ? 'ownerInfo' : 'carInfo', targId],
    queryFn: async ({ signal }): Promise<{ vehicle: object; driver: object | null }> =>
      ofOwner
        ? { ...(await call(detailsCalls.getOwnerInfo, { targId }, { signal, quiet: true })), driver: null }
        : call(detailsCalls.getCarInfo, { targId }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isPending) return <SkeletonRows label={t('vehicleWindow.loading')} />;
  if (isError)
    return (
      <State
        live="alert"
        title={t('monitor.paramsFailed')}
        action={{ label: t('common.retry'), onClick: () => void refetch() }}
      />
    );
  if (tab === 'driver')
    return data.driver ? (
      <Facts tab={tab} resource={driver} record={data.driver as ResourceRecord} wanted={() => true} />
    ) : (
      <State title={t('vehicleWindow.noDriver')} />
    );
  const record = data.vehicle as ResourceRecord;
  if (tab === 'terminal' && record['phone'] === null) return <State title={t('vehicleWindow.noTerminal')} />;
  const wanted = (group: string | undefined) =>
    tab === 'vehicle' ? group !== OWNER && group !== TERMINAL : group === (ofOwner ? OWNER : TERMINAL);
  return <Facts tab={tab} resource={vehicleResource} record={record} wanted={wanted} />;
}

/** The non-empty fields of some groups. */
function Facts(props: { tab: Tab; resource: Resource; record: ResourceRecord; wanted: (group: string | undefined) => boolean }) {
  const { tab, resource, record, wanted } = props;
  const { t } = useTranslation();
  const filled = Object.entries(resource.fields).filter(([key, { tab }]) => {
    const value = record[key];
    return wanted(tab) && value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  });
  if (filled.length === 0) return <State title={t('vehicleWindow.noDetails')} />;
  return (
    <ScrollRegion className={styles['facts']} label={t(`vehicleWindow.tab_${tab}`)}>
      <dl>
        {filled.map(([key, field]) => (
          <div key={key}>
            <dt>{fieldText(t, resource, key)}</dt>
            <dd>
              {key === NATIVE_PLACE ? (
                <DivisionName code={String(record[key])} />
              ) : (
                <FieldValue field={field} name={key} record={record} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </ScrollRegion>
  );
}
