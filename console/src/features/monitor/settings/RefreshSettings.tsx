import { parseRefreshOption, refreshOptions } from '@fleetwarden/contract/monitor/map-settings';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { changeMapSettings, useMapSettings } from '../../../shared/map-settings.ts';
import styles from './MapSettings.module.css';
import { REFRESH_TEXTS } from './setting-texts.ts';

/** `refreshsetting`: interval of new positions. */
export function RefreshSettings() {
  const { t } = useTranslation();
  const { refreshsetting } = useMapSettings();
  return (
    <>
      <Radio.Group
        className={styles['list'] ?? ''}
        aria-label={t('mapSetting.refresh')}
        value={parseRefreshOption(refreshsetting).id}
        onChange={({ target }) => changeMapSettings({ refreshsetting: String(target.value) })}
        options={refreshOptions.map(({ id, key }) => ({ value: id, label: t(REFRESH_TEXTS[key]) as string }))}
      />
      <p className={styles['hint']}>{t('mapSetting.refreshHint')}</p>
    </>
  );
}
