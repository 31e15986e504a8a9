import { matching, oneOf, text, type UrlParams, useUrlState } from '../../hooks/use-url-state.ts';
import type { StatusGroup } from './status.ts';
import { STATUS_GROUPS } from './status.ts';

/** The tabs of the tree (screen catalogue 3.1). */
export const TREE_TABS = ['all', 'followed', 'unfollowed', 'groups'] as const;
export type TreeTab = (typeof TREE_TABS)[number];

export type MonitorUrl = {
  readonly status: StatusGroup;
  readonly tab: TreeTab;
  /** The search text. */
  readonly q: string;
  /** The selected vehicle's tid. */
  readonly sel: string | null;
};

/** Filters render synchronously with the key; a selection, which opens a dialog, does not. */
const atOnce = { atOnce: true };
const STATUS_KEYS = STATUS_GROUPS.map(({ key }) => key);

const PARAMS: UrlParams<MonitorUrl> = {
  status: { ...oneOf(STATUS_KEYS, 'all'), ...atOnce },
  tab: { ...oneOf(TREE_TABS, 'all'), ...atOnce },
  q: { ...text, ...atOnce },
  sel: matching(/./),
};

/** Filter, tab, search and selection in the URL. */
export const useMonitorUrl = () => useUrlState(PARAMS);
