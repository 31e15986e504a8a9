import { MapServiceFault } from '../map-provider.ts';

/** A provider's service that does not answer is not waited for longer, ms. */
export const SERVICE_LIMIT_MS = 10_000;

/** The answer of a service that calls back, or never does. Rejects with `MapServiceFault`. */
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
