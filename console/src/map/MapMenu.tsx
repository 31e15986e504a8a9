import { GlobalOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuSection } from '../ui/Menu.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import styles from './MapView.module.css';
import type { Ground, MapMode } from './map-provider.ts';
import type { VehicleMap } from './vehicle-map.ts';

/** Menu of the map provider and its ground layer. Hidden when there is no choice. */
export function MapMenu(props: {
  map: VehicleMap | null;
  /** Of the current provider. */
  mode: MapMode | null;
  /** Providers that have an API key. */
  keyed: readonly MapMode[];
  onMode: (mode: MapMode) => void;
}) {
  const { map, mode, keyed, onMode } = props;
  const { t } = useTranslation();
  // each map starts with its normal ground; the provider's name is the key of this component
  const [ground, setGround] = useState<Ground>('normal');
  if (!map || mode === null) return null;
  const { grounds } = map.base;
  const sections: MenuSection[] = [
    {
      key: 'ground',
      label: t('map.layers'),
      items: grounds.map((key) => ({
        key,
        label: t(`map.${key}`),
        checked: key === ground,
        onSelect: () => {
          map.setGround(key);
          setGround(key);
        },
      })),
    },
    {
      key: 'provider',
      label: t('map.provider'),
      items: ([0, ...keyed] as MapMode[]).map((each) => ({
        key: `mode${each}`,
        label: t(`map.mode${each}`),
        checked: each === mode,
        onSelect: () => each !== mode && onMode(each),
      })),
    },
  ];
  const offered = sections.filter(({ items }) => items.length > 1);
  if (offered.length === 0) return null;
  return (
    <MenuButton label={t('map.layers')} title={t('map.layers')} sections={offered} className={styles['menuButton']}>
      <GlobalOutlined aria-hidden />
    </MenuButton>
  );
}
