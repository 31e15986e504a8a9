import type { Track } from '@fleetwarden/contract/tracks/schemas';
import { packTrack, type TrackData } from '@fleetwarden/contract/tracks/track-columns';
import { ACC_ON, FIXED } from '@fleetwarden/domain/status-bits';

type TestPoint = {
  readonly at: number;
  readonly lng?: number;
  readonly lat?: number;
  readonly speedKmh?: number;
  readonly heading?: number;
  readonly odometerKm?: number;
  readonly alarmBits?: number;
  readonly statusBits?: number;
};

/** Columns of some points, by default one place per point. */
export function trackData(points: readonly TestPoint[]): TrackData {
  const column = (value: (point: TestPoint) => number) => Float64Array.from(points, value);
  return {
    at: column(({ at }) => at),
    lng: column(({ lng = 100 }) => lng),
    lat: column(({ lat = 23 }) => lat),
    speedKmh: column(({ speedKmh = 50 }) => speedKmh),
    recorderKmh: column(() => Number.NaN),
    heading: column(({ heading = 90 }) => heading),
    altitudeM: column(() => 0),
    odometerKm: column(({ odometerKm = Number.NaN }) => odometerKm),
    statusBits: column(({ statusBits = ACC_ON | FIXED }) => statusBits),
    alarmBits: column(({ alarmBits = 0 }) => alarmBits),
  };
}

/** The server's reply with some points. */
export function testTrack(points: readonly TestPoint[], more: Partial<Track> = {}): Track {
  return {
    targId: '1',
    carNo: 'A12345',
    color: 2,
    points: packTrack(
      trackData(points),
      points.map((_, i) => i),
    ),
    vehicleType: 21,
    stored: points.length,
    unfixed: 0,
    drift: 0,
    thinnedM: null,
    km: 0,
    trips: [],
    stops: [],
    alarms: [],
    crossings: [],
    media: [],
    ...more,
  };
}
