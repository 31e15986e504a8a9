import { keyedMaps, MAP_MODE_COOKIE, MAP_MODE_META } from '@fleetwarden/contract/settings/map-modes';
import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import { call } from '../api/call.ts';
import { readCookie, writeCookie } from '../api/cookie.ts';
import { tabStore } from '../api/storage.ts';
import { keepMapState } from '../shared/map-state.ts';
import type { MapFault, MapMode, MapProvider } from './map-provider.ts';
import { MapUnavailable } from './map-provider.ts';
import { type MapSource, NO_SOURCE } from './maplibre/map-source.ts';
import { type KeyedMode, loadKeyed, loadKeyless, type MapKey } from './providers/provider-table.ts';

/** Says for which mode this tab has loaded its page anew, so that it does so once. */
const RELOADED = 'map.reloadedFor';

const COOKIE_DAYS = 365;

/** What the platform has for maps. */
export type MapSetting = {
  readonly keys: ReadonlyMap<KeyedMode, MapKey>;
  readonly source: MapSource;
};

/** A provider that is there, and why it is not the one that was asked for. */
export type OpenedMap = {
  readonly provider: MapProvider;
  readonly fallen: { readonly mode: MapMode; readonly fault: MapFault } | null;
};

/** Config typeID of the map provider in the user info (specification 3). */
const PROVIDER = 3;

/** The mode a user's configuration names: 1 BaiduMap, 2 GaodeMap, 3 TenxunMap. */
export function configuredMode(configList: readonly { readonly typeID: number; readonly content: string }[]): KeyedMode {
  const name = configList.find(({ typeID }) => typeID === PROVIDER)?.content;
  return keyedMaps.find(({ provider }) => provider === name)?.mode ?? 1;
}

/** What the platform has; without an answer there is the map that needs nothing. */
export async function readMapSetting(): Promise<MapSetting> {
  try {
    const { keys, source } = await call(settingsCalls.getMapSetting, {}, { quiet: true });
    return { keys: new Map(keys.map(({ mode, key, code }) => [mode, { key, code }])), source };
  } catch {
    return { keys: new Map(), source: NO_SOURCE };
  }
}

/**
 * The provider of a mode, else the one that needs no key. A page is served with the hosts of one provider only: where it is another
 * one's, the page is loaded anew, once, and opens where it was; this promise then never settles.
 */
export async function openMode(mode: MapMode, { keys, source }: MapSetting): Promise<OpenedMap> {
  const key = mode === 0 ? undefined : keys.get(mode);
  if (mode === 0 || !key) {
    // from its next load on the page is open for nobody else's
    if (readCookie(MAP_MODE_COOKIE)) writeCookie(MAP_MODE_COOKIE, null, 0);
    return openKeyless(source, null);
  }
  if (!pageIsOpenFor(mode)) {
    if (tabStore.get(RELOADED) === String(mode)) return openKeyless(source, { mode, fault: 'blocked' });
    reloadFor(mode);
    return new Promise(() => {});
  }
  tabStore.remove(RELOADED);
  try {
    return { provider: await loadKeyed(mode, key), fallen: null };
  } catch (error) {
    if (!(error instanceof MapUnavailable)) throw error;
    return openKeyless(source, { mode, fault: error.fault });
  }
}

/** The map without a key; a source that cannot be read leaves the boundaries. */
export async function openKeyless(source: MapSource, fallen: OpenedMap['fallen']): Promise<OpenedMap> {
  try {
    return { provider: await loadKeyless(source), fallen };
  } catch (error) {
    if (!(error instanceof MapUnavailable) || source === NO_SOURCE) throw error;
    return { provider: await loadKeyless(NO_SOURCE), fallen: fallen ?? { mode: 0, fault: error.fault } };
  }
}

/** Whether the page may load from a provider's hosts; one that nobody wrote a policy for (vite's) may. */
function pageIsOpenFor(mode: KeyedMode): boolean {
  const served = document.querySelector<HTMLMetaElement>(`meta[name="${MAP_MODE_META}"]`)?.content ?? '';
  return !/^\d$/.test(served) || served === String(mode);
}

function reloadFor(mode: KeyedMode): void {
  tabStore.set(RELOADED, String(mode));
  if (readCookie(MAP_MODE_COOKIE) !== String(mode)) writeCookie(MAP_MODE_COOKIE, String(mode), COOKIE_DAYS);
  keepMapState();
  location.reload();
}
