import { GlobalOutlined } from '@ant-design/icons';
import { BASE_MAPS, type BaseMapName, isMapPreset, mapPresets } from '@fleetwarden/contract/settings/map-sources';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeMapToolSettings } from '../shared/map-tool-settings.ts';
import type { MenuSection } from '../ui/Menu.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import styles from './MapView.module.css';
import type { MapChoice, MapSetting } from './map-choice.ts';
import type { Ground } from './map-provider.ts';
import type { VehicleMap } from './vehicle-map.ts';

const NAMES = {
  platform: 'map.platformMap',
  boundaries: 'map.mode0',
  openFreeMap: 'map.openFreeMap',
  openStreetMap: 'map.openStreetMap',
} as const satisfies Record<BaseMapName, string>;

/** Base maps to choose from: the platform's source if it has one, which may be a preset. */
function listBaseMaps({ source }: MapSetting): BaseMapName[] {
  return BASE_MAPS.filter((name) =>
    name === 'platform' ? source.kind !== 'boundaries' : !isMapPreset(name) || mapPresets[name].url !== source.url,
  );
}

/** Menu of the map and its ground layer. The choice is saved for the user. */
export function MapMenu(props: {
  map: VehicleMap | null;
  /** The shown map; null: none yet. */
  shown: MapChoice | null;
  setting: MapSetting | null;
  onChoose: (choice: MapChoice) => void;
}) {
  const { map, shown, setting, onChoose } = props;
  const { t } = useTranslation();
  // each map starts with its normal ground; the provider's id is the key of this component
  const [ground, setGround] = useState<Ground>('normal');
  if (!map || !shown || !setting) return null;
  const { grounds } = map.base;
  const choose = (choice: MapChoice) => {
    changeMapToolSettings({ baseMap: choice.baseMap });
    onChoose(choice);
  };
  const baseMap = shown.baseMap === 'platform' && setting.source.kind === 'boundaries' ? 'boundaries' : shown.baseMap;
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
      items: [
        ...listBaseMaps(setting).map((name) => ({
          key: name,
          label: t(NAMES[name]),
          checked: shown.mode === 0 && name === baseMap,
          onSelect: () => (shown.mode !== 0 || name !== baseMap) && choose({ mode: 0, baseMap: name }),
        })),
        ...[...setting.keys.keys()].map((mode) => ({
          key: `mode${mode}`,
          label: t(`map.mode${mode}`),
          checked: shown.mode === mode,
          onSelect: () => shown.mode !== mode && choose({ mode, baseMap: 'platform' }),
        })),
      ],
    },
  ];
  const offered = sections.filter(({ items }) => items.length > 1);
  return (
    <MenuButton label={t('map.layers')} title={t('map.layers')} sections={offered} className={styles['menuButton']}>
      <GlobalOutlined aria-hidden />
    </MenuButton>
  );
}
