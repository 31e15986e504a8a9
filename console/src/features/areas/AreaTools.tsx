import { BlockOutlined } from '@ant-design/icons';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../map/MapView.tsx';
import { AntdProvider } from '../../ui/AntdProvider.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useSession } from '../../ui/session.ts';
import { AreaPanel } from './AreaPanel.tsx';
import styles from './Areas.module.css';
import type { AreaRecord } from './area-record.ts';
import { togglePanel, useAreaView } from './area-store.ts';
import { useAreaOverlays } from './use-area-overlays.ts';
import { useAreas } from './use-areas.ts';

const VIEW = '20301';
const NONE: readonly AreaRecord[] = [];

const useMayView = () => useSession(({ rights }) => rights?.includes(VIEW) ?? false);

/** Opens and closes the panel of areas, over the map; keeps those that are shown on it. */
export function AreaEntry({ map }: { map: MapHandle }) {
  const { t } = useTranslation();
  const { open, shown, changing } = useAreaView();
  const may = useMayView();
  const { data } = useAreas(may && (open || shown.size > 0));
  useAreaOverlays(map, may ? (data ?? NONE) : NONE, shown, changing);
  // a tool in use goes with the map's page
  useEffect(() => () => useAreaView.setState({ changing: null }), []);
  if (!may) return null;
  return (
    <div className={styles['entry']}>
      <IconButton label={t('page.areasAndGeofences')} icon={<BlockOutlined />} expanded={open} onClick={togglePanel} />
    </div>
  );
}

/** The panel of areas at the map's right, while it is open. */
export function AreaSide({ map }: { map: MapHandle }) {
  const open = useAreaView((view) => view.open);
  if (!useMayView() || !open) return null;
  return (
    <AntdProvider>
      <AreaPanel map={map} />
    </AntdProvider>
  );
}
