import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { serverAddress } from './server-address.ts';

/** Asks the map's provider for an address, WGS-84 degrees; null where it knows none. May reject. */
export type AddressOf = (lng: number, lat: number) => Promise<string | null>;

/** Digits of a degree within which a vehicle on its way has one address: a hundred metres. */
const DIGITS = 3;
const KEPT_MS = 600_000;

/**
 * The address at a place (NaN: nowhere), by the map's provider, else by the server; '' where none is known or none can be had,
 * null while it is being asked for. While another is asked for, the one before stays. `restMs`: asked for only by what is still
 * there so much later, so that things that come and go many times a second ask nothing.
 */
export function useAddress(lng: number, lat: number, addressOf?: AddressOf, restMs = 0): string | null {
  const nowhere = Number.isNaN(lng) || Number.isNaN(lat);
  const { data, isError } = useQuery({
    queryKey: ['address', lng.toFixed(DIGITS), lat.toFixed(DIGITS)],
    enabled: !nowhere,
    queryFn: async ({ signal }) => {
      if (restMs > 0) await rest(restMs, signal);
      const told = await addressOf?.(lng, lat).catch(() => null);
      if (told) return told;
      return (await serverAddress(lng, lat, signal)) ?? '';
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (nowhere || isError) return '';
  return data ?? null;
}

/** Waits; rejects at once when it is given up. */
const rest = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
