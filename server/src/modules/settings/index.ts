import type { OpenSettingKey, SecretSettingKey, SettingValue } from '@fleetwarden/contract/settings/platform-settings';
import type { settingsCalls } from '@fleetwarden/contract/settings/routes';
import type { ConfigChanged, UserSettings } from '@fleetwarden/contract/settings/schemas';
import type { FastifyInstance } from 'fastify';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { PageMap } from '../../platform/http/map-policy.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { MailServer } from '../../platform/mail/mail.ts';
import { createValueCipher } from '../../platform/secrets/value-cipher.ts';
import { createSettingsCalls, type SettingTests } from './calls.ts';
import { REREAD_AFTER_MS } from './limits.ts';
import { logoAt, serveLogos } from './logos.ts';
import { createMailServer } from './mail-server.ts';
import { mapSettingOf, pageMapOf } from './maps.ts';
import { createSettingsService, placeOf } from './service.ts';
import { type Brand, readSnapshot, type Settings, type Snapshot } from './snapshot.ts';
import { readUserSettings } from './user-settings.ts';

export type { FetchText } from './map-key-test.ts';
export type { Brand, Settings } from './snapshot.ts';
export { storedNumber } from './store.ts';

/** Effective values: the department's own, else of the nearest ancestor, else of the platform, else the default. */
export type SettingsArea = {
  readonly handlers: Handlers<typeof settingsCalls>;
  get<K extends OpenSettingKey>(key: K, departmentId: number | null): Promise<SettingValue<K>>;
  /** All settings. `null`, or an unknown department: those of the platform. */
  of(departmentId: number | null): Promise<Settings>;
  /** Reads a secret back; null where none is set. Throws where it was sealed with another SECRET_KEY. */
  secret(key: SecretSettingKey, departmentId: number | null): Promise<string | null>;
  /** undefined: none is set. `mayReach`: which addresses the server may connect to. */
  mailServer(mayReach: (address: string) => boolean): Promise<MailServer | undefined>;
  brandOf(departmentId: number | null): Promise<Brand>;
  /** The uploaded logo of `brandOf`: PNG, JPEG or WebP; undefined if there is none. */
  logoOf(departmentId: number | null): Promise<Buffer | undefined>;
  userSettings(accountId: number): Promise<UserSettings>;
  /** Hosts of the page's content security policy for a map mode or base map; the platform's for an unknown one. */
  pageMap(wanted: string): Promise<PageMap>;
  /** Serves logo images. Before the app listens. */
  serveLogos(app: FastifyInstance): void;
  /** Starts to notify consoles of changed settings (commonmsg `configChanged`). */
  tellConsoles(hub: Hub): void;
  stop(): void;
};

export type SettingsOptions = {
  readonly db: Db;
  readonly bus: ServerBus;
  /** Key for encrypting secrets. */
  readonly secretKey: string;
  readonly testing: SettingTests;
  readonly now?: () => number;
};

/** Settings of the platform, of departments and of accounts. Loaded on first use. */
export function createSettings({ db, bus, secretKey, testing, now = Date.now }: SettingsOptions): SettingsArea {
  const cipher = createValueCipher(secretKey, 'setting');
  let read: { readonly at: number; readonly snapshot: Promise<Snapshot> } | undefined;
  const forget = () => {
    read = undefined;
  };
  const snapshot = (): Promise<Snapshot> => {
    if (read && now() - read.at < REREAD_AFTER_MS) return read.snapshot;
    const reading = { at: now(), snapshot: readSnapshot(db) };
    read = reading;
    // a failure is not cached
    reading.snapshot.catch(() => read === reading && forget());
    return reading.snapshot;
  };
  const fresh = () => {
    forget();
    return snapshot();
  };
  const unsubscribe = [bus.subscribe('settings.changed', forget), bus.subscribe('fleet.changed', forget)];

  const brandOf = async (departmentId: number | null): Promise<Brand> => {
    const seen = await snapshot();
    return { platName: seen.settingsOf(departmentId).platName, logoUrl: seen.logoOf(departmentId) };
  };
  const secret = async (key: SecretSettingKey, departmentId: number | null) => {
    const found = (await snapshot()).secretOf(departmentId, key);
    return found ? cipher.decrypt(found.value, placeOf(found.scope, key)) : null;
  };
  const mapSetting = async (departmentId: number) =>
    // one sealed with another SECRET_KEY leaves the map that needs none
    mapSettingOf(await snapshot(), departmentId, async (key) => (await secret(key, departmentId).catch(() => null)) ?? '');
  return {
    handlers: createSettingsCalls({
      db,
      service: createSettingsService({ db, bus, cipher, snapshot, fresh }),
      brandOf,
      mapSettingOf: mapSetting,
      secretOf: secret,
      platform: async () => (await snapshot()).settingsOf(null),
      testing,
      now,
    }),
    get: async (key, departmentId) => (await snapshot()).settingsOf(departmentId)[key],
    of: async (departmentId) => (await snapshot()).settingsOf(departmentId),
    secret,
    mailServer: async (mayReach) =>
      createMailServer({
        settings: (await snapshot()).settingsOf(null),
        // one sealed with another SECRET_KEY opens no mail server
        password: await secret('mailPassword', null).catch(() => null),
        mayReach,
      }),
    pageMap: async (wanted) => pageMapOf(await snapshot(), wanted),
    brandOf,
    logoOf: async (departmentId) => logoAt(db, (await brandOf(departmentId)).logoUrl),
    userSettings: (accountId) => readUserSettings(db, accountId),
    serveLogos: (app) => serveLogos(app, db),
    tellConsoles: (hub) => {
      const tell = async (departmentId: number | null) => {
        const seen = await snapshot();
        const data: ConfigChanged = { deptId: departmentId === null ? null : String(departmentId) };
        const who = (user: { departmentId: number }) => departmentId === null || seen.within(user.departmentId, departmentId);
        await hub.publish({ who }, { type: 'configChanged', data });
      };
      unsubscribe.push(bus.subscribe('settings.changed', ({ departmentId }) => tell(departmentId)));
    },
    stop: () => {
      for (const end of unsubscribe.splice(0)) end();
    },
  };
}
