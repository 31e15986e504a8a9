import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { notify } from '../../../api/feedback.ts';
import { useSession } from '../../../api/session.ts';
import { openingView, savedView, useMapState, withSavedView } from '../../../shared/map-state.ts';
import { VehicleField, VehicleFields } from '../../../shared/VehicleFields.tsx';
import { formatNumber } from '../../../ui/format.ts';
import styles from './MapSettings.module.css';

/** Saves the current view as the initial one; logging out saves it too. */
export function ViewSettings() {
  const { t, i18n } = useTranslation();
  const { view: moved, shown } = useMapState();
  const view = moved ?? openingView(useSession.getState().userInfo?.configList ?? []);
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      await call(settingsCalls.saveMapSetting, savedView(view));
      const { userInfo } = useSession.getState();
      if (userInfo) useSession.setState({ userInfo: { ...userInfo, configList: withSavedView(userInfo.configList, view) } });
      notify('success', t('mapSetting.viewSaved'));
    } catch {
      // shown by the client
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <VehicleFields>
        <VehicleField label={t('mapSetting.provider')}>{t(`map.mode${shown ?? 0}`)}</VehicleField>
        <VehicleField label={t('mapSetting.centre')}>{`${view.lng.toFixed(4)}, ${view.lat.toFixed(4)}`}</VehicleField>
        <VehicleField label={t('mapSetting.level')}>{formatNumber(i18n.language, view.zoom, 1)}</VehicleField>
      </VehicleFields>
      <p className={styles['hint']}>{t('mapSetting.viewHint')}</p>
      <Button loading={busy} onClick={() => void save()}>
        {t('mapSetting.saveView')}
      </Button>
    </>
  );
}
