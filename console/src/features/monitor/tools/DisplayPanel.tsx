import { useTranslation } from 'react-i18next';
import styles from './MapTools.module.css';
import { changeMapToolSettings, useMapToolSettings } from './tool-settings.ts';

/** What is shown on the map beside the vehicles; kept with the account. */
export function DisplayPanel() {
  const { t } = useTranslation();
  const settings = useMapToolSettings();
  return (
    <fieldset className={styles['switches']} aria-label={t('mapTools.display')}>
      {(['tails', 'areas'] as const).map((key) => (
        <label key={key} title={key === 'tails' ? t('mapTools.tailsHint') : undefined}>
          <input
            type="checkbox"
            role="switch"
            checked={settings[key]}
            aria-checked={settings[key]}
            onChange={({ target }) => changeMapToolSettings({ [key]: target.checked })}
          />
          {t(`mapTools.${key}`)}
        </label>
      ))}
    </fieldset>
  );
}
