import type { SettingTab, ShownRow } from '@fleetwarden/contract/settings/platform-settings';
import { platformSettings, settingTabs } from '@fleetwarden/contract/settings/platform-settings';

export type { ShownRow } from '@fleetwarden/contract/settings/platform-settings';
export type ShownTab = ShownRow['tab'];

/** A setting in the server's reply. */
export type StoredSetting = { readonly value: unknown; readonly inherited: boolean; readonly fallback: unknown };

/** Unsaved changes; null: removes the scope's own value. */
export type Edits = Readonly<Partial<Record<string, unknown>>>;

const isShown = (row: (typeof platformSettings)[number]): row is ShownRow => row.inForce;

/** Settings on the page of a scope; departments have only some of them. */
export const shownRows = (ofDepartment: boolean): readonly ShownRow[] =>
  platformSettings.filter(isShown).filter((row) => !ofDepartment || 'departmental' in row);

/** Tabs of settings, in order. */
export function tabsOf(rows: readonly ShownRow[]): readonly ShownTab[] {
  const used = new Set<SettingTab>(rows.map(({ tab }) => tab));
  return settingTabs.filter((tab): tab is ShownTab => used.has(tab));
}
