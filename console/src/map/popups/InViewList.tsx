import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { useTranslation } from 'react-i18next';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { formatNumber } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ScreenPoint } from '../map-provider.ts';
import { MAX_LISTED } from './use-vehicle-popups.ts';
import { VehicleListBox } from './VehicleListBox.tsx';
import styles from './Vehicles.module.css';

/** List of the vehicles in view, for keyboard and screen-reader users. */
export function InViewList(props: {
  store: VehicleStore;
  ids: readonly string[];
  onActive: (id: string | null) => void;
  onChoose: (id: string) => void;
  onMenu?: ((id: string, at: ScreenPoint) => void) | undefined;
  onClose: () => void;
}) {
  const { store, ids, onActive, onChoose, onMenu, onClose } = props;
  const { t, i18n } = useTranslation();
  const value = formatNumber(i18n.language, ids.length);
  const most = ids.length >= MAX_LISTED;
  return (
    <section className={styles['inView']} aria-label={t('marker.inView')}>
      <header>
        <strong>{t(most ? 'marker.inViewLimit' : 'marker.inViewCount', { value })}</strong>
        <IconButton label={t('common.close')} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      {ids.length === 0 ? (
        <p>{t('marker.inViewNone')}</p>
      ) : (
        <VehicleListBox
          store={store}
          ids={ids}
          label={t('marker.inView')}
          onActive={onActive}
          onChoose={onChoose}
          onMenu={onMenu}
          onClose={onClose}
        />
      )}
      <footer>{t('marker.keys')}</footer>
    </section>
  );
}
