import { keyedMaps, MAP_MODE_COOKIE, MAP_MODE_META } from '@fleetwarden/contract/settings/map-modes';
import { type BaseMapName, resolveBaseMap } from '@fleetwarden/contract/settings/map-sources';
import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import { call } from '../api/call.ts';
import { readCookie, writeCookie } from '../api/cookie.ts';
import { tabStore } from '../api/storage.ts';
import { keepMapState } from '../shared/map-state.ts';
import type { MapFault, MapMode, MapProvider } from './map-provider.ts';
import { MapUnavailable } from './map-provider.ts';
import { type MapSource, NO_SOURCE } from './maplibre/map-source.ts';
import { type KeyedMode, loadKeyed, loadKeyless, type MapKey } from './providers/provider-table.ts';

/** Session key: the map for which this tab has reloaded, to reload once only. */
const RELOADED = 'map.reloadedFor';

const COOKIE_DAYS = 365;
/** The content of the meta tag in a page that no server has filled in. */
const PLACEHOLDER = '__MAP_MODE__';

/** Map settings of the platform. */
export type MapSetting = {
  readonly keys: ReadonlyMap<KeyedMode, MapKey>;
  /** The platform's own source. */
  readonly source: MapSource;
};

/** A map to open: a mode with a key, or mode 0 with a base map. */
export type MapChoice = { readonly mode: MapMode; readonly baseMap: BaseMapName };

/** An opened provider, and why the requested one failed. */
export type OpenedMap = {
  readonly provider: MapProvider;
  /** What the keyless map shows, or would show. */
  readonly baseMap: BaseMapName;
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

/** The map to open first: that of this window, else the user's saved base map, else the configured provider. */
export function firstChoice(
  configList: Parameters<typeof configuredMode>[0],
  saved: BaseMapName | undefined,
  window: { readonly mode: MapMode | null; readonly baseMap: BaseMapName | null },
): MapChoice {
  const baseMap = window.baseMap ?? saved ?? 'platform';
  return { baseMap, mode: window.mode ?? (baseMap === 'platform' ? configuredMode(configList) : 0) };
}

/**
 * Opens the chosen map, or the built-in one if that fails. The content security policy allows the hosts of one map: for another
 * one the page reloads once, and this promise never settles.
 */
export async function openMap({ mode, baseMap }: MapChoice, setting: MapSetting): Promise<OpenedMap> {
  const key = mode === 0 ? undefined : setting.keys.get(mode);
  if (mode !== 0 && key) {
    if (!(await openPageFor(String(mode), setting))) return openKeyless('platform', setting, { mode, fault: 'blocked' });
    try {
      return { provider: await loadKeyed(mode, key), baseMap: 'platform', fallen: null };
    } catch (error) {
      if (!(error instanceof MapUnavailable)) throw error;
      return openKeyless('platform', setting, { mode, fault: error.fault });
    }
  }
  if (!(await openPageFor(baseMap, setting))) return openBuiltIn({ mode: 0, fault: 'blocked' });
  return openKeyless(baseMap, setting, null);
}

/** Opens the keyless map with a base map; if its source cannot be read, the boundaries remain. */
export async function openKeyless(baseMap: BaseMapName, { source }: MapSetting, fallen: OpenedMap['fallen']): Promise<OpenedMap> {
  const wanted = resolveBaseMap(baseMap, source);
  try {
    return { provider: await loadKeyless(wanted), baseMap, fallen };
  } catch (error) {
    if (!(error instanceof MapUnavailable) || wanted === NO_SOURCE) throw error;
    return openBuiltIn(fallen ?? { mode: 0, fault: error.fault });
  }
}

/** Opens the boundaries alone, which need no host. */
export const openBuiltIn = async (fallen: OpenedMap['fallen']): Promise<OpenedMap> => ({
  provider: await loadKeyless(NO_SOURCE),
  baseMap: 'boundaries',
  fallen,
});

/** Whether the page's policy allows the hosts of a map; a page without a policy (Vite) allows all. */
function pageIsOpenFor(map: string, { source }: MapSetting): boolean {
  const served = document.querySelector<HTMLMetaElement>(`meta[name="${MAP_MODE_META}"]`)?.content ?? PLACEHOLDER;
  if (served === PLACEHOLDER || served === map || map === 'boundaries') return true;
  // the platform's source is allowed beside a provider, which falls back to it
  return map === 'platform' && (source.kind === 'boundaries' || /^\d$/.test(served));
}

/** Whether the page allows the map. Else it reloads for it once, and this promise never settles. */
function openPageFor(map: string, setting: MapSetting): Promise<boolean> {
  const open = pageIsOpenFor(map, setting);
  const reloads = !open && tabStore.get(RELOADED) !== map;
  if (open) tabStore.remove(RELOADED);
  if (open || reloads) rememberPage(map);
  if (!reloads) return Promise.resolve(open);
  tabStore.set(RELOADED, map);
  keepMapState();
  location.reload();
  return new Promise(() => {});
}

/** The next page is served with the policy of this map. */
function rememberPage(map: string): void {
  const cookie = map === 'platform' ? null : map;
  if ((readCookie(MAP_MODE_COOKIE) || null) !== cookie) writeCookie(MAP_MODE_COOKIE, cookie, cookie === null ? 0 : COOKIE_DAYS);
}
