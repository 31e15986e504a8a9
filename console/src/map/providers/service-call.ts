import { MapServiceFault } from '../map-provider.ts';

/** Timeout of a provider's service, ms. */
export const SERVICE_LIMIT_MS = 10_000;

/** Promisifies a callback service with a timeout. Rejects with `MapServiceFault`. */
export function answered<T>(
  name: string,
  ask: (resolve: (value: T) => void, reject: (fault: Error) => void) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new MapServiceFault(`${name}: no answer`, 'timeout')), SERVICE_LIMIT_MS);
    const end =
      <A>(act: (value: A) => void) =>
      (value: A) => {
        clearTimeout(timer);
        act(value);
      };
    try {
      ask(end(resolve), end(reject));
    } catch (error) {
      end(reject)(new MapServiceFault(`${name}: ${String(error)}`, 'blocked'));
    }
  });
}
