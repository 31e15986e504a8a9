import { useTranslation } from 'react-i18next';
import { useSession } from '../api/session.ts';
import { changeMapToolSettings, useMapToolSettings } from '../shared/map-tool-settings.ts';
import styles from './MapView.module.css';

/** Offers a street map to a user who has not chosen a base map yet. An inspection has no account to save the choice for. */
export function StreetsOffer({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation();
  const { baseMap } = useMapToolSettings();
  const asks = useSession(({ userInfo }) => userInfo !== null && !userInfo.inspection);
  if (baseMap !== undefined || !asks) return null;
  const answer = (choice: 'openFreeMap' | 'platform') => changeMapToolSettings({ baseMap: choice });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={styles['offer']} role="group" aria-label={t('map.offerStreets')}>
      <span>{t('map.offerStreets')}</span>
      <button
        type="button"
        onClick={() => {
          answer('openFreeMap');
          onShow();
        }}
      >
        {t('map.showStreets')}
      </button>
      <button type="button" onClick={() => answer('platform')}>
        {t('map.noStreets')}
      </button>
    </div>
  );
}
