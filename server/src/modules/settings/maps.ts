import type { CallReply } from '@fleetwarden/contract/call';
import { keyedMaps } from '@fleetwarden/contract/settings/map-modes';
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
  const { mapSource, mapSourceUrl, mapSatelliteUrl, mapAttribution } = seen.settingsOf(null);
  // a source without an address is none
  const kind = mapSourceUrl === '' ? 'boundaries' : mapSource;
  return {
    keys: keys.filter(({ key }) => key !== ''),
    source: { kind, url: kind === 'boundaries' ? '' : mapSourceUrl, satelliteUrl: mapSatelliteUrl, attribution: mapAttribution },
  };
}

/** Hosts for the page's policy: the requested provider if it has a key, and the platform's own tile source. */
export function pageMapOf(seen: Snapshot, wanted: number): PageMap {
  const asked = keyedMaps.find(({ mode }) => mode === wanted);
  const { mapSource, mapSourceUrl, mapSatelliteUrl } = seen.settingsOf(null);
  const urls = [mapSource === 'boundaries' ? '' : mapSourceUrl, mapSatelliteUrl];
  return {
    mode: asked && seen.hasSecret(asked.keySetting) ? asked.mode : 0,
    origins: [...new Set(urls.flatMap(originsOf))],
  };
}

/** Origins of a tile template for a policy; several subdomains become a wildcard. */
function originsOf(url: string): string[] {
  const [, scheme, host] = /^(https?):\/\/([^/?#]+)/i.exec(url) ?? [];
  if (!scheme || !host) return [];
  const plain = host.replace(/^[^.]*\{[^}]*\}[^.]*\./, '*.');
  return /^(\*\.)?[a-z0-9.-]+(:\d+)?$/i.test(plain) ? [`${scheme.toLowerCase()}://${plain}`] : [];
}
