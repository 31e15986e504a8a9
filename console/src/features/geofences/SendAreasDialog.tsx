import type { CallReply } from '@fleetwarden/contract/call';
import { AREA_COMMANDS } from '@fleetwarden/contract/geofences/area-shapes';
import type { geofencesCalls as areaCalls } from '@fleetwarden/contract/geofences/routes';
import { geofencesCalls } from '@fleetwarden/contract/geofences/routes';
import { Checkbox, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { SkeletonRows, State } from '../../ui/States.tsx';
import styles from './Areas.module.css';
import type { AreaRecord } from './area-record.ts';
import { useAreas } from './use-areas.ts';

const WIDTH = 480;

type Sent = CallReply<typeof areaCalls.sendArea>;

/** Sends geofences to a vehicle's terminal, one command each. */
export function SendAreasDialog(props: {
  vehicle: { readonly targId: string; readonly plate: string };
  /** Makes a call that sends `cmdCode` and tracks its commands. */
  track: (cmdCode: string, send: () => Promise<Sent>) => Promise<unknown>;
  onClose: () => void;
}) {
  const { vehicle, track, onClose } = props;
  const { t } = useTranslation();
  const { data, isError, refetch } = useAreas(true);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [queueOffline, setQueueOffline] = useState(true);
  const [busy, setBusy] = useState(false);

  async function send(areas: readonly AreaRecord[]) {
    setBusy(true);
    const targIds = [vehicle.targId];
    for (const { id, geo } of areas) {
      const sent = track(AREA_COMMANDS[geo.shape].set, () => call(geofencesCalls.sendArea, { id, targIds, queueOffline }));
      const refused = await sent.then(
        () => false,
        () => true,
      );
      // shown by the client; sent ones leave the selection, so that a second click sends the rest
      if (refused) return setBusy(false);
      setChosen((now) => now.filter((other) => other !== id));
    }
    onClose();
  }

  function body() {
    if (isError && !data)
      return (
        <State
          live="alert"
          title={t('geofences.loadFailed')}
          action={{ label: t('common.retry'), onClick: () => void refetch() }}
        />
      );
    if (!data) return <SkeletonRows label={t('geofences.loading')} rows={2} />;
    if (data.length === 0) return <State title={t('geofences.empty')} />;
    return (
      <div className={styles['terminals']}>
        <Select<string[]>
          mode="multiple"
          aria-label={t('page.areasAndGeofences')}
          placeholder={t('geofences.find')}
          showSearch={{ optionFilterProp: 'label' }}
          value={[...chosen]}
          options={data.map(({ id, areaName, areaNo }) => ({ value: id, label: `${areaName} (${areaNo})` }))}
          onChange={setChosen}
        />
        <Checkbox checked={queueOffline} onChange={({ target }) => setQueueOffline(target.checked)}>
          {t('geofences.queueOffline')}
        </Checkbox>
      </div>
    );
  }

  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('geofences.sendTo', { plate: vehicle.plate })}
      mask={{ closable: false }}
      okText={t('geofences.send')}
      cancelText={t('form.cancel')}
      okButtonProps={{ disabled: chosen.length === 0 }}
      confirmLoading={busy}
      onOk={() => void send((data ?? []).filter(({ id }) => chosen.includes(id)))}
      onCancel={onClose}
    >
      {body()}
    </Modal>
  );
}
