import BlockOutlined from '@ant-design/icons/BlockOutlined';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import type { MapHandle } from '../../map/MapView.tsx';
import { useMapToolSettings } from '../../shared/map-tool-settings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import styles from './Areas.module.css';
import { togglePanel, useAreaView } from './area-store.ts';

const VIEW = '20301';

// loaded after the map: one brings antd, the other the geofences' code
const AreaPanel = lazyComponent(async () => (await import('./AreaPanel.tsx')).AreaPanel);
const GeofenceOverlays = lazyComponent(async () => (await import('./GeofenceOverlays.tsx')).GeofenceOverlays);

const useMayView = () => useSession(({ rights }) => rights?.includes(VIEW) ?? false);

/** The map tool that opens and closes the geofence panel; keeps shown geofences on the map. */
export function AreaEntry({ map }: { map: MapHandle }) {
  const { t } = useTranslation();
  const { open, shown } = useAreaView();
  const layer = useMapToolSettings().areas;
  const may = useMayView();
  // leaving the map's page ends a tool
  useEffect(() => () => useAreaView.setState({ changing: null }), []);
  if (!may) return null;
  return (
    <>
      <IconButton
        label={t('page.areasAndGeofences')}
        icon={<BlockOutlined />}
        pressed={open}
        expanded={open}
        onClick={togglePanel}
      />
      {(open || (layer && shown.size > 0)) && (
        <Suspense fallback={null}>
          <GeofenceOverlays map={map} />
        </Suspense>
      )}
    </>
  );
}

/** The geofence panel at the map's right; its place is reserved at once. */
export function AreaSide({ map }: { map: MapHandle }) {
  const open = useAreaView((view) => view.open);
  if (!useMayView() || !open) return null;
  return (
    <Suspense fallback={<div className={styles['panel']} />}>
      <AreaPanel map={map} />
    </Suspense>
  );
}
