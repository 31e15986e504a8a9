import { type AddressOf, useAddress } from '../map/use-address.ts';

/** Delay before an address is requested, ms: rows that scroll past or move on request nothing. */
const REST_MS = 500;

/**
 * A position (WGS-84) in a list or card: its address with the coordinates as a hint, or only coordinates while it is unknown.
 * `addressOf`: of the map's provider; without it the server is asked.
 */
export function PlaceCell({ lng, lat, addressOf }: { lng: number; lat: number; addressOf?: AddressOf | undefined }) {
  const address = useAddress(lng, lat, addressOf, REST_MS);
  const place = coordinates(lng, lat);
  return <span title={place}>{address || place}</span>;
}

/** 116.391300, 39.907500 */
export const coordinates = (lng: number, lat: number): string => `${lng.toFixed(6)}, ${lat.toFixed(6)}`;
