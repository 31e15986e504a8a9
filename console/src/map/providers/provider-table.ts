import type { MapMode, MapProvider } from '../map-provider.ts';
import type { MapSource } from '../maplibre/map-source.ts';

/** The providers that need a key; mode and setting value are the specification's (3, 4). */
export type KeyedMode = Exclude<MapMode, 0>;

/** What a provider's script wants to know of the platform; `code` is Amap's security code, '' elsewhere. */
export type MapKey = { readonly key: string; readonly code: string };

/** Loads the code of one provider and with it its script: none of them is loaded before it is asked for. */
const LOADERS: Record<KeyedMode, (key: MapKey) => Promise<MapProvider>> = {
  1: async ({ key }) => (await import('./baidu-provider.ts')).loadBaidu(key),
  2: async ({ key, code }) => (await import('./amap-provider.ts')).loadAmap(key, code),
  3: async ({ key }) => (await import('./tencent-provider.ts')).loadTencent(key),
};

/** Rejects with `MapUnavailable`, whose fault says why. */
export function loadKeyed(mode: KeyedMode, key: MapKey): Promise<MapProvider> {
  return LOADERS[mode](key);
}

export async function loadKeyless(source: MapSource): Promise<MapProvider> {
  return (await import('../maplibre/maplibre-provider.ts')).loadMaplibre(source);
}
