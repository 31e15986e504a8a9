import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { changeMapToolSettings, useMapToolSettings } from '../../../shared/map-tool-settings.ts';
import { changeMarkerSettings, useMarkerSettings } from '../../../shared/marker-settings.ts';
import styles from './MapTools.module.css';

type Switch = {
  readonly text: ParseKeys;
  readonly hint?: ParseKeys;
  readonly on: boolean;
  readonly change: (on: boolean) => void;
};

/** Chooses map layers beside vehicles (screen catalogue 3.2); saved in the account. */
export function DisplayPanel() {
  const { t } = useTranslation();
  const { tails, areas } = useMapToolSettings();
  const { labels, clusters } = useMarkerSettings();
  const switches: readonly Switch[] = [
    { text: 'marker.labels', on: labels, change: (on) => changeMarkerSettings({ labels: on }) },
    { text: 'mapTools.tails', hint: 'mapTools.tailsHint', on: tails, change: (on) => changeMapToolSettings({ tails: on }) },
    { text: 'mapTools.areas', on: areas, change: (on) => changeMapToolSettings({ areas: on }) },
    {
      text: 'marker.clusters',
      hint: 'marker.clustersHint',
      on: clusters,
      change: (on) => changeMarkerSettings({ clusters: on }),
    },
  ];
  return (
    <fieldset className={styles['switches']} aria-label={t('mapTools.display')}>
      {switches.map(({ text, hint, on, change }) => (
        <label key={text} title={hint && (t(hint) as string)}>
          <input type="checkbox" role="switch" checked={on} aria-checked={on} onChange={({ target }) => change(target.checked)} />
          {t(text) as string}
        </label>
      ))}
    </fieldset>
  );
}
