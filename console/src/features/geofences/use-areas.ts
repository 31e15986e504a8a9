import { useQuery } from '@tanstack/react-query';
import { callPaged } from '../../api/call-paged.ts';
import type { AreaRecord } from './area-record.ts';
import { areaRows } from './area-record.ts';

/** Limit per call, and for a map. */
const PAGE = 500;
const MAX_GEOFENCES = 5_000;

/** All geofences of the scope with shapes, newest first. */
async function everyArea(signal: AbortSignal): Promise<readonly AreaRecord[]> {
  const records: AreaRecord[] = [];
  for (let page = 1; ; page++) {
    const { list, total } = await callPaged(areaRows.list, {}, { signal, quiet: true, pageModel: { page, limit: PAGE } });
    records.push(...(list as readonly AreaRecord[]));
    if (list.length === 0 || records.length >= Math.min(total, MAX_GEOFENCES)) return records;
  }
}

export const AREAS_KEY = ['areas'] as const;

/** The geofences, loaded when first needed. */
export const useAreas = (wanted: boolean) =>
  useQuery({
    queryKey: AREAS_KEY,
    queryFn: ({ signal }) => everyArea(signal),
    enabled: wanted,
    staleTime: 60_000,
    networkMode: 'always',
  });
