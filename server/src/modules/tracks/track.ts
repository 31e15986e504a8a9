import type { Media } from '@fleetwarden/contract/media/schemas';
import type { Track, TrackAlarm, TrackStop, TrackTrip } from '@fleetwarden/contract/tracks/schemas';
import { packTrack } from '@fleetwarden/contract/tracks/track-columns';
import { createSegmenter, type Segments } from '../../engine/rebuild.ts';
import type { Stop, Trip } from '../../engine/segments.ts';
import { alarmSpans } from './alarm-spans.ts';
import { crossingsOf } from './crossings.ts';
import { drawable } from './drawable.ts';
import { type Around, mileageOf } from './mileage.ts';
import type { JudgedArea, StoredTrack, Vehicle } from './store.ts';
import { sampled, thinned } from './thin.ts';

export type TrackWish = {
  /** s; 0: every point. */
  readonly interval: number;
  readonly filterDrift: boolean;
};

/** Further data of a track. */
export type Beside = {
  readonly areas: readonly JudgedArea[];
  readonly media: Media[];
  readonly raised: readonly TrackAlarm[];
  readonly around: Around;
  readonly timeZone: string;
};

/** The reply of a call from the stored positions of a vehicle. */
export function trackOf(
  vehicle: Vehicle,
  stored: StoredTrack,
  { interval, filterDrift }: TrackWish,
  { areas, media, raised, around, timeZone }: Beside,
): Track {
  const { trips, stops } = segmentsOf(stored);
  const { places, unfixed, drift } = drawable(stored, filterDrift);
  const thin = thinned(stored, sampled(stored, places, interval), stops);
  return {
    targId: String(vehicle.id),
    carNo: vehicle.plate,
    color: vehicle.plate_colour,
    vehicleType: vehicle.vehicle_type,
    points: packTrack(stored, thin.places),
    stored: stored.rows,
    unfixed,
    drift,
    thinnedM: thin.toleranceM,
    km: hundredth(mileageOf(vehicle, stored, around, timeZone)),
    trips: trips.map(tripOf),
    stops: stops.map(stopOf),
    alarms: [...alarmSpans(stored, places), ...raised].sort((a, b) => a.start - b.start),
    crossings: crossingsOf(stored, places, areas),
    media,
  };
}

/** Trips and stops of the range alone, including the open one at its end. */
export function segmentsOf(stored: StoredTrack): Segments {
  const segmenter = createSegmenter();
  for (let i = 0; i < stored.rows; i++)
    segmenter.add({
      deviceAt: stored.at[i]!,
      lng: stored.lng[i]!,
      lat: stored.lat[i]!,
      speedKmh: stored.speedKmh[i]!,
      statusBits: stored.statusBits[i]!,
      quality: stored.quality[i]!,
    });
  segmenter.end();
  return segmenter.take();
}

const hundredth = (value: number): number => Math.round(value * 100) / 100;

const tripOf = (trip: Trip): TrackTrip => ({
  start: trip.startAt,
  end: trip.endAt,
  startX: trip.startLng,
  startY: trip.startLat,
  endX: trip.endLng,
  endY: trip.endLat,
  km: hundredth(trip.distanceKm),
  sp: trip.maxSpeedKmh,
});

const stopOf = (stop: Stop): TrackStop => ({ start: stop.startAt, end: stop.endAt, x: stop.lng, y: stop.lat, idle: stop.accOnS });
