import { treeOptions } from '@fleetwarden/contract/monitor/map-settings';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { changeMapSettings, useMapSettings } from '../../../shared/map-settings.ts';
import styles from './MapSettings.module.css';
import { TREE_TEXTS } from './setting-texts.ts';

/** `treesetting`: content, filter and order of tree rows. */
export function TreeSettings() {
  const { t } = useTranslation();
  const { treesetting } = useMapSettings();
  const chosen = treesetting === '' ? [] : treesetting.split(',');
  const toggle = (id: string, on: boolean) => {
    const ids = on ? [...chosen, id] : chosen.filter((other) => other !== id);
    changeMapSettings({ treesetting: ids.sort((a, b) => Number(a) - Number(b)).join(',') });
  };
  return (
    <fieldset className={styles['list']} aria-label={t('mapSetting.tree')}>
      {treeOptions
        .filter(({ offered }) => offered)
        .map(({ id, key }) => (
          <Checkbox key={key} checked={chosen.includes(String(id))} onChange={({ target }) => toggle(String(id), target.checked)}>
            {t(TREE_TEXTS[key]) as string}
          </Checkbox>
        ))}
    </fieldset>
  );
}
