import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** A part of the page's state in the URL. */
export type UrlParam<Value> = {
  /** Default: the part's own name. */
  readonly name?: string;
  /** Receives '' if absent; invalid text must be read as absent. */
  readonly read: (text: string) => Value;
  /** '' is omitted from the URL. */
  readonly write: (value: Value) => string;
  /** Renders synchronously with the change. */
  readonly atOnce?: boolean;
};

/** Options of a URL change. */
type Turn = { readonly replace: boolean; readonly flushSync?: boolean };

export type UrlParams<State> = { readonly [Key in keyof State]: UrlParam<State[Key]> };

/** Changes parts of the state; replaces the history entry by default. */
type ChangeUrl<State> = (changes: Partial<State>, replace?: boolean) => void;

export const text: UrlParam<string> = { read: (value) => value, write: (value) => value };

/** null: absent or not matching. */
export const matching = (pattern: RegExp): UrlParam<string | null> => ({
  read: (value) => (pattern.test(value) ? value : null),
  write: (value) => value ?? '',
});

/** One of several values; the default is omitted. */
export const oneOf = <Value extends string | number>(values: readonly Value[], usual: Value): UrlParam<Value> => ({
  read: (value) => values.find((each) => String(each) === value) ?? usual,
  write: (value) => (value === usual ? '' : String(value)),
});

/** Distinct texts separated by commas, with a limit. */
export const listOf = (pattern: RegExp, most: number): UrlParam<readonly string[]> => ({
  read: (value) => [...new Set(value.split(',').filter((each) => pattern.test(each)))].slice(0, most),
  write: (values) => values.join(),
});

const rowsOf = <State extends object>(params: UrlParams<State>) =>
  Object.entries(params) as [keyof State & string, UrlParam<State[keyof State]>][];

/** Parses the state of a URL. */
export const readUrlState = <State extends object>(params: UrlParams<State>, query: URLSearchParams): State =>
  Object.fromEntries(rowsOf(params).map(([key, { name = key, read }]) => [key, read(query.get(name) ?? '')])) as State;

type QueryEdit = (edit: (query: URLSearchParams) => void, turn: Turn) => void;

/**
 * The URL's query, a function to edit it, and a function to copy its current state. Late edits (debounced searches) and
 * simultaneous edits apply to the current URL, not to the rendered one.
 */
export function useQueryEdit(): [URLSearchParams, QueryEdit, () => URLSearchParams] {
  const [query, setQuery] = useSearchParams();
  const latest = useRef({ drawn: query, query, setQuery });
  // renders in between still have the previous query
  if (latest.current.drawn !== query) latest.current = { drawn: query, query, setQuery };
  latest.current.setQuery = setQuery;
  const change = useCallback((edit: (query: URLSearchParams) => void, turn: Turn) => {
    const next = new URLSearchParams(latest.current.query);
    edit(next);
    latest.current.query = next;
    // the page stays, so no permission check
    latest.current.setQuery(next, { ...turn, defaultShouldRevalidate: false });
  }, []);
  return [query, change, useCallback(() => new URLSearchParams(latest.current.query), [])];
}

/**
 * State in the URL, restored by links and reloads; a function to change it, and one that reads it with changes that are not yet
 * rendered. `params` must be stable.
 */
export function useUrlState<State extends object>(params: UrlParams<State>): [State, ChangeUrl<State>, () => State] {
  const [query, edit, copy] = useQueryEdit();
  const change = useCallback<ChangeUrl<State>>(
    (changes, replace = true) => {
      const flushSync = rowsOf(params).every(([key, { atOnce = false }]) => atOnce || !(key in changes));
      edit(
        (next) => {
          for (const [key, { name = key, write }] of rowsOf(params)) {
            if (!(key in changes)) continue;
            const written = write(changes[key] as State[typeof key]);
            if (written === '') next.delete(name);
            else next.set(name, written);
          }
        },
        { replace, flushSync },
      );
    },
    [edit, params],
  );
  const readLatest = useCallback(() => readUrlState(params, copy()), [params, copy]);
  return [useMemo(() => readUrlState(params, query), [params, query]), change, readLatest];
}
