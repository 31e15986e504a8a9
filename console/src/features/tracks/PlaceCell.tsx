import { useQuery } from '@tanstack/react-query';
import type { MapHandle } from '../../map/MapView.tsx';

/** Degrees an address is asked for by: four decimals are ten metres. */
const DECIMALS = 4;

/** Where something was: the address, where the map's provider knows one, else the coordinates, WGS-84 degrees. */
export function PlaceCell({ map, lng, lat }: { map: MapHandle | null; lng: number; lat: number }) {
  const place = coordinates(lng, lat, DECIMALS);
  const { data } = useQuery({
    queryKey: ['address', place],
    // what is not known is not asked for again
    queryFn: async () => (await map!.addressOf(lng, lat).catch(() => null)) ?? '',
    enabled: map !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <span title={data || undefined}>{data || coordinates(lng, lat)}</span>;
}

/** 116.391300, 39.907500 */
export const coordinates = (lng: number, lat: number, decimals = 6): string =>
  `${lng.toFixed(decimals)}, ${lat.toFixed(decimals)}`;
