import type { Stops } from './options.ts';

/** Runs and empties `stops` in reverse. */
export async function stopParts(stops: Stops): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}
