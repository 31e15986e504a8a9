import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { formatNumber } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ScreenPoint } from '../map-provider.ts';
import { placePopup } from '../popup-placement.ts';
import { VehicleListBox } from './VehicleListBox.tsx';
import styles from './Vehicles.module.css';

/** Chooser for several vehicles under one point. A press outside or Escape closes it. */
export function SpotList(props: {
  store: VehicleStore;
  ids: readonly string[];
  point: ScreenPoint;
  /** Size of the map, CSS px. */
  size: { readonly width: number; readonly height: number };
  onActive: (id: string | null) => void;
  onChoose: (id: string) => void;
  onMenu?: ((id: string, at: ScreenPoint) => void) | undefined;
  onClose: () => void;
}) {
  const { store, ids, point, size, onActive, onChoose, onMenu, onClose } = props;
  const { t, i18n } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const label = t('marker.here', { value: formatNumber(i18n.language, ids.length) });

  useEffect(() => {
    const leave = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', leave, true);
    return () => document.removeEventListener('pointerdown', leave, true);
  }, [onClose]);

  return (
    <div ref={root} className={styles['spot']} style={placePopup(point, size)}>
      <header>
        <strong>{label}</strong>
        <IconButton label={t('common.close')} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      <VehicleListBox
        store={store}
        ids={ids}
        label={label}
        onActive={onActive}
        onChoose={onChoose}
        onMenu={onMenu}
        onClose={onClose}
      />
    </div>
  );
}
