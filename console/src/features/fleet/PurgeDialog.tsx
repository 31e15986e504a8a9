import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';

/** px; a dialog only asks for a decision. */
const WIDTH = 416;

/** The vehicle to purge. */
export const usePurge = create<{ readonly record: ResourceRecord | null }>(() => ({ record: null }));
const close = () => usePurge.setState({ record: null });

/** Asks for the plate before a vehicle is deleted for good, against mistakes. */
export function PurgeDialog({ refresh }: PageTools) {
  const { t } = useTranslation();
  const record = usePurge((state) => state.record);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const plate = String(record?.['carNo'] ?? '');
  const matches = typed.trim().toUpperCase() === plate;

  async function purge() {
    if (!record || !matches || busy) return;
    setBusy(true);
    try {
      await call(fleetCalls.purgeCar, { id: record.id, carNo: typed });
      notify('success', t('deletedVehicle.purged', { name: plate }));
      close();
      refresh();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open={record !== null}
      centered
      closable={false}
      mask={{ closable: false }}
      width={WIDTH}
      title={t('deletedVehicle.purgeOne', { name: plate })}
      okText={t('action.purge')}
      okButtonProps={{ danger: true, disabled: !matches, loading: busy }}
      cancelText={t('form.cancel')}
      onOk={() => void purge().catch(() => undefined)}
      onCancel={close}
      afterClose={() => setTyped('')}
    >
      <p>{t('deletedVehicle.purgeHint')}</p>
      <Form layout="vertical">
        <Form.Item label={t('deletedVehicle.typePlate', { name: plate })}>
          <Input
            aria-label={t('deletedVehicle.typePlate', { name: plate })}
            value={typed}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
            onPressEnter={(event) => {
              event.preventDefault();
              void purge().catch(() => undefined);
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
