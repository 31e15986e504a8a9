import type { CallReply } from '@fleetwarden/contract/call';
import type { settingsCalls } from '@fleetwarden/contract/settings/routes';
import type { MediaService } from '@fleetwarden/contract/settings/test-results';
import type { Settings } from './snapshot.ts';

/** Addresses of this server as terminals get them; host undefined: PUBLIC_HOST is not set. */
export type OwnAddresses = { readonly host: string | undefined; readonly mediaPort: number; readonly evidencePort: number };

/** Tries to connect; false also for addresses that must not be reached. */
export type Reach = (host: string, port: number) => Promise<boolean>;

/** Tries the addresses that terminals get for video and for files of alarms. `values`: settings that are not saved yet. */
export async function testMedia(
  settings: Pick<Settings, 'evidenceHost' | 'evidencePort'>,
  values: { readonly evidenceHost?: string | undefined; readonly evidencePort?: number | undefined },
  { own, reach }: { readonly own: OwnAddresses; readonly reach: Reach },
): Promise<CallReply<(typeof settingsCalls)['testMedia']>> {
  const host = own.host ?? '';
  const { evidenceHost = settings.evidenceHost, evidencePort = settings.evidencePort } = values;
  const addresses: readonly { readonly service: MediaService; readonly host: string; readonly port: number }[] = [
    { service: 'media', host, port: own.mediaPort },
    evidenceHost === ''
      ? { service: 'evidence', host, port: own.evidencePort }
      : { service: 'evidence', host: evidenceHost, port: evidencePort },
  ];
  const list = addresses.map(async (address) => ({
    ...address,
    reachable: address.host === '' ? null : await reach(address.host, address.port),
  }));
  return { list: await Promise.all(list) };
}
