import { MapUnavailable } from '../map-provider.ts';

/** Timeout of a script, ms. */
const SCRIPT_LIMIT_MS = 15_000;

export type MapScript<T> = {
  /** The URL, given the global callback name. */
  url(callback: string): string;
  /** The global that the script defined; undefined if it did not, as with a refused key. */
  found(): T | undefined;
};

/** Scripts in flight by URL without callback: a page loads each script once. */
const loading = new Map<string, Promise<unknown>>();
let callbacks = 0;

/**
 * Loads a provider's script on demand. It is ready when it calls back, because scripts load further parts. Rejects with
 * `MapUnavailable`: `blocked`, `timeout` or `refused`; the next call retries.
 */
export function loadScript<T>(script: MapScript<T>): Promise<T> {
  const present = script.found();
  if (present !== undefined) return Promise.resolve(present);
  const name = script.url('');
  let promise = loading.get(name) as Promise<T> | undefined;
  if (!promise) {
    promise = insert(script);
    loading.set(name, promise);
    const ended = () => loading.delete(name);
    promise.then(ended, ended);
  }
  return promise;
}

function insert<T>(script: MapScript<T>): Promise<T> {
  const callback = `fleetwardenMap${++callbacks}`;
  const page = window as unknown as Record<string, unknown>;
  const element = document.createElement('script');
  return new Promise<T>((resolve, reject) => {
    const end = (act: () => void) => {
      clearTimeout(timer);
      // A late callback must find a function.
      page[callback] = () => {};
      act();
    };
    const fail = (fault: 'blocked' | 'timeout' | 'refused') =>
      end(() => {
        element.remove();
        reject(new MapUnavailable(`map script ${new URL(element.src, location.href).host}: ${fault}`, fault));
      });
    const timer = setTimeout(() => fail('timeout'), SCRIPT_LIMIT_MS);
    page[callback] = () => {
      const found = script.found();
      if (found === undefined) fail('refused');
      else end(() => resolve(found));
    };
    element.addEventListener('error', () => fail('blocked'));
    element.async = true;
    element.src = script.url(callback);
    document.head.append(element);
  });
}
