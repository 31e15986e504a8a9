import type { TrackData } from '@fleetwarden/contract/tracks/track-columns';
import { TRACK_GAP_MS } from '@fleetwarden/contract/tracks/track-rules';
import { greatCircleKm } from '@fleetwarden/domain/geometry';

/** Kilometres since the first point: from the odometer if it is complete and never falls, else along the line. */
export function kilometresAlong(data: TrackData): Float64Array {
  return byOdometer(data.odometerKm) ?? alongLine(data);
}

function byOdometer(odometer: Float64Array): Float64Array | null {
  const km = new Float64Array(odometer.length);
  for (let i = 0; i < odometer.length; i++) {
    const value = odometer[i]!;
    if (Number.isNaN(value) || value < (odometer[i - 1] ?? 0)) return null;
    km[i] = value - odometer[0]!;
  }
  // An odometer that stands still is ignored
  return (km.at(-1) ?? 0) > 0 ? km : null;
}

/** Distance in gaps is unknown. */
function alongLine({ at, lng, lat }: TrackData): Float64Array {
  const km = new Float64Array(at.length);
  for (let i = 1; i < at.length; i++) {
    const step = at[i]! - at[i - 1]! > TRACK_GAP_MS ? 0 : greatCircleKm(lng[i - 1]!, lat[i - 1]!, lng[i]!, lat[i]!);
    km[i] = km[i - 1]! + step;
  }
  return km;
}
