import CarOutlined from '@ant-design/icons/CarOutlined';
import { useTranslation } from 'react-i18next';
import { changeMarkerSettings, useMarkerSettings } from '../../shared/marker-settings.ts';
import { MenuButton } from '../../ui/MenuButton.tsx';
import styles from '../MapView.module.css';

const LAYOUTS = [
  { layout: 1, text: 'marker.layout1' },
  { layout: 2, text: 'marker.layout2' },
  { layout: 3, text: 'marker.layout3' },
] as const;
const SHOWN = [
  { key: 'labels', text: 'marker.labels' },
  { key: 'clusters', text: 'marker.clusters' },
  { key: 'smooth', text: 'marker.smooth' },
] as const;

/** Menu of the marker settings, saved for the account. */
export function MarkerMenu() {
  const { t } = useTranslation();
  const settings = useMarkerSettings();
  return (
    <MenuButton
      label={t('marker.display')}
      title={t('marker.display')}
      className={styles['menuButton']}
      sections={[
        {
          key: 'icons',
          label: t('marker.icons'),
          items: LAYOUTS.map(({ layout, text }) => ({
            key: text,
            label: t(text),
            checked: settings.layout === layout,
            onSelect: () => changeMarkerSettings({ layout }),
          })),
        },
        {
          key: 'show',
          label: t('marker.show'),
          items: SHOWN.map(({ key, text }) => ({
            key,
            label: t(text),
            checked: settings[key],
            toggles: true,
            onSelect: () => changeMarkerSettings({ ...settings, [key]: !settings[key] }),
          })),
        },
      ]}
    >
      <CarOutlined aria-hidden />
    </MenuButton>
  );
}
