import type { UserInfo } from '@fleetwarden/contract/identity';
import { bd09ToWgs84, wgs84ToBd09 } from '@fleetwarden/domain/coordinates';
import { create } from 'zustand';

/** WGS-84 degrees. */
export type MapView = { readonly lng: number; readonly lat: number; readonly zoom: number };

/** What the map shows: the page that has a map writes it, logging out saves it, the next map opens there. */
export const useMapState = create<{ readonly view: MapView | null }>(() => ({ view: null }));

/** Specification 9, in the Baidu system like everything saved of the map. */
const DEFAULT_CENTRE = '116.3964|39.9093';
const DEFAULT_LEVEL = 12;
/** lng|lat in degrees. */
const CENTRE_FORM = /^-?\d+(\.\d+)?\|-?\d+(\.\d+)?$/;
/** Config typeIDs of the user info (specification 3). */
const CENTRE = 1;
const LEVEL = 2;
/** The map modes of the specification; mode 1 is the Baidu system. */
const MAP_TYPE = 1;

/** Where a user's map opens: as it was left in this window, else as the server has it, else Beijing. */
export function openingView(configList: UserInfo['configList']): MapView {
  const { view } = useMapState.getState();
  if (view) return view;
  const text = (typeID: number) => configList.find((item) => item.typeID === typeID)?.content;
  const configured = text(CENTRE) ?? '';
  const [x, y] = (CENTRE_FORM.test(configured) ? configured : DEFAULT_CENTRE).split('|').map(Number) as [number, number];
  const [lng, lat] = bd09ToWgs84([x, y]);
  return { lng, lat, zoom: Number(text(LEVEL)) || DEFAULT_LEVEL };
}

/** The same for the log-out call; nothing where no map was shown. */
export function savedView(): { level: number; center: string; mapType: number } | Record<string, never> {
  const { view } = useMapState.getState();
  if (!view) return {};
  const center = wgs84ToBd09([view.lng, view.lat]).map((degrees) => degrees.toFixed(6));
  return { level: Math.round(view.zoom), center: center.join('|'), mapType: MAP_TYPE };
}
