import { DEFAULT_WINDOW_SETTING, MAX_WINDOW_FIELDS, vehicleWindowFields } from './vehicle-window.ts';

// An account's map settings: lists of numbers separated by commas, defined by these tables (screen catalogue 3.1).

/** Parts of the vehicle tree. `offered`: the console supports the part. */
export const treeOptions = [
  { id: 1, key: 'statusIcon', default: true, offered: true },
  { id: 2, key: 'counts', default: true, offered: true },
  { id: 3, key: 'plateColour', default: true, offered: true },
  { id: 4, key: 'offline', default: true, offered: true },
  { id: 5, key: 'driver', default: false, offered: true },
  { id: 6, key: 'speed', default: false, offered: true },
  // video channels below their vehicle
  { id: 7, key: 'channels', default: false, offered: false },
  { id: 8, key: 'suspended', default: false, offered: true },
  { id: 9, key: 'onlineFirst', default: false, offered: true },
] as const;

export type TreeOption = (typeof treeOptions)[number]['key'];

/** Refresh rate of positions; `everyMs` null: on request, 0: immediately. */
export const refreshOptions = [
  { id: 1, key: 'manual', everyMs: null },
  { id: 2, key: 'seconds10', everyMs: 10_000 },
  { id: 3, key: 'live', everyMs: 0 },
  { id: 4, key: 'seconds30', everyMs: 30_000 },
  { id: 5, key: 'seconds60', everyMs: 60_000 },
] as const;

export type RefreshOption = (typeof refreshOptions)[number];

/** Settings of an account without its own (specification 3). */
export const DEFAULT_MAP_SETTINGS = {
  treesetting: treeOptions
    .filter((option) => option.default)
    .map(({ id }) => id)
    .join(','),
  refreshsetting: '3',
  carwindowcustomsetting: DEFAULT_WINDOW_SETTING,
} as const;

/** Whether a text is a list of different numbers, each an id of the table, `most` at most; '' chooses nothing. */
const chooses = (text: string, table: readonly { readonly id: number }[], most = table.length): boolean => {
  const ids = text === '' ? [] : text.split(',');
  return ids.length <= most && new Set(ids).size === ids.length && ids.every((id) => table.some((row) => String(row.id) === id));
};

export const isTreeSetting = (text: string): boolean => chooses(text, treeOptions);
export const isRefreshSetting = (text: string): boolean => refreshOptions.some(({ id }) => String(id) === text);
export const isWindowSetting = (text: string): boolean => chooses(text, vehicleWindowFields, MAX_WINDOW_FIELDS);

/** The options a `treesetting` names. */
export function parseTreeOptions(setting: string): ReadonlySet<TreeOption> {
  const ids = setting.split(',');
  return new Set(treeOptions.filter(({ id }) => ids.includes(String(id))).map(({ key }) => key));
}

/** The refresh rate of a `refreshsetting`; immediate for an unknown one. */
export const parseRefreshOption = (setting: string): RefreshOption =>
  refreshOptions.find(({ id }) => String(id) === setting) ?? refreshOptions[2];
