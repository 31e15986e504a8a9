import urls from 'virtual:boundaries';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { CODE_TRIES, waitForServer } from '../../api/load-code.ts';

type SourceFault = { readonly sourceId?: string; readonly tile?: unknown; readonly error: unknown };

/**
 * Requests boundaries that failed to load again when the server answers; MapLibre requests each file once. Returns the function
 * that stops.
 */
export function retryBoundaries(map: MapLibre): () => void {
  const failures = new Map<string, number>();
  let ended = false;
  const retry = async (event: object) => {
    const { sourceId = '', tile, error } = event as SourceFault;
    const url = (urls as Readonly<Record<string, string>>)[sourceId];
    // the browser logs failed tiles
    if (tile) return;
    // MapLibre logs errors only while nothing listens
    if (!url) return console.error(error);
    const count = (failures.get(sourceId) ?? 0) + 1;
    failures.set(sourceId, count);
    if (count === CODE_TRIES) return console.error(error);
    await waitForServer();
    if (!ended) void map.getSource<GeoJSONSource>(sourceId)?.setData(url);
  };
  map.on('error', retry);
  return () => {
    ended = true;
    map.off('error', retry);
  };
}
