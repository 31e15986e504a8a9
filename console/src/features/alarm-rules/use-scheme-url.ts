import { matching, oneOf, type UrlParams, useUrlState } from '../../hooks/use-url-state.ts';

export const NEW = 'new';
export const SCHEME_TABS = ['base', 'params', 'targets', 'effects', 'log'] as const;
export type SchemeTab = (typeof SCHEME_TABS)[number];
/** Of kinds that know roads: their schemes, or the roads. */
export const VIEWS = ['schemes', 'roads'] as const;
export type RuleView = (typeof VIEWS)[number];

type SchemeUrl = {
  readonly view: RuleView;
  /** The scheme that is open, or `new`; `from`: the one that a new one is made after. */
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

/** What of a page of rules is open lives in the address. */
export const useSchemeUrl = () => useUrlState(PARAMS);
/** What of an address makes it another form. */
export const formOf = (search: string): string => {
  const query = new URLSearchParams(search);
  return ['view', 'scheme', 'from'].map((name) => query.get(name) ?? '').join(' ');
};
