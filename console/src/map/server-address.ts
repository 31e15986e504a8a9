import { detailsCalls } from '@fleetwarden/contract/details/routes';
import { call } from '../api/call.ts';
import { MapServiceFault } from './map-provider.ts';

/**
 * Reverse-geocodes WGS-84 degrees on the server: by the configured service, else province and city by the boundaries. Null if
 * unknown (the reply's code is not 200). Throws `MapServiceFault`.
 */
export async function serverAddress(lng: number, lat: number, signal?: AbortSignal): Promise<string | null> {
  try {
    const { data } = await call(detailsCalls.getAddress, { lng, lat }, { quiet: true, ...(signal ? { signal } : {}) });
    return data?.addressInfo ?? null;
  } catch (error) {
    throw new MapServiceFault(`address by the server: ${String(error)}`, 'blocked');
  }
}
