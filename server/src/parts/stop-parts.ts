import type { Stops } from './options.ts';

/** Runs and empties `stops` in reverse. `onStop` gets the code of each before it runs: what a stop without end waits for. */
export async function stopParts(stops: Stops, onStop: (code: string) => void = () => undefined): Promise<void> {
  for (const stop of stops.splice(0).reverse()) {
    onStop(String(stop));
    await stop();
  }
}
