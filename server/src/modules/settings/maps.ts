import type { CallReply } from '@fleetwarden/contract/call';
import { keyedMaps } from '@fleetwarden/contract/settings/map-modes';
import { isBaseMap, isMapPreset, type MapSource, resolveBaseMap } from '@fleetwarden/contract/settings/map-sources';
import type { SecretSettingKey } from '@fleetwarden/contract/settings/platform-settings';
import type { settingsCalls } from '@fleetwarden/contract/settings/routes';
import type { PageMap } from '../../platform/http/map-policy.ts';
import type { Snapshot } from './snapshot.ts';

/** Map settings of the platform. */
export type MapSetting = Omit<CallReply<(typeof settingsCalls)['getMapSetting']>, 'settings'>;

/** Reads a secret back as it holds for a department; '' where none is set, or none that can be read. */
type SecretOf = (key: SecretSettingKey, departmentId: number) => Promise<string>;

/** Map settings for a console of this department. */
export async function mapSettingOf(seen: Snapshot, departmentId: number, secretOf: SecretOf): Promise<MapSetting> {
  const keys = await Promise.all(
    keyedMaps.map(async ({ mode, keySetting, codeSetting }) => ({
      mode,
      key: await secretOf(keySetting, departmentId),
      code: codeSetting ? await secretOf(codeSetting, departmentId) : '',
    })),
  );
  return { keys: keys.filter(({ key }) => key !== ''), source: platformSource(seen) };
}

/** The platform's own source: a preset, or the one of its address. */
function platformSource(seen: Snapshot): MapSource {
  const { mapSource, mapSourceUrl, mapSatelliteUrl, mapAttribution } = seen.settingsOf(null);
  const own = { url: mapSourceUrl, satelliteUrl: mapSatelliteUrl, attribution: mapAttribution };
  if (isMapPreset(mapSource)) return resolveBaseMap(mapSource, { ...own, kind: 'boundaries' });
  // a source without an address is none
  const kind = mapSourceUrl === '' ? 'boundaries' : mapSource;
  return { ...own, kind, url: kind === 'boundaries' ? '' : mapSourceUrl };
}

/** Hosts for the page's policy: the requested provider if it has a key, and the source of the base map. */
export function pageMapOf(seen: Snapshot, wanted: string): PageMap {
  const asked = keyedMaps.find(({ mode }) => String(mode) === wanted);
  const baseMap = isBaseMap(wanted) ? wanted : 'platform';
  const { url, satelliteUrl } = resolveBaseMap(baseMap, platformSource(seen));
  return {
    mode: asked && seen.hasSecret(asked.keySetting) ? asked.mode : 0,
    baseMap,
    origins: [...new Set([url, satelliteUrl].flatMap(originsOf))],
  };
}

/** Origins of a tile template for a policy; several subdomains become a wildcard. */
function originsOf(url: string): string[] {
  const [, scheme, host] = /^(https?):\/\/([^/?#]+)/i.exec(url) ?? [];
  if (!scheme || !host) return [];
  const plain = host.replace(/^[^.]*\{[^}]*\}[^.]*\./, '*.');
  return /^(\*\.)?[a-z0-9.-]+(:\d+)?$/i.test(plain) ? [`${scheme.toLowerCase()}://${plain}`] : [];
}
