import { matching, oneOf, type UrlParams, useUrlState } from '../../hooks/use-url-state.ts';

export const NEW = 'new';
export const SCHEME_TABS = ['base', 'params', 'targets', 'effects', 'log'] as const;
export type SchemeTab = (typeof SCHEME_TABS)[number];
/** Views of kinds with roads: schemes or roads. */
export const VIEWS = ['schemes', 'roads'] as const;
export type RuleView = (typeof VIEWS)[number];

type SchemeUrl = {
  readonly view: RuleView;
  /** ID of the open scheme, or `new`; `from`: ID of the scheme that a new one copies. */
  readonly scheme: string | null;
  readonly from: string | null;
  readonly tab: SchemeTab;
};

const ID = '[1-9]\\d{0,9}';
const PARAMS: UrlParams<SchemeUrl> = {
  view: oneOf<RuleView>(VIEWS, 'schemes'),
  scheme: matching(new RegExp(`^(${NEW}|${ID})$`)),
  from: matching(new RegExp(`^${ID}$`)),
  tab: oneOf<SchemeTab>(SCHEME_TABS, 'base'),
};

/** State of a page of rules in the URL. */
export const useSchemeUrl = () => useUrlState(PARAMS);
/** Identifies the form of a URL. */
export const getFormKey = (search: string): string => {
  const query = new URLSearchParams(search);
  return ['view', 'scheme', 'from'].map((name) => query.get(name) ?? '').join(' ');
};
