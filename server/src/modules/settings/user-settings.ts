import { CallError } from '@fleetwarden/contract/errors';
import { type MapSettings, MapState, UserSettings } from '@fleetwarden/contract/settings/schemas';
import type { Db } from '../../platform/db/database.ts';
import { MAX_USER_SETTINGS_BYTES } from './limits.ts';
import * as store from './store.ts';

/** Parts of an account's settings to save; absent ones remain. */
export type UserSettingsChange = { readonly [K in keyof UserSettings]?: UserSettings[K] | undefined };

/** An invalid part falls back to its default without affecting others. */
function settingsOf(rows: readonly { key: string; value: unknown }[]): UserSettings {
  const sound = rows.filter(({ key, value }) => UserSettings.safeParse({ [key]: value }).success);
  return UserSettings.parse(Object.fromEntries(sound.map(({ key, value }) => [key, value])));
}

/** An account's own settings, with defaults for what it never set. */
export const readUserSettings = async (db: Db, accountId: number): Promise<UserSettings> =>
  settingsOf(await store.partsOf(db, accountId));

/** Saves parts and returns all. Throws CallError tooLarge if the account's settings would exceed their limit. */
export function saveUserSettings(db: Db, accountId: number, change: UserSettingsChange): Promise<UserSettings> {
  return db.transaction(async (tx) => {
    await store.lockAccount(tx, accountId);
    const parts = Object.entries(change).filter(([, value]) => value !== undefined);
    const settings = { ...settingsOf(await store.partsOf(tx, accountId)), ...Object.fromEntries(parts) };
    const bytes = Buffer.byteLength(JSON.stringify(settings));
    if (bytes > MAX_USER_SETTINGS_BYTES)
      throw new CallError('tooLarge', `settings of account ${accountId}: ${bytes} bytes, takes ${MAX_USER_SETTINGS_BYTES}`);
    for (const [key, value] of parts) await store.putPart(tx, accountId, key, value);
    return settings;
  });
}

/** Input of `saveMapSetting`. */
type MapChange = Partial<Readonly<Record<keyof MapSettings, string | undefined>>> & {
  readonly level?: number | undefined;
  readonly center?: string | undefined;
  readonly mapType?: number | undefined;
};

/** Saves map settings and initial view, and returns the settings; absent values remain. */
export function saveMapSettings(db: Db, accountId: number, change: MapChange): Promise<MapSettings> {
  return db.transaction(async (tx) => {
    await store.lockAccount(tx, accountId);
    const named = Object.entries(change).filter(([, value]) => value !== undefined);
    const isState = ([key]: readonly [string, unknown]) => key in MapState.shape;
    const { map } = settingsOf(await store.partsOf(tx, accountId));
    const settings: MapSettings = { ...map, ...Object.fromEntries(named.filter((entry) => !isState(entry))) };
    await store.putPart(tx, accountId, 'map', settings);
    const state = Object.fromEntries(named.filter(isState));
    if (Object.keys(state).length > 0) await store.putMapState(tx, accountId, state);
    return settings;
  });
}
