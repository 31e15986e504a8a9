import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { serverAddress } from './server-address.ts';

/** Reverse-geocodes with the map's provider, WGS-84 degrees; null if unknown. May reject. */
export type AddressOf = (lng: number, lat: number) => Promise<string | null>;

/** Digits of a degree within which a moving vehicle keeps its address: 100 m. */
const DIGITS = 3;
const KEPT_MS = 600_000;

/**
 * The address of a position (NaN: none) from the map's provider, else from the server. '' if unknown or unavailable, null while
 * loading; the previous address stays meanwhile. `restMs` delays the request, so that short-lived items request nothing.
 */
export function useAddress(lng: number, lat: number, addressOf?: AddressOf, restMs = 0): string | null {
  const { i18n } = useTranslation();
  const nowhere = Number.isNaN(lng) || Number.isNaN(lat);
  const { data, isError } = useQuery({
    queryKey: ['address', i18n.language, lng.toFixed(DIGITS), lat.toFixed(DIGITS)],
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

/** Waits; rejects at once on abort. */
const rest = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
