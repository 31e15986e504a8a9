import { loadCode } from '../../api/load-code.ts';
import type { MapMode, MapProvider } from '../map-provider.ts';
import type { MapSource } from '../maplibre/map-source.ts';

/** Providers that need a key; modes and setting values follow the specification (3, 4). */
export type KeyedMode = Exclude<MapMode, 0>;

/** Credentials of a provider's script; `code` is Amap's security code, '' elsewhere. */
export type MapKey = { readonly key: string; readonly code: string };

/** Loads a provider's code and script on demand. */
const LOADERS: Record<KeyedMode, (key: MapKey) => Promise<MapProvider>> = {
  1: async ({ key }) => (await import('./baidu-provider.ts')).loadBaidu(key),
  2: async ({ key, code }) => (await import('./amap-provider.ts')).loadAmap(key, code),
  3: async ({ key }) => (await import('./tencent-provider.ts')).loadTencent(key),
};

/** Rejects with `MapUnavailable` and its fault. */
export function loadKeyed(mode: KeyedMode, key: MapKey): Promise<MapProvider> {
  return LOADERS[mode](key);
}

export async function loadKeyless(source: MapSource): Promise<MapProvider> {
  const { loadMaplibre } = await loadCode(() => import('../maplibre/maplibre-provider.ts'));
  return loadMaplibre(source);
}
