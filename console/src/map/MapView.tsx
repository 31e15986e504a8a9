import { CompressOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VehicleStore } from '../live/vehicle-store.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { palettes } from '../ui/theme.ts';
import styles from './MapView.module.css';
import { type MapPosition, MapUnavailable } from './map-provider.ts';
import { maplibreProvider, reducedMotion } from './maplibre-provider.ts';
import { openVehicleMap, type VehicleMap, type VehicleMapEvents } from './vehicle-map.ts';

/** Locating a vehicle centres the map at this zoom (specification 9). */
const LOCATE_ZOOM = 13;

export type MapHandle = {
  /** Centres the map there, WGS-84 degrees. */
  locate(lng: number, lat: number, zoom?: number, coveredBelow?: number): void;
  /** Where the map looks, WGS-84 degrees. */
  getView(): MapPosition;
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

  useEffect(() => {
    let opened: VehicleMap | null = null;
    try {
      opened = openVehicleMap({
        provider: maplibreProvider,
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
        },
      });
      setMap(opened);
    } catch (error) {
      if (!(error instanceof MapUnavailable)) throw error;
      setUnavailable(true);
    }
    return () => {
      opened?.close();
      setMap(null);
    };
  }, [store]);

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
    <section className={styles['map']} aria-label={t('map.label')}>
      <div ref={container} className={styles['base']} />
      <div ref={overlay} className={styles['overlay']} />
      <canvas ref={canvas} className={styles['overlay']} />
      <div className={styles['controls']} role="toolbar" aria-label={t('map.tools')} aria-orientation="vertical">
        <IconButton label={t('map.zoomIn')} icon={<PlusOutlined />} onClick={() => map?.base.zoomBy(1)} />
        <IconButton label={t('map.zoomOut')} icon={<MinusOutlined />} onClick={() => map?.base.zoomBy(-1)} />
        <IconButton label={t('map.wholeCountry')} icon={<CompressOutlined />} onClick={() => map?.base.home()} />
      </div>
    </section>
  );
}
