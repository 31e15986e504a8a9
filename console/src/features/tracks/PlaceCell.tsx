import { useQuery } from '@tanstack/react-query';
import type { MapHandle } from '../../map/MapView.tsx';

/** Decimals of geocoded coordinates: four are 10 m. */
const DECIMALS = 4;

/** A position: the address of the map's provider, else WGS-84 coordinates. */
export function PlaceCell({ map, lng, lat }: { map: MapHandle | null; lng: number; lat: number }) {
  const place = coordinates(lng, lat, DECIMALS);
  const { data } = useQuery({
    queryKey: ['address', place],
    // unknown addresses are not requested again
    queryFn: async () => (await map!.addressOf(lng, lat).catch(() => null)) ?? '',
    enabled: map !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <span title={data || undefined}>{data || coordinates(lng, lat)}</span>;
}

/** 116.391300, 39.907500 */
export const coordinates = (lng: number, lat: number, decimals = 6): string =>
  `${lng.toFixed(decimals)}, ${lat.toFixed(decimals)}`;
