import { geofencesCalls } from '@fleetwarden/contract/geofences/routes';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { callPaged } from '../../api/call-paged.ts';
import { notify } from '../../api/feedback.ts';
import { useSession } from '../../api/session.ts';
import type { AreaRecord } from './area-record.ts';
import { areaRows } from './area-record.ts';

/** px; a dialog only asks for a decision. */
const WIDTH = 416;
const ERASE = '20310';

/**
 * Confirms the removal with the number of terminals that store the geofence; users with the permission can delete it there, too.
 */
export function RemoveArea({ record, onEnd }: { record: AreaRecord; onEnd: (removed: boolean) => void }) {
  const { t } = useTranslation();
  const mayErase = useSession(({ rights }) => rights?.includes(ERASE) ?? false);
  const [eraseToo, setEraseToo] = useState(mayErase);
  const [busy, setBusy] = useState(false);
  const { id, areaName: name } = record;
  const { data: count = record.terminals, isPending } = useQuery({
    queryKey: ['areas', 'holding', id],
    queryFn: async ({ signal }) => {
      const options = { signal, quiet: true, pageModel: { page: 1, limit: 1 } };
      return (await callPaged(geofencesCalls.listSent, { id, mayHold: true }, options)).total;
    },
    gcTime: 0,
  });

  async function remove() {
    if (busy) return;
    setBusy(true);
    try {
      if (count > 0 && eraseToo) await call(geofencesCalls.eraseArea, { id, queueOffline: true });
      const { removed } = await call(areaRows.remove, { ids: [id] });
      notify('success', t('resource.removed', { count: removed }));
      onEnd(true);
    } catch {
      // shown already
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      centered
      closable={false}
      width={WIDTH}
      mask={{ closable: false }}
      title={t('geofences.removeTitle', { name })}
      okText={t('resource.remove')}
      okButtonProps={{ danger: true, loading: busy || isPending, disabled: isPending }}
      cancelText={t('form.cancel')}
      onOk={() => void remove()}
      onCancel={() => onEnd(false)}
    >
      <p>{t('geofences.removeHint')}</p>
      {count > 0 && <p role="alert">{t('geofences.removeHeld', { count })}</p>}
      {count > 0 && mayErase && (
        <Checkbox checked={eraseToo} onChange={({ target }) => setEraseToo(target.checked)}>
          {t('geofences.eraseToo')}
        </Checkbox>
      )}
    </Modal>
  );
}
