import type { SettingTab, ShownRow } from '@fleetwarden/contract/settings/platform-settings';
import { platformSettings, settingTabs } from '@fleetwarden/contract/settings/platform-settings';

export type { ShownRow } from '@fleetwarden/contract/settings/platform-settings';
export type ShownTab = ShownRow['tab'];

/** What a scope's reply says of a setting. */
export type Told = { readonly value: unknown; readonly inherited: boolean; readonly fallback: unknown };

/** What was changed and not saved; null: the own value is taken back. */
export type Edits = Readonly<Partial<Record<string, unknown>>>;

const isShown = (row: (typeof platformSettings)[number]): row is ShownRow => row.inForce;

/** The settings the page has for a scope; a department has some of them. */
export const shownRows = (ofDepartment: boolean): readonly ShownRow[] =>
  platformSettings.filter(isShown).filter((row) => !ofDepartment || 'departmental' in row);

/** Their tabs, in order. */
export function tabsOf(rows: readonly ShownRow[]): readonly ShownTab[] {
  const used = new Set<SettingTab>(rows.map(({ tab }) => tab));
  return settingTabs.filter((tab): tab is ShownTab => used.has(tab));
}
