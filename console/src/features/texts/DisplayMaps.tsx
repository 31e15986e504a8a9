import type { DisplayMapName } from '@fleetwarden/domain/display-maps';
import { DISPLAY_MAPS } from '@fleetwarden/domain/display-maps';
import { useTranslation } from 'react-i18next';
import styles from './DisplayMaps.module.css';
import { displayKey } from './display.ts';

/** Stands for all numbers that a map does not list. */
const ANY_OTHER = -1;

const capital = <T extends string>(name: T) => `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<T>;

/** Texts for numbers of the wire, by the display maps of the specification. */
export function DisplayMaps() {
  const { t } = useTranslation();
  return (
    <div className={styles['maps']}>
      {(Object.keys(DISPLAY_MAPS) as DisplayMapName[]).map((map) => (
        <table key={map}>
          <caption>{t(`texts.map${capital(map)}`)}</caption>
          <thead>
            <tr>
              <th scope="col">{t('texts.mapValue')}</th>
              <th scope="col">{t('texts.mapText')}</th>
            </tr>
          </thead>
          <tbody>
            {[...Object.keys(DISPLAY_MAPS[map].values).map(Number), ANY_OTHER].map((value) => {
              const key = displayKey(map, value);
              return (
                key && (
                  <tr key={value}>
                    <th scope="row">{value === ANY_OTHER ? t('texts.otherwise') : value}</th>
                    <td>{t(key)}</td>
                  </tr>
                )
              );
            })}
          </tbody>
        </table>
      ))}
    </div>
  );
}
