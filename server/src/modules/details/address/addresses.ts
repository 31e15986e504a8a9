import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import type { Language } from '@fleetwarden/locale/languages';
import { LRUCache } from 'lru-cache';
import { isExternalAddress } from '../../platforms/index.ts';
import { ANSWER_DIGITS, ANSWERS_KEPT, SERVICE_A_MINUTE, SERVICE_AT_ONCE } from '../limits.ts';
import { type AskService, createAskService } from './address-service.ts';
import { type DividedLand, readDividedLand } from './divided-land.ts';

type Addresses = {
  /** The address of a place, WGS-84 degrees; null where none is known. */
  of(lng: number, lat: number, language: Language): Promise<string | null>;
};

export type AddressesOptions = {
  /** URL template of the configured service; '' if not set. */
  readonly serviceUrl: () => Promise<string>;
  /** How long its answers are used again, days. */
  readonly cacheDays: () => Promise<number>;
  readonly ask?: AskService | undefined;
  /** Whether the service may be at an IP address. */
  readonly mayReach?: ((address: string) => boolean) | undefined;
  readonly failed?: ((error: unknown) => void) | undefined;
  readonly now?: (() => number) | undefined;
};

/** Addresses by the configured service, with the boundaries as fallback. */
export function createAddresses({
  serviceUrl,
  cacheDays,
  mayReach = isExternalAddress,
  ask = createAskService(mayReach),
  failed = () => undefined,
  now = Date.now,
}: AddressesOptions): Addresses {
  let land: Promise<DividedLand> | undefined;
  let asking = 0;
  let asked = { since: Number.NEGATIVE_INFINITY, count: 0 };
  // resolution 0: the clock of tests may move within a millisecond
  const cache = new LRUCache<string, { readonly address: string | null }>({
    max: ANSWERS_KEPT,
    ttlResolution: 0,
    perf: { now },
  });

  /** Whether the rate limit allows another request. */
  const mayAsk = (): boolean => {
    if (now() - asked.since >= MINUTE_MS) asked = { since: now(), count: 0 };
    return asking < SERVICE_AT_ONCE && asked.count < SERVICE_A_MINUTE;
  };

  const byService = async (template: string, lng: number, lat: number, language: Language): Promise<string | null> => {
    const key = `${language} ${template} ${lng.toFixed(ANSWER_DIGITS)} ${lat.toFixed(ANSWER_DIGITS)}`;
    const known = cache.get(key);
    if (known) return known.address;
    if (!mayAsk()) return null;
    asking++;
    asked.count++;
    try {
      const address = await ask(template, lng, lat, language);
      cache.set(key, { address }, { ttl: (await cacheDays()) * DAY_MS });
      return address;
    } catch (error) {
      failed(error);
      return null;
    } finally {
      asking--;
    }
  };

  return {
    of: async (lng, lat, language) => {
      const template = await serviceUrl();
      const told = template === '' ? null : await byService(template, lng, lat, language);
      if (told !== null) return told;
      land ??= readDividedLand();
      // a failure is not cached
      land.catch(() => {
        land = undefined;
      });
      return (await land)(lng, lat, language);
    },
  };
}
