import { settingsCalls } from 'virtual:calls/settings';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../ui/api/call.ts';
import { notify } from '../../../ui/feedback.ts';
import { formatNumber } from '../../../ui/format.ts';
import { savedView, useMapState } from '../../../ui/map-state.ts';
import { VehicleField, VehicleFields } from '../../../ui/VehicleFields.tsx';
import styles from './MapSettings.module.css';

/** Where the map looks now, to be kept as the view it opens with; logging out keeps it too. */
export function ViewSettings() {
  const { t, i18n } = useTranslation();
  const { view, mode } = useMapState();
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      await call(settingsCalls.saveMapSetting, savedView());
      notify('success', t('mapSetting.viewSaved'));
    } catch {
      // has been shown
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <VehicleFields>
        <VehicleField label={t('mapSetting.provider')}>{t(`map.mode${mode ?? 0}`)}</VehicleField>
        <VehicleField label={t('mapSetting.centre')}>
          {view ? `${view.lng.toFixed(4)}, ${view.lat.toFixed(4)}` : t('monitor.noData')}
        </VehicleField>
        <VehicleField label={t('mapSetting.level')}>
          {view ? formatNumber(i18n.language, view.zoom, 1) : t('monitor.noData')}
        </VehicleField>
      </VehicleFields>
      <p className={styles['hint']}>{t('mapSetting.viewHint')}</p>
      <Button loading={busy} disabled={!view} onClick={() => void save()}>
        {t('mapSetting.saveView')}
      </Button>
    </>
  );
}
