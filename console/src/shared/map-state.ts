import type { UserInfo } from '@fleetwarden/contract/identity/schemas';
import { type BaseMapName, isBaseMap } from '@fleetwarden/contract/settings/map-sources';
import { bd09ToWgs84, wgs84ToBd09 } from '@fleetwarden/domain/coordinates';
import { create } from 'zustand';
import { tabStore } from '../api/storage.ts';

/** WGS-84 degrees. */
export type MapView = { readonly lng: number; readonly lat: number; readonly zoom: number };

/** Specification 4: 1 Baidu-style, 2 Amap-style, 3 Tencent-style; 0 is the keyless map. */
type MapMode = 0 | 1 | 2 | 3;

type MapState = {
  readonly view: MapView | null;
  /** The requested map of this window; null: none yet. */
  readonly mode: MapMode | null;
  /** The requested base map of the keyless map; null: none yet. */
  readonly baseMap: BaseMapName | null;
  /** The displayed map: keyless if the platform has no key for the requested one. */
  readonly shown: MapMode | null;
};

/** Session key of the state during a page reload. */
const STORAGE_KEY = 'map.state';

/** The map's state: written by the page with a map, saved at logout, restored by the next map. */
export const useMapState = create<MapState>(() => readStoredState());

/** Stores the state before the page reloads for another map. */
export function keepMapState(): void {
  tabStore.set(STORAGE_KEY, JSON.stringify(useMapState.getState()));
}

function readStoredState(): MapState {
  const nothing: MapState = { view: null, mode: null, baseMap: null, shown: null };
  const text = tabStore.get(STORAGE_KEY);
  tabStore.remove(STORAGE_KEY);
  try {
    const { view = null, mode = null, baseMap = null } = JSON.parse(text ?? '{}') as Partial<MapState>;
    const sound = view === null || [view.lng, view.lat, view.zoom].every(Number.isFinite);
    return {
      view: sound ? view : null,
      mode: [0, 1, 2, 3].includes(mode ?? -1) ? mode : null,
      baseMap: isBaseMap(baseMap) ? baseMap : null,
      shown: null,
    };
  } catch {
    return nothing;
  }
}

/** Specification 9, in the Baidu system like all stored map views. */
const DEFAULT_CENTRE = '116.3964|39.9093';
const DEFAULT_LEVEL = 12;
/** lng|lat in degrees. */
const CENTRE_FORM = /^-?\d+(\.\d+)?\|-?\d+(\.\d+)?$/;
/** Config typeIDs of the user info (specification 3). */
const CENTRE = 1;
const LEVEL = 2;
/** Specification 4: stored views use the Baidu system in every mode; default mode is the first. */
const FIRST_MODE = 1;

/** The initial view: last view of this window, else the server's, else Beijing. */
export function openingView(configList: UserInfo['configList']): MapView {
  return useMapState.getState().view ?? configuredView(configList);
}

/** Whether this window, the account or its department has a view of its own; otherwise the map fits the fleet. */
export const hasSavedView = (configList: UserInfo['configList']): boolean =>
  useMapState.getState().view !== null || hasConfiguredView(configList);

/** Whether the account or its department has a view of its own. */
export function hasConfiguredView(configList: UserInfo['configList']): boolean {
  const text = (typeID: number) => configList.find((item) => item.typeID === typeID)?.content;
  const centre = text(CENTRE) ?? '';
  return CENTRE_FORM.test(centre) && (centre !== DEFAULT_CENTRE || (text(LEVEL) ?? '') !== String(DEFAULT_LEVEL));
}

/** The stored view of the user, else Beijing. */
export function configuredView(configList: UserInfo['configList']): MapView {
  const text = (typeID: number) => configList.find((item) => item.typeID === typeID)?.content;
  const configured = text(CENTRE) ?? '';
  const [x, y] = (CENTRE_FORM.test(configured) ? configured : DEFAULT_CENTRE).split('|').map(Number) as [number, number];
  const [lng, lat] = bd09ToWgs84([x, y]);
  return { lng, lat, zoom: Number(text(LEVEL)) || DEFAULT_LEVEL };
}

/** Updates the configuration after a view was saved. */
export function withSavedView(configList: UserInfo['configList'], view: MapView): UserInfo['configList'] {
  const { level, center } = written(view);
  const others = configList.filter(({ typeID }) => typeID !== CENTRE && typeID !== LEVEL);
  return [...others, { typeID: CENTRE, content: center }, { typeID: LEVEL, content: String(level) }];
}

/** A view in the stored format. */
const written = ({ lng, lat, zoom }: MapView) => ({
  level: Math.round(zoom),
  center: wgs84ToBd09([lng, lat])
    .map((degrees) => degrees.toFixed(6))
    .join('|'),
});

/** The view to save at logout or on request; nothing if no map was shown. */
export function savedView(
  view: MapView | null = useMapState.getState().view,
): { level: number; center: string; mapType?: number } | Record<string, never> {
  const { mode } = useMapState.getState();
  if (!view) return {};
  // the keyless map has no number: the department's provider applies again
  return { ...written(view), ...(mode === 0 ? {} : { mapType: mode ?? FIRST_MODE }) };
}
