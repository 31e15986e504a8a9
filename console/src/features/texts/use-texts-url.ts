import type { Language } from '@fleetwarden/locale/names';
import { languageNames } from '@fleetwarden/locale/names';
import { oneOf, text, type UrlParams, useUrlState } from '../../hooks/use-url-state.ts';

/** Sort key: the text key, or a language. */
export type TextOrder = 'key' | Language;

type TextsUrl = {
  readonly tab: 'texts' | 'maps';
  readonly q: string;
  readonly area: string;
  readonly missing: boolean;
  readonly order: TextOrder;
};

const PARAMS: UrlParams<TextsUrl> = {
  tab: oneOf(['texts', 'maps'], 'texts'),
  q: text,
  area: text,
  missing: { read: (value) => value === 'true', write: (on) => (on ? 'true' : '') },
  order: oneOf(['key', ...(Object.keys(languageNames) as Language[])], 'key'),
};

/** Tab, filters and order in the URL. */
export const useTextsUrl = () => useUrlState(PARAMS);
