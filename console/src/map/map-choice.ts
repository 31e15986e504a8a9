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

/** Session key: the mode for which this tab has reloaded, to reload once only. */
const RELOADED = 'map.reloadedFor';

const COOKIE_DAYS = 365;

/** Map settings of the platform. */
export type MapSetting = {
  readonly keys: ReadonlyMap<KeyedMode, MapKey>;
  readonly source: MapSource;
};

/** An opened provider, and why the requested one failed. */
export type OpenedMap = {
  readonly provider: MapProvider;
  readonly fallen: { readonly mode: MapMode; readonly fault: MapFault } | null;
};

/** Config typeID of the map provider in the user info (specification 3). */
const PROVIDER = 3;

/** The mode in the user's configuration: 1 BaiduMap, 2 GaodeMap, 3 TenxunMap. */
export function configuredMode(configList: readonly { readonly typeID: number; readonly content: string }[]): KeyedMode {
  const name = configList.find(({ typeID }) => typeID === PROVIDER)?.content;
  return keyedMaps.find(({ provider }) => provider === name)?.mode ?? 1;
}

/** Reads the settings; on failure, those of the keyless map. */
export async function readMapSetting(): Promise<MapSetting> {
  try {
    const { keys, source } = await call(settingsCalls.getMapSetting, {}, { quiet: true });
    return { keys: new Map(keys.map(({ mode, key, code }) => [mode, { key, code }])), source };
  } catch {
    return { keys: new Map(), source: NO_SOURCE };
  }
}

/**
 * Opens the provider of a mode, or the keyless one if that fails. The content security policy allows one provider's hosts: for
 * another one the page reloads once, and this promise never settles.
 */
export async function openMode(mode: MapMode, { keys, source }: MapSetting): Promise<OpenedMap> {
  const key = mode === 0 ? undefined : keys.get(mode);
  if (mode === 0 || !key) {
    // clears the cookie, so that the next load allows no other provider
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

/** Opens the keyless map; if its source cannot be read, the boundaries remain. */
export async function openKeyless(source: MapSource, fallen: OpenedMap['fallen']): Promise<OpenedMap> {
  try {
    return { provider: await loadKeyless(source), fallen };
  } catch (error) {
    if (!(error instanceof MapUnavailable) || source === NO_SOURCE) throw error;
    return { provider: await loadKeyless(NO_SOURCE), fallen: fallen ?? { mode: 0, fault: error.fault } };
  }
}

/** Whether the page's policy allows the provider's hosts; a page without a policy (Vite) allows all. */
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
