import { useQuery } from '@tanstack/react-query';
import { callPaged } from '../../api/call-paged.ts';
import type { AreaRecord } from './area-record.ts';
import { areaRows } from './area-record.ts';

/** Areas of one call, and all a map is for. */
const PAGE = 500;
const MAX_GEOFENCES = 5_000;

/** Every area of the scope with its shape, the newest first. */
async function everyArea(signal: AbortSignal): Promise<readonly AreaRecord[]> {
  const found: AreaRecord[] = [];
  for (let page = 1; ; page++) {
    const { list, total } = await callPaged(areaRows.list, {}, { signal, quiet: true, pageModel: { page, limit: PAGE } });
    found.push(...(list as readonly AreaRecord[]));
    if (list.length === 0 || found.length >= Math.min(total, MAX_GEOFENCES)) return found;
  }
}

export const AREAS_KEY = ['areas'] as const;

/** The areas, once somebody wants to see any of them. */
export const useAreas = (wanted: boolean) =>
  useQuery({
    queryKey: AREAS_KEY,
    queryFn: ({ signal }) => everyArea(signal),
    enabled: wanted,
    staleTime: 60_000,
    networkMode: 'always',
  });
