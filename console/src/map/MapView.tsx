import { CompressOutlined, MinusOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { permission } from '@fleetwarden/contract/permissions';
import { mercatorX, mercatorY, worldSizeAt } from '@fleetwarden/domain/mercator';
import { type ReactNode, type Ref, use, useEffect, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../api/session.ts';
import { LiveContext, useViewPart } from '../shared/live-context.ts';
import { useMarkerSettings } from '../shared/marker-settings.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { palettes } from '../ui/theme/theme.ts';
import type { MapPicture } from './capture.ts';
import { MapMenu } from './MapMenu.tsx';
import styles from './MapView.module.css';
import { MeasureTools } from './MeasureTools.tsx';
import type { BaseMap, MapBounds, MapPosition, Place } from './map-provider.ts';
import type { OverlayLayer } from './overlays/overlay-layer.ts';
import { MarkerMenu } from './popups/MarkerMenu.tsx';
import { VehiclePopupViews } from './popups/VehiclePopupViews.tsx';
import vehicleStyles from './popups/Vehicles.module.css';
import { reducedMotion } from './reduced-motion.ts';
import { StreetsOffer } from './StreetsOffer.tsx';
import type { ToolBox } from './tools/tool-box.ts';
import { type MapElements, useVehicleMap, type VehicleMapProps } from './use-vehicle-map.ts';
import type { VehicleMap } from './vehicle-map.ts';
import type { MarkerLayout } from './vehicles/marker-layout.ts';

/** Zoom when a vehicle is located (specification 9). */
const LOCATE_ZOOM = 13;

export type MapHandle = {
  /** Centres the map on a position in WGS-84 degrees. */
  locate(lng: number, lat: number, zoom?: number, coveredBelow?: number): void;
  /** Centre and zoom, WGS-84 degrees. */
  getView(): MapPosition;
  getBounds(): MapBounds;
  /** Fits the bounds into the view. `drawn`: the user drew them, so that the view may come closer than the ground shows. */
  fit(bounds: MapBounds, drawn?: boolean): void;
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

export type MapViewProps = VehicleMapProps & {
  /** IDs of the selected vehicles; they are ringed, on top and always labelled. */
  selected: string | readonly string[] | null;
  dark: boolean;
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
/** Fitted bounds are at least this large where the ground is empty, CSS px. */
const MIN_FITTED_PX = 64;
/** On a small map the padding takes at most half of the size. */
const roomAround = ({ clientWidth, clientHeight }: HTMLElement): number => Math.min(ROOM, clientWidth / 4, clientHeight / 4);

/** A located vehicle is not shown on empty ground, unless the user has zoomed there. */
function limitZoom(base: BaseMap, zoom: number): number {
  return Math.min(zoom, Math.max(base.emptyBeyond ?? Number.POSITIVE_INFINITY, base.position().zoom));
}

/** The closest zoom for bounds: where the ground shows something, or where the bounds can be seen. */
function limitFit(base: BaseMap, [west, south, east, north]: MapBounds): number | undefined {
  if (base.emptyBeyond === undefined) return undefined;
  const span = Math.max(mercatorX(east) - mercatorX(west), mercatorY(south) - mercatorY(north));
  const visible = span > 0 ? Math.log2(MIN_FITTED_PX / (span * worldSizeAt(0))) : 0;
  return Math.max(limitZoom(base, Number.POSITIVE_INFINITY), visible);
}

/** Exposes the open map to the page. */
function useMapHandle(ref: Ref<MapHandle> | undefined, map: VehicleMap | null, container: MapElements['container']): void {
  useImperativeHandle<MapHandle | null, MapHandle | null>(
    ref as Ref<MapHandle | null>,
    () =>
      map && {
        locate: (lng, lat, zoom = LOCATE_ZOOM, coveredBelow = 0) =>
          map.base.moveTo({ lng, lat, zoom: limitZoom(map.base, zoom) }, !reducedMotion(), coveredBelow),
        getView: () => map.base.position(),
        getBounds: () => map.base.bounds(),
        fit: (bounds, drawn = false) => {
          const limit = drawn ? undefined : limitFit(map.base, bounds);
          map.base.fitBounds(bounds, !reducedMotion(), roomAround(container.current!), limit);
        },
        overlays: map.overlays,
        tools: map.tools,
        search: (text) => map.base.search(text),
        addressOf: (lng, lat) => map.base.addressOf(lng, lat),
        capture: () => map.capture(),
      },
    [map, container],
  );
}

/** Zoom, home and measuring; `measureColour` is null without the permission. */
function ZoomControls({ map, measureColour }: { map: VehicleMap | null; measureColour: string | null }) {
  const { t } = useTranslation();
  return (
    <div className={styles['controls']} role="toolbar" aria-label={t('map.tools')} aria-orientation="vertical">
      <div className={styles['zoom']}>
        <IconButton label={t('map.zoomIn')} icon={<PlusOutlined />} onClick={() => map?.base.zoomBy(1)} />
        <IconButton label={t('map.zoomOut')} icon={<MinusOutlined />} onClick={() => map?.base.zoomBy(-1)} />
      </div>
      <IconButton label={t('map.wholeCountry')} icon={<CompressOutlined />} onClick={() => map?.base.home()} />
      {map && measureColour !== null && <MeasureTools map={map} colour={measureColour} />}
    </div>
  );
}

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
  const latest = useRef(props);
  latest.current = props;
  const palette = palettes[dark ? 'dark' : 'light'];
  const language = i18n.language ?? 'zh';
  const opened = useVehicleMap(props, { palette, language }, { layout, smooth, clusters });
  const { map, elements, popups, seen, unavailable, lost, provider, baseMap, setting, choose, toWindow } = opened;
  const { container, overlay, canvas } = elements;

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
  useViewPart(live && seen ? { bounds: seen.bounds, tids: selectedIds, ...(clusters ? { zoom: seen.zoom } : {}) } : null);

  useMapHandle(props.ref, map, container);

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
        <ZoomControls map={map} measureColour={measures ? palette.brand : null} />
        <MapMenu
          key={provider?.id}
          map={map}
          shown={provider && { mode: provider.mode, baseMap }}
          setting={setting}
          onChoose={choose}
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
      {/* the map of the whole fleet, not the small ones */}
      {map && props.layout === undefined && map.base.emptyBeyond !== undefined && (
        <StreetsOffer onShow={() => choose({ mode: 0, baseMap: 'openFreeMap' })} />
      )}
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
