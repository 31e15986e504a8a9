import { CompressOutlined, MinusOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { permission } from '@fleetwarden/contract/permissions';
import { type ReactNode, type Ref, use, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../api/session.ts';
import type { VehicleStore } from '../live/vehicle-store.ts';
import { LiveContext, useShown } from '../shared/live-context.ts';
import { useMarkerSettings } from '../shared/marker-settings.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { palettes } from '../ui/theme/theme.ts';
import type { MapPicture } from './capture.ts';
import { MapMenu } from './MapMenu.tsx';
import styles from './MapView.module.css';
import { MeasureTools } from './MeasureTools.tsx';
import { type MapBounds, type MapPosition, MapUnavailable, type Place, type ScreenPoint } from './map-provider.ts';
import type { OverlayLayer } from './overlays/overlay-layer.ts';
import { MarkerMenu } from './popups/MarkerMenu.tsx';
import { useVehiclePopups } from './popups/use-vehicle-popups.ts';
import { VehiclePopupViews } from './popups/VehiclePopupViews.tsx';
import vehicleStyles from './popups/Vehicles.module.css';
import { reducedMotion } from './reduced-motion.ts';
import type { ToolBox } from './tools/tool-box.ts';
import { useMapProvider } from './use-map-provider.ts';
import { openVehicleMap, type VehicleMap, type VehicleMapEvents } from './vehicle-map.ts';
import type { MarkerLayout } from './vehicles/marker-layout.ts';

/** Zoom when a vehicle is located (specification 9). */
const LOCATE_ZOOM = 13;

export type MapHandle = {
  /** Centres the map on a position in WGS-84 degrees. */
  locate(lng: number, lat: number, zoom?: number, coveredBelow?: number): void;
  /** Centre and zoom, WGS-84 degrees. */
  getView(): MapPosition;
  getBounds(): MapBounds;
  /** Fits the bounds into the view. */
  fit(bounds: MapBounds): void;
  /** Lines, areas, labels and pins; they stay when the provider changes. */
  readonly overlays: OverlayLayer;
  /** Drawing and measuring tools. */
  readonly tools: ToolBox;
  /** Searches places with the map's provider; throws `MapServiceFault`. */
  search(text: string): Promise<Place[]>;
  /** Reverse-geocodes with the map's provider; null if unknown. Throws `MapServiceFault`. */
  addressOf(lng: number, lat: number): Promise<string | null>;
  /** Captures the visible map as an image. */
  capture(): Promise<MapPicture>;
};

export type MapViewProps = {
  store: VehicleStore;
  /** IDs of the selected vehicles; they are ringed, on top and always labelled. */
  selected: string | readonly string[] | null;
  onSelect(id: string): void;
  /** Called when several vehicles lie under a click, nearest first. Without it the map lists them for selection. */
  onSelectMany?(ids: string[]): void;
  /** Opens the menu of a vehicle at a point of the window, in CSS px. Without it there is no menu. */
  onMenu?(id: string, at: ScreenPoint): void;
  /** Called when the view stops moving, with its position and [west, south, east, north]. */
  onView?: VehicleMapEvents['view'];
  dark: boolean;
  /** Initial position; default: all of China. Read once. */
  position?: MapPosition | null;
  /** Overrides the user's marker settings. Markers never glide with reduced motion. */
  layout?: MarkerLayout;
  labels?: boolean;
  smooth?: boolean;
  clusters?: boolean;
  /** Tools of the page, below the map's controls. */
  toolbar?: ReactNode;
  /** Null until the map is open, and while its page is hidden. */
  ref?: Ref<MapHandle>;
};

/** Padding when fitting bounds, in px, so that controls and the edge cover nothing. */
const ROOM = 88;
/** On a small map the padding takes at most half of the size. */
const roomAround = ({ clientWidth, clientHeight }: HTMLElement): number => Math.min(ROOM, clientWidth / 4, clientHeight / 4);

/** The map with the followed vehicles of the store. */
export function MapView(props: MapViewProps) {
  const { store, selected, dark } = props;
  const markers = useMarkerSettings();
  const layout: MarkerLayout = props.layout ?? markers.layout;
  const labels = props.labels ?? markers.labels;
  const smooth = (props.smooth ?? markers.smooth) && !reducedMotion();
  const clusters = props.clusters ?? markers.clusters;
  const measures = useMay(permission.distance);
  const { t, i18n } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  latest.current = props;
  /** Last position, restored when a hidden page is shown again. */
  const left = useRef<MapPosition | null>(null);
  const [map, setMap] = useState<VehicleMap | null>(null);
  const [unavailable, setUnavailable] = useState(false);
  const [lost, setLost] = useState(false);
  const popups = useVehiclePopups(map);
  const { setHovered, ask, moved, clear } = popups;
  /** What the map showed when it last stopped moving. */
  const [seen, setSeen] = useState<{ bounds: MapBounds; zoom: number } | null>(null);
  const palette = palettes[dark ? 'dark' : 'light'];
  const language = i18n.language ?? 'zh';
  const look = useRef({ palette, language });
  look.current = { palette, language };
  const drawn = useRef({ layout, smooth, clusters });
  drawn.current = { layout, smooth, clusters };

  const toWindow = useCallback((point: ScreenPoint): ScreenPoint => {
    const { left, top } = overlay.current!.getBoundingClientRect();
    return { x: left + point.x, y: top + point.y };
  }, []);

  const { opened: provider, setting, choose: chooseMode, fail } = useMapProvider();
  const shown = useRef<VehicleMap | null>(null);

  useEffect(() => {
    if (!provider) return;
    // only the base map changes; the rest of the map stays
    if (shown.current) {
      try {
        shown.current.switchTo(provider);
      } catch (error) {
        if (!(error instanceof MapUnavailable)) throw error;
        fail(error.fault);
      }
      return;
    }
    try {
      shown.current = openVehicleMap({
        provider,
        container: container.current!,
        overlay: overlay.current!,
        canvas: canvas.current!,
        store,
        ...look.current,
        position: left.current ?? latest.current.position ?? null,
        ...drawn.current,
        blinks: !reducedMotion(),
        animate: !reducedMotion(),
        events: {
          select: (ids, point) => {
            const { onSelect, onSelectMany } = latest.current;
            if (ids.length === 1) onSelect(ids[0]!);
            else if (onSelectMany) onSelectMany(ids);
            else ask(ids, point);
          },
          menu: (ids, point) => {
            const { onMenu } = latest.current;
            if (!onMenu) return false;
            setHovered(null);
            if (ids.length === 1) onMenu(ids[0]!, toWindow(point));
            else ask(ids, point, true);
            return true;
          },
          hover: setHovered,
          lost: setLost,
          view: (position, bounds) => {
            left.current = position;
            setSeen({ bounds, zoom: position.zoom });
            moved(shown.current);
            latest.current.onView?.(position, bounds);
          },
          failed: fail,
        },
      });
      setMap(shown.current);
      setSeen({ bounds: shown.current.base.bounds(), zoom: shown.current.base.position().zoom });
    } catch (error) {
      if (!(error instanceof MapUnavailable)) throw error;
      if (provider.mode === 0) setUnavailable(true);
      else fail(error.fault);
    }
  }, [store, provider, fail, setHovered, ask, moved, toWindow]);
  // separate from the effect above: a new provider must not close the map
  // biome-ignore lint/correctness/useExhaustiveDependencies: another store is another map
  useEffect(
    () => () => {
      shown.current?.close();
      shown.current = null;
      setMap(null);
      setSeen(null);
      setLost(false);
      clear();
    },
    [store],
  );

  useEffect(() => map?.restyle(palette, language), [map, palette, language]);
  useEffect(() => map?.setLabels(labels), [map, labels]);
  useEffect(() => map?.setLayout(layout), [map, layout]);
  useEffect(() => map?.setSmooth(smooth), [map, smooth]);
  useEffect(() => map?.setClusters(clusters), [map, clusters]);
  const selectedIds = typeof selected === 'string' ? [selected] : (selected ?? []);
  useEffect(() => {
    map?.setSelected(new Set(typeof selected === 'string' ? [selected] : (selected ?? [])));
  }, [map, selected]);
  // maps of other stores need no live data; without a zoom the server sends single vehicles
  const live = use(LiveContext)?.store === store;
  useShown(live && seen ? { bounds: seen.bounds, tids: selectedIds, ...(clusters ? { zoom: seen.zoom } : {}) } : null);

  useImperativeHandle<MapHandle | null, MapHandle | null>(
    props.ref as Ref<MapHandle | null>,
    () =>
      map && {
        locate: (lng, lat, zoom = LOCATE_ZOOM, coveredBelow = 0) =>
          map.base.moveTo({ lng, lat, zoom }, !reducedMotion(), coveredBelow),
        getView: () => map.base.position(),
        getBounds: () => map.base.bounds(),
        fit: (bounds) => map.base.fitBounds(bounds, !reducedMotion(), roomAround(container.current!)),
        overlays: map.overlays,
        tools: map.tools,
        search: (text) => map.base.search(text),
        addressOf: (lng, lat) => map.base.addressOf(lng, lat),
        capture: () => map.capture(),
      },
    [map],
  );

  const opener = useRef<HTMLDivElement>(null);
  /** Returns the focus to the button that opened the list. */
  const closeList = () => {
    popups.list(false);
    opener.current?.querySelector('button')?.focus();
  };
  const size = { width: overlay.current?.clientWidth ?? 0, height: overlay.current?.clientHeight ?? 0 };

  if (unavailable) {
    return (
      <div className={styles['map']}>
        <div className={styles['missing']} role="alert">
          <strong>{t('map.unavailable')}</strong>
          <span>{t('map.unavailableHint')}</span>
        </div>
      </div>
    );
  }
  return (
    <section className={styles['map']} aria-label={t('map.label')} aria-busy={map === null}>
      <div ref={container} className={styles['base']} />
      <div ref={overlay} className={styles['overlay']} />
      <canvas ref={canvas} className={styles['overlay']} />
      <div className={styles['column']}>
        <div className={styles['controls']} role="toolbar" aria-label={t('map.tools')} aria-orientation="vertical">
          <div className={styles['zoom']}>
            <IconButton label={t('map.zoomIn')} icon={<PlusOutlined />} onClick={() => map?.base.zoomBy(1)} />
            <IconButton label={t('map.zoomOut')} icon={<MinusOutlined />} onClick={() => map?.base.zoomBy(-1)} />
          </div>
          <IconButton label={t('map.wholeCountry')} icon={<CompressOutlined />} onClick={() => map?.base.home()} />
          {map && measures && <MeasureTools map={map} colour={palette.brand} />}
        </div>
        <MapMenu
          key={provider?.name}
          map={map}
          mode={provider?.mode ?? null}
          keyed={setting ? [...setting.keys.keys()] : []}
          onMode={chooseMode}
        />
        {map && props.layout === undefined && <MarkerMenu />}
        {map && (
          <div ref={opener} className={styles['controls']}>
            <IconButton
              label={t('marker.inView')}
              icon={<UnorderedListOutlined />}
              expanded={popups.inView !== null}
              onClick={() => (popups.inView ? closeList() : popups.list(true))}
            />
          </div>
        )}
        {props.toolbar}
      </div>
      <VehiclePopupViews
        store={store}
        popups={popups}
        size={size}
        onChoose={(id) => latest.current.onSelect(id)}
        onMenu={props.onMenu && ((id, at) => latest.current.onMenu?.(id, at))}
        toWindow={toWindow}
        onCloseList={closeList}
      />
      {lost && (
        <p className={vehicleStyles['lost']} role="alert">
          {t('marker.lost')}
        </p>
      )}
    </section>
  );
}
