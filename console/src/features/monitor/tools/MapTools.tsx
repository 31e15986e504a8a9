import {
  ApartmentOutlined,
  CameraOutlined,
  CloseOutlined,
  EyeOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  HomeOutlined,
  PrinterOutlined,
  RadarChartOutlined,
  SearchOutlined,
  ZoomInOutlined,
} from '@ant-design/icons';
import { permission } from '@fleetwarden/contract/permissions';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../api/feedback.ts';
import { useMay, useSession } from '../../../api/session.ts';
import type { VehicleStore } from '../../../live/vehicle-store.ts';
import type { MapHandle } from '../../../map/MapView.tsx';
import { type Drawn, drawingTool } from '../../../map/tools/drawing.ts';
import { configuredView, hasConfiguredView } from '../../../shared/map-state.ts';
import { useMapToolSettings } from '../../../shared/map-tool-settings.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { palettes } from '../../../ui/theme/theme.ts';
import { fitVehicles } from '../first-view.ts';
import { DisplayPanel } from './DisplayPanel.tsx';
import { DivisionPanel } from './DivisionPanel.tsx';
import styles from './MapTools.module.css';
import { PlacePanel } from './PlacePanel.tsx';
import { pictureName, printPicture, savePicture } from './picture.ts';
import { RegionPanel } from './RegionPanel.tsx';
import { showTails } from './tails.ts';

type PanelKey = 'region' | 'place' | 'division' | 'display';
type PanelProps = { readonly map: MapHandle; readonly colour: string; readonly onLocate: (tid: string) => void };

/** Tools with a panel, in order. */
const PANELS: readonly { readonly key: PanelKey; readonly icon: ReactNode; readonly draw: (props: PanelProps) => ReactNode }[] = [
  { key: 'region', icon: <RadarChartOutlined />, draw: (props) => <RegionPanel {...props} /> },
  { key: 'place', icon: <SearchOutlined />, draw: ({ map, colour }) => <PlacePanel map={map} colour={colour} /> },
  { key: 'division', icon: <ApartmentOutlined />, draw: (props) => <DivisionPanel {...props} /> },
  { key: 'display', icon: <EyeOutlined />, draw: () => <DisplayPanel /> },
];

/** The monitoring centre's map tools (screen catalogue 3.2); measuring, home and layers belong to the map. */
export function MapTools(props: {
  map: MapHandle;
  store: VehicleStore;
  dark: boolean;
  full: boolean;
  onFull: () => void;
  onLocate: (tid: string) => void;
  /** Buttons of other features. */
  children?: ReactNode;
}) {
  const { map, store, dark, full, onFull, onLocate, children } = props;
  const { t } = useTranslation();
  const [panel, setPanel] = useState<PanelKey | null>(null);
  const [boxing, setBoxing] = useState(false);
  const maySearch = useMay(permission.regionSearch);
  const { tails } = useMapToolSettings();
  const colour = palettes[dark ? 'dark' : 'light'].brand;
  useEffect(() => (tails ? showTails(store, map, colour) : undefined), [tails, store, map, colour]);

  function zoomToBox() {
    if (boxing) return map.tools.stop();
    const style = { stroke: { colour, width: 2, opacity: 0.8, dash: [4, 4] } };
    map.tools.use<Drawn>(drawingTool(1, map.tools.view, style), (drawn) => {
      setBoxing(false);
      if (drawn?.mode === 1) map.fit(drawn.bounds, true);
    });
    setBoxing(true);
  }

  function reset() {
    const configured = useSession.getState().userInfo?.configList ?? [];
    const fleet = hasConfiguredView(configured)
      ? null
      : fitVehicles(store, { bounds: map.getBounds(), zoom: map.getView().zoom });
    const { lng, lat, zoom } = fleet ?? configuredView(configured);
    map.locate(lng, lat, zoom);
  }

  async function takePicture(use: (picture: Awaited<ReturnType<MapHandle['capture']>>, name: string) => Promise<unknown>) {
    try {
      const picture = await map.capture();
      if (!picture.complete) notify('warning', t('mapTools.shotPartial'));
      if ((await use(picture, pictureName(t('mapTools.shotName'), Date.now()))) === false) throw new Error('no picture');
    } catch {
      notify('error', t('mapTools.shotFailed'));
    }
  }

  /** Escape in the toolbar or the panel; the focus goes back to the panel's button. */
  function closeByKey(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Escape' || panel === null) return;
    event.currentTarget.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
    setPanel(null);
  }

  const shown = PANELS.filter(({ key }) => key !== 'region' || maySearch);
  const open = shown.find(({ key }) => key === panel);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside
    <div className={styles['tools']} onKeyDown={closeByKey}>
      <div className={styles['bar']} role="toolbar" aria-label={t('mapTools.toolbar')}>
        {shown.map(({ key, icon }) => (
          <IconButton
            key={key}
            label={t(`mapTools.${key}`)}
            icon={icon}
            pressed={panel === key}
            expanded={panel === key}
            onClick={() => setPanel(panel === key ? null : key)}
          />
        ))}
        {children}
        <IconButton label={t('mapTools.reset')} icon={<HomeOutlined />} onClick={reset} />
        <IconButton label={t('mapTools.zoomBox')} icon={<ZoomInOutlined />} pressed={boxing} onClick={zoomToBox} />
        <IconButton label={t('mapTools.screenshot')} icon={<CameraOutlined />} onClick={() => void takePicture(savePicture)} />
        <IconButton label={t('mapTools.print')} icon={<PrinterOutlined />} onClick={() => void takePicture(printPicture)} />
        <IconButton
          label={t(full ? 'mapTools.exitFullscreen' : 'mapTools.fullscreen')}
          icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          pressed={full}
          onClick={onFull}
        />
      </div>
      {open && (
        <section className={styles['panel']} aria-label={t(`mapTools.${open.key}`)}>
          <header className={styles['head']}>
            <h2>{t(`mapTools.${open.key}`)}</h2>
            <IconButton label={t('common.close')} icon={<CloseOutlined />} onClick={() => setPanel(null)} />
          </header>
          <div className={styles['body']}>{open.draw({ map, colour, onLocate })}</div>
        </section>
      )}
    </div>
  );
}
