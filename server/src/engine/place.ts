/**
 * A bounded sample of positions whose median tells where a vehicle stood. When it is full every other position is dropped and
 * from then on only every second is taken, and so on: evenly spread, deterministic, and small enough to be stored.
 */
export type PlaceSample = { lngs: number[]; lats: number[]; stride: number; seen: number };

const MAX_SAMPLES = 16;

export function emptyPlace(): PlaceSample {
  return { lngs: [], lats: [], stride: 1, seen: 0 };
}

/** Adds a position, degrees. Changes `place`. */
export function addPlace(place: PlaceSample, lng: number, lat: number): void {
  if (place.seen % place.stride === 0) {
    if (place.lngs.length === MAX_SAMPLES) {
      place.lngs = place.lngs.filter((_, index) => index % 2 === 0);
      place.lats = place.lats.filter((_, index) => index % 2 === 0);
      place.stride *= 2;
    }
    // The position that found the sample full may not be due any more under the new stride.
    if (place.seen % place.stride === 0) {
      place.lngs.push(lng);
      place.lats.push(lat);
    }
  }
  place.seen++;
}

/** Adds all positions that `from` has kept. Changes `place`. */
export function addPlaces(place: PlaceSample, from: PlaceSample): void {
  for (const [index, lng] of from.lngs.entries()) addPlace(place, lng, from.lats[index]!);
}

/** Median longitude and median latitude, degrees; null where nothing was added. */
export function medianPlace(place: PlaceSample): { lng: number; lat: number } | null {
  if (place.lngs.length === 0) return null;
  return { lng: median(place.lngs), lat: median(place.lats) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
