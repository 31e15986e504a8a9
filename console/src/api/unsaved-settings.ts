import type { UserInfo } from '@fleetwarden/contract/identity/schemas';
import type { MapSettings, UserSettings } from '@fleetwarden/contract/settings/schemas';
import { tabStore } from './storage.ts';

/** Settings by the call that saves them. Popup alarms have a call of their own, without a debounce. */
export type SettingParts = {
  readonly user: Partial<Omit<UserSettings, 'map' | 'popupAlarms'>>;
  readonly map: Partial<MapSettings>;
};
export type SettingKind = keyof SettingParts;

const keyOf = (kind: SettingKind) => `unsavedSettings.${kind}`;

/**
 * Keeps in this tab what the server may not have yet. A page that is loaded again at once would otherwise show the settings from
 * before: its first call can overtake the last save of the page that is left.
 */
export function keepUnsaved<K extends SettingKind>(kind: K, userId: string, parts: SettingParts[K]): void {
  if (Object.keys(parts).length === 0) forgetUnsaved(kind);
  else tabStore.set(keyOf(kind), JSON.stringify({ userId, parts }));
}

export const forgetUnsaved = (kind: SettingKind): void => tabStore.remove(keyOf(kind));

/** What this tab has not saved yet for a user. */
export function readUnsaved<K extends SettingKind>(kind: K, userId: string): SettingParts[K] {
  try {
    const stored = JSON.parse(tabStore.get(keyOf(kind)) ?? '{}') as { userId?: unknown; parts?: SettingParts[K] };
    return stored.userId === userId ? (stored.parts ?? {}) : {};
  } catch {
    return {};
  }
}

/** The user with changed settings of one kind. */
export function withSettings<K extends SettingKind>(userInfo: UserInfo, kind: K, parts: SettingParts[K]): UserInfo {
  const { settings } = userInfo;
  const changed = kind === 'map' ? { map: { ...settings.map, ...parts } } : parts;
  return { ...userInfo, settings: { ...settings, ...changed } };
}

/** The user with the settings that this tab has not saved yet. */
export function withUnsaved(userInfo: UserInfo): UserInfo {
  const { userId } = userInfo;
  return withSettings(withSettings(userInfo, 'user', readUnsaved('user', userId)), 'map', readUnsaved('map', userId));
}
