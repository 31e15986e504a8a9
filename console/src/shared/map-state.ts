import type { UserInfo } from '@fleetwarden/contract/identity/schemas';
import { bd09ToWgs84, wgs84ToBd09 } from '@fleetwarden/domain/coordinates';
import { create } from 'zustand';
import { tabStore } from '../api/storage.ts';

/** WGS-84 degrees. */
export type MapView = { readonly lng: number; readonly lat: number; readonly zoom: number };

/** Specification 4: 1 Baidu-style, 2 Amap-style, 3 Tencent-style; 0 is the map that needs no key. */
type MapMode = 0 | 1 | 2 | 3;

type MapState = {
  readonly view: MapView | null;
  /** The map asked for in this window; null: none was shown yet. */
  readonly mode: MapMode | null;
  /** The one that is shown: where the platform has no key for what was asked for, the map that needs none. */
  readonly shown: MapMode | null;
};

/** Keeps the state over a reload of the page. */
const KEPT = 'map.kept';

/** What the map shows: the page that has a map writes it, logging out saves it, the next map opens there. */
export const useMapState = create<MapState>(() => takeKept());

/** The page is about to be loaded anew for another map: it goes on where it was. */
export function keepMapState(): void {
  tabStore.set(KEPT, JSON.stringify(useMapState.getState()));
}

function takeKept(): MapState {
  const nothing: MapState = { view: null, mode: null, shown: null };
  const text = tabStore.get(KEPT);
  tabStore.remove(KEPT);
  try {
    const { view = null, mode = null } = JSON.parse(text ?? '{}') as Partial<MapState>;
    const sound = view === null || [view.lng, view.lat, view.zoom].every(Number.isFinite);
    return { view: sound ? view : null, mode: [0, 1, 2, 3].includes(mode ?? -1) ? mode : null, shown: null };
  } catch {
    return nothing;
  }
}

/** Specification 9, in the Baidu system like everything saved of the map. */
const DEFAULT_CENTRE = '116.3964|39.9093';
const DEFAULT_LEVEL = 12;
/** lng|lat in degrees. */
const CENTRE_FORM = /^-?\d+(\.\d+)?\|-?\d+(\.\d+)?$/;
/** Config typeIDs of the user info (specification 3). */
const CENTRE = 1;
const LEVEL = 2;
/** Specification 4: what is saved is in the Baidu system whatever the mode; where none was shown it is the first. */
const FIRST_MODE = 1;

/** Where a user's map opens: as it was left in this window, else as the server has it, else Beijing. */
export function openingView(configList: UserInfo['configList']): MapView {
  return useMapState.getState().view ?? configuredView(configList);
}

/** The view the server keeps for the user, else Beijing. */
export function configuredView(configList: UserInfo['configList']): MapView {
  const text = (typeID: number) => configList.find((item) => item.typeID === typeID)?.content;
  const configured = text(CENTRE) ?? '';
  const [x, y] = (CENTRE_FORM.test(configured) ? configured : DEFAULT_CENTRE).split('|').map(Number) as [number, number];
  const [lng, lat] = bd09ToWgs84([x, y]);
  return { lng, lat, zoom: Number(text(LEVEL)) || DEFAULT_LEVEL };
}

/** The same once a view was saved, for who was told another one when they signed in. */
export function withSavedView(configList: UserInfo['configList'], view: MapView): UserInfo['configList'] {
  const { level, center } = written(view);
  const others = configList.filter(({ typeID }) => typeID !== CENTRE && typeID !== LEVEL);
  return [...others, { typeID: CENTRE, content: center }, { typeID: LEVEL, content: String(level) }];
}

/** A view as it is saved. */
const written = ({ lng, lat, zoom }: MapView) => ({
  level: Math.round(zoom),
  center: wgs84ToBd09([lng, lat])
    .map((degrees) => degrees.toFixed(6))
    .join('|'),
});

/** What the log-out call saves, or somebody who wants to: nothing where no map was shown. */
export function savedView(
  view: MapView | null = useMapState.getState().view,
): { level: number; center: string; mapType?: number } | Record<string, never> {
  const { mode } = useMapState.getState();
  if (!view) return {};
  // the map without a key has no number: the department's provider holds again
  return { ...written(view), ...(mode === 0 ? {} : { mapType: mode ?? FIRST_MODE }) };
}
