import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** How a part of a page's state stands in the address. */
export type UrlParam<Value> = {
  /** The part's own name unless told otherwise. */
  readonly name?: string;
  /** '' where the address has none; what is nonsense is read as if it were not there. */
  readonly read: (text: string) => Value;
  /** '' is not written. */
  readonly write: (value: Value) => string;
  /** It is drawn before the change returns, not as soon as there is time. */
  readonly atOnce?: boolean;
};

/** How an address is changed. */
type Turn = { readonly replace: boolean; readonly flushSync?: boolean };

export type UrlParams<State> = { readonly [Key in keyof State]: UrlParam<State[Key]> };

/** Changes parts of the state, in place of the page's entry in the history unless it is to be a step of its own. */
type ChangeUrl<State> = (wish: Partial<State>, replace?: boolean) => void;

export const text: UrlParam<string> = { read: (value) => value, write: (value) => value };

/** null: none, or no such text. */
export const matching = (pattern: RegExp): UrlParam<string | null> => ({
  read: (value) => (pattern.test(value) ? value : null),
  write: (value) => value ?? '',
});

/** One of some; the usual one is not written. */
export const oneOf = <Value extends string | number>(values: readonly Value[], usual: Value): UrlParam<Value> => ({
  read: (value) => values.find((each) => String(each) === value) ?? usual,
  write: (value) => (value === usual ? '' : String(value)),
});

/** Different texts with commas between them, so many at the most. */
export const listOf = (pattern: RegExp, most: number): UrlParam<readonly string[]> => ({
  read: (value) => [...new Set(value.split(',').filter((each) => pattern.test(each)))].slice(0, most),
  write: (values) => values.join(),
});

const rowsOf = <State extends object>(params: UrlParams<State>) =>
  Object.entries(params) as [keyof State & string, UrlParam<State[keyof State]>][];

/** The state an address stands for. */
export const readUrlState = <State extends object>(params: UrlParams<State>, query: URLSearchParams): State =>
  Object.fromEntries(rowsOf(params).map(([key, { name = key, read }]) => [key, read(query.get(name) ?? '')])) as State;

type QueryEdit = (edit: (query: URLSearchParams) => void, turn: Turn) => void;

/**
 * The query of the page's address, what edits it, and what tells a copy of it as it stands when asked. Whoever edits late (a search
 * waits until the typing pauses), or twice at one moment, edits what stands in the address then, not what stood there before.
 */
export function useQueryEdit(): [URLSearchParams, QueryEdit, () => URLSearchParams] {
  const [query, setQuery] = useSearchParams();
  const latest = useRef({ drawn: query, query, setQuery });
  // what is drawn again meanwhile still shows the query of before
  if (latest.current.drawn !== query) latest.current = { drawn: query, query, setQuery };
  latest.current.setQuery = setQuery;
  const change = useCallback((edit: (query: URLSearchParams) => void, turn: Turn) => {
    const next = new URLSearchParams(latest.current.query);
    edit(next);
    latest.current.query = next;
    // the page stays: nobody is asked anew whether it may be shown
    latest.current.setQuery(next, { ...turn, defaultShouldRevalidate: false });
  }, []);
  return [query, change, useCallback(() => new URLSearchParams(latest.current.query), [])];
}

/** State that lives in the address: a link shows what its sender saw, a reload what was there. `params` is one table for good. */
export function useUrlState<State extends object>(params: UrlParams<State>): [State, ChangeUrl<State>] {
  const [query, edit] = useQueryEdit();
  const change = useCallback<ChangeUrl<State>>(
    (wish, replace = true) => {
      const flushSync = rowsOf(params).every(([key, { atOnce = false }]) => atOnce || !(key in wish));
      edit(
        (next) => {
          for (const [key, { name = key, write }] of rowsOf(params)) {
            if (!(key in wish)) continue;
            const written = write(wish[key] as State[typeof key]);
            if (written === '') next.delete(name);
            else next.set(name, written);
          }
        },
        { replace, flushSync },
      );
    },
    [edit, params],
  );
  return [useMemo(() => readUrlState(params, query), [params, query]), change];
}
