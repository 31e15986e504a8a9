import { CompressOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VehicleStore } from '../live/vehicle-store.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { palettes } from '../ui/theme.ts';
import type { MapPicture } from './capture.ts';
import { MapMenu } from './MapMenu.tsx';
import styles from './MapView.module.css';
import { MeasureTools } from './MeasureTools.tsx';
import { type MapBounds, type MapPosition, MapUnavailable, type Place } from './map-provider.ts';
import type { OverlayLayer } from './overlays/overlay-layer.ts';
import { reducedMotion } from './reduced-motion.ts';
import type { ToolBox } from './tools/tool-box.ts';
import { useMapProvider } from './use-map-provider.ts';
import { openVehicleMap, type VehicleMap, type VehicleMapEvents } from './vehicle-map.ts';

/** Locating a vehicle centres the map at this zoom (specification 9). */
const LOCATE_ZOOM = 13;

export type MapHandle = {
  /** Centres the map there, WGS-84 degrees. */
  locate(lng: number, lat: number, zoom?: number, coveredBelow?: number): void;
  /** Where the map looks, WGS-84 degrees. */
  getView(): MapPosition;
  getBounds(): MapBounds;
  /** Shows all of it. */
  fit(bounds: MapBounds): void;
  /** Lines, areas, labels and pins of ours; they stay when another provider's map is put below. */
  readonly overlays: OverlayLayer;
  /** Drawing and measuring. */
  readonly tools: ToolBox;
  /** Places of that name by the map's provider; throws `MapServiceFault`. */
  search(text: string): Promise<Place[]>;
  /** The address there by the map's provider, null where it knows none; throws `MapServiceFault`. */
  addressOf(lng: number, lat: number): Promise<string | null>;
  /** What is seen, as a picture. */
  capture(): Promise<MapPicture>;
};

export type MapViewProps = {
  store: VehicleStore;
  /** The selected vehicle's id, or several; ringed, on top and always labelled. */
  selected: string | readonly string[] | null;
  onSelect(id: string): void;
  /** Several vehicles lie where the user clicked, nearest first; without it the nearest is selected. */
  onSelectMany?(ids: string[]): void;
  onHover?: VehicleMapEvents['hover'];
  /** The view came to rest: where it looks, and its [west, south, east, north]. */
  onView?: VehicleMapEvents['view'];
  dark: boolean;
  /** Whether plates are shown beside the selected vehicles'. */
  labels?: boolean;
  /** Where the map opens; all of China without. Read once. */
  position?: MapPosition | null;
  /** Whether markers glide between fixes; never where the system asks for less motion. Read once. */
  smooth?: boolean;
  /** Whether crowded vehicles are gathered into rings when zoomed out. Read once. */
  clusters?: boolean;
  /** Null until the map is there, and while its page is hidden. */
  ref?: Ref<MapHandle>;
};

/** The map with the store's followed vehicles on it. */
export function MapView(props: MapViewProps) {
  const { store, selected, dark, labels = true } = props;
  const { t, i18n } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  latest.current = props;
  /** A page that was hidden opens its map where it was left. */
  const left = useRef<MapPosition | null>(null);
  const [map, setMap] = useState<VehicleMap | null>(null);
  const [unavailable, setUnavailable] = useState(false);
  const palette = palettes[dark ? 'dark' : 'light'];
  const language = i18n.language ?? 'zh';
  const look = useRef({ palette, language });
  look.current = { palette, language };

  const { opened: provider, setting, choose, fail } = useMapProvider();
  const shown = useRef<VehicleMap | null>(null);

  useEffect(() => {
    if (!provider) return;
    // the map stays and what is on it; only what lies below is another one
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
        smooth: (latest.current.smooth ?? true) && !reducedMotion(),
        animate: !reducedMotion(),
        clusters: latest.current.clusters ?? true,
        events: {
          select: (ids) => {
            const { onSelect, onSelectMany } = latest.current;
            if (ids.length > 1 && onSelectMany) onSelectMany(ids);
            else onSelect(ids[0]!);
          },
          hover: (vehicle) => latest.current.onHover?.(vehicle),
          view: (position, bounds) => {
            left.current = position;
            latest.current.onView?.(position, bounds);
          },
          failed: fail,
        },
      });
      setMap(shown.current);
    } catch (error) {
      if (!(error instanceof MapUnavailable)) throw error;
      if (provider.mode === 0) setUnavailable(true);
      else fail(error.fault);
    }
  }, [store, provider, fail]);
  // apart from the one above: another provider is no reason to close
  // biome-ignore lint/correctness/useExhaustiveDependencies: another store is another map
  useEffect(
    () => () => {
      shown.current?.close();
      shown.current = null;
      setMap(null);
    },
    [store],
  );

  useEffect(() => map?.restyle(palette, language), [map, palette, language]);
  useEffect(() => map?.setLabels(labels), [map, labels]);
  useEffect(() => {
    map?.setSelected(new Set(typeof selected === 'string' ? [selected] : (selected ?? [])));
  }, [map, selected]);

  useImperativeHandle<MapHandle | null, MapHandle | null>(
    props.ref as Ref<MapHandle | null>,
    () =>
      map && {
        locate: (lng, lat, zoom = LOCATE_ZOOM, coveredBelow = 0) =>
          map.base.moveTo({ lng, lat, zoom }, !reducedMotion(), coveredBelow),
        getView: () => map.base.position(),
        getBounds: () => map.base.bounds(),
        fit: (bounds) => map.base.fitBounds(bounds, !reducedMotion()),
        overlays: map.overlays,
        tools: map.tools,
        search: (text) => map.base.search(text),
        addressOf: (lng, lat) => map.base.addressOf(lng, lat),
        capture: () => map.capture(),
      },
    [map],
  );

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
          <IconButton label={t('map.zoomIn')} icon={<PlusOutlined />} onClick={() => map?.base.zoomBy(1)} />
          <IconButton label={t('map.zoomOut')} icon={<MinusOutlined />} onClick={() => map?.base.zoomBy(-1)} />
          <IconButton label={t('map.wholeCountry')} icon={<CompressOutlined />} onClick={() => map?.base.home()} />
          {map && <MeasureTools map={map} colour={palette.brand} />}
        </div>
        <MapMenu
          key={provider?.name}
          map={map}
          mode={provider?.mode ?? null}
          keyed={setting ? [...setting.keys.keys()] : []}
          onMode={choose}
        />
      </div>
    </section>
  );
}
