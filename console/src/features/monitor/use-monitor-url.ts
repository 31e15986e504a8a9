import { matching, oneOf, text, type UrlParams, useUrlState } from '../../ui/use-url-state.ts';
import type { StatusGroup } from './status.ts';
import { STATUS_GROUPS } from './status.ts';

/** The tabs of the tree (screen catalogue 3.1). */
export const TREE_TABS = ['all', 'followed', 'groups'] as const;
export type TreeTab = (typeof TREE_TABS)[number];

export type MonitorUrl = {
  readonly status: StatusGroup;
  readonly tab: TreeTab;
  /** What is searched for. */
  readonly q: string;
  /** The chosen vehicle's tid. */
  readonly sel: string | null;
};

const PARAMS: UrlParams<MonitorUrl> = {
  status: oneOf(
    STATUS_GROUPS.map(({ key }) => key),
    'all',
  ),
  tab: oneOf(TREE_TABS, 'all'),
  q: text,
  sel: matching(/./),
};

/** Filter, tab, search and selection live in the address. */
export const useMonitorUrl = () => useUrlState(PARAMS);
