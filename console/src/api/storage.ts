/** What the browser keeps, as text by key. Reading gives null and writing does nothing where it is full, blocked or absent. */
export type SafeStorage = {
  readonly get: (key: string) => string | null;
  /** Whether it was kept; a console goes on without. */
  readonly set: (key: string, text: string) => boolean;
  readonly remove: (key: string) => void;
};

/** `find` is asked every time: a blocked store throws when it is named, before anything is read from it. */
function safe(find: () => Storage): SafeStorage {
  const attempt = <T>(act: (store: Storage) => T, otherwise: T): T => {
    try {
      return act(find());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => attempt((store) => store.getItem(key), null),
    set: (key, text) =>
      attempt((store) => {
        store.setItem(key, text);
        return true;
      }, false),
    remove: (key) => attempt((store) => store.removeItem(key), undefined),
  };
}

/** Kept for later visits. */
export const localStore: SafeStorage = safe(() => window.localStorage);

/** Kept while this tab of the browser lives. */
export const tabStore: SafeStorage = safe(() => window.sessionStorage);
