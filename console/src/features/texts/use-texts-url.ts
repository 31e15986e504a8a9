import type { Language } from '@fleetwarden/locale/names';
import { languageNames } from '@fleetwarden/locale/names';
import { useSearchParams } from 'react-router';

/** What the rows are ordered by: the key, or the text of a language. */
export type TextOrder = 'key' | Language;

export type TextsUrl = {
  readonly tab: 'texts' | 'maps';
  readonly q: string;
  readonly area: string;
  readonly missing: boolean;
  readonly order: TextOrder;
};

const FIRST: TextsUrl = { tab: 'texts', q: '', area: '', missing: false, order: 'key' };

/** Tab, filters and order live in the address: a link shows what its sender saw. */
export function useTextsUrl(): [TextsUrl, (change: Partial<TextsUrl>) => void] {
  const [query, setQuery] = useSearchParams();
  const order = query.get('order') ?? '';
  const url: TextsUrl = {
    tab: query.get('tab') === 'maps' ? 'maps' : 'texts',
    q: query.get('q') ?? '',
    area: query.get('area') ?? '',
    missing: query.get('missing') === 'true',
    order: Object.hasOwn(languageNames, order) ? (order as Language) : 'key',
  };

  const change = (wish: Partial<TextsUrl>) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(wish))
          if (value === FIRST[name as keyof TextsUrl]) next.delete(name);
          else next.set(name, String(value));
        return next;
      },
      { replace: true },
    );
  return [url, change];
}
