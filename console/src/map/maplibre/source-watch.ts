import type { Map as MapLibre } from 'maplibre-gl';
import type { MapFault } from '../map-provider.ts';

/** A source without any tile after this time is not reachable. */
const TIMEOUT_MS = 15_000;

type SourceEvent = { readonly sourceId?: string; readonly tile?: { readonly state: string } };

/** Reports once if no tile of the source can be loaded. Tiles that do not exist are no fault. Returns the end of the watch. */
export function watchSource(map: MapLibre, source: string, failed: (fault: MapFault) => void): () => void {
  let faults = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ofTile = (event: object): boolean =>
    (event as SourceEvent).sourceId === source && (event as SourceEvent).tile !== undefined;
  const fail = (fault: MapFault) => {
    end();
    failed(fault);
  };
  const started = (event: object) => {
    if (ofTile(event)) timer ??= setTimeout(() => fail('timeout'), TIMEOUT_MS);
  };
  const loaded = (event: object) => {
    // an aborted tile is reported too
    if (ofTile(event) && (event as SourceEvent).tile?.state === 'loaded') end();
  };
  const faulted = (event: object) => {
    if (ofTile(event)) faults++;
  };
  const rested = () => {
    if (faults > 0) return fail('blocked');
    clearTimeout(timer);
    timer = undefined;
  };
  const end = () => {
    clearTimeout(timer);
    map.off('dataloading', started);
    map.off('data', loaded);
    map.off('error', faulted);
    map.off('idle', rested);
  };
  map.on('dataloading', started);
  map.on('data', loaded);
  map.on('error', faulted);
  map.on('idle', rested);
  return end;
}
