/**
 * A bounded sample of positions; its median is where a vehicle stood. A full sample drops every other position and doubles its
 * stride: evenly spread and deterministic.
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
    // With the new stride this position may not be due.
    if (place.seen % place.stride === 0) {
      place.lngs.push(lng);
      place.lats.push(lat);
    }
  }
  place.seen++;
}

/** Adds the sample of `from`. Changes `place`. */
export function addPlaces(place: PlaceSample, from: PlaceSample): void {
  for (const [index, lng] of from.lngs.entries()) addPlace(place, lng, from.lats[index]!);
}

/** Median longitude and latitude, degrees; null without positions. */
export function medianPlace(place: PlaceSample): { lng: number; lat: number } | null {
  if (place.lngs.length === 0) return null;
  return { lng: median(place.lngs), lat: median(place.lats) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
