/** Browser storage. Reads give null and writes do nothing if it is full, blocked or absent. */
export type SafeStorage = {
  readonly get: (key: string) => string | null;
  /** Returns whether it was stored. */
  readonly set: (key: string, text: string) => boolean;
  readonly remove: (key: string) => void;
};

/** Calls `find` on each access: a blocked store throws when it is accessed. */
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

/** Persistent storage. */
export const localStore: SafeStorage = safe(() => window.localStorage);

/** Storage of this tab. */
export const tabStore: SafeStorage = safe(() => window.sessionStorage);
