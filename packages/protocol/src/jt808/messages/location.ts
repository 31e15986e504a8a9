import {
  bcd,
  bytes,
  i16,
  i32,
  lengthPrefixed,
  list,
  optional,
  scaled,
  signMagnitude16,
  struct,
  tlv,
  u8,
  u16,
  u32,
  when,
} from '../../codec/index.ts';
import { Assistance, BlindSpot, DriverState, HarshDriving, Tyres } from '../../jsatl12/items.ts';

/** 0 none, 1 circle, 2 rectangle, 3 polygon, 4 route segment; no id where 0. */
export const OverspeedPlace = struct({ placeType: u8, placeId: optional(u32) });
/** 1 circle, 2 rectangle, 3 polygon, 4 route; 0 into it, 1 out of it. */
export const AreaCrossing = struct({ placeType: u8, placeId: u32, direction: u8 });
/** 0 too short, 1 too long. */
export const SegmentTime = struct({ segmentId: u32, seconds: u16, result: u8 });

/** Additional items of 0x0200: JT/T 808-2019 table 27, JT/T 1078-2016 table 14, T/JSATL 12-2017. Others stay as bytes under their id. */
export const locationItems = {
  1: ['odometerKm', scaled(u32, 10)],
  2: ['fuelL', scaled(u16, 10)],
  3: ['recorderKmh', scaled(u16, 10)],
  4: ['confirmAlarmId', u16],
  // Pa per wheel, 0xff for none
  5: ['tyrePressures', bytes(30)],
  6: [
    ['cabinTemperatureC', signMagnitude16],
    // Trackers that report their battery here in one byte (see dialects.ts).
    ['batteryPercent', u8],
  ],
  17: ['overspeed', OverspeedPlace],
  18: ['areaCrossing', AreaCrossing],
  19: ['segmentTime', SegmentTime],
  20: ['videoAlarmBits', u32],
  21: ['videoLossBits', u32],
  22: ['videoBlockedBits', u32],
  // The standard's width first, then what is seen.
  23: [
    ['storageFaultBits', u16],
    ['storageFaultBits8', u8],
  ],
  24: [
    ['abnormalDriving', struct({ bits: u16, fatigue: optional(u8) })],
    ['abnormalDrivingBits8', u8],
  ],
  37: ['signalBits', u32],
  42: ['ioBits', u16],
  43: ['analog', struct({ ad1: u16, ad0: u16 })],
  48: ['signal', u8],
  49: ['satellites', u8],
  100: ['assistance', Assistance],
  101: ['driverState', DriverState],
  102: ['tyres', Tyres],
  103: ['blindSpot', BlindSpot],
  112: ['harshDriving', HarshDriving],
} as const;

/** 0x0200, JT/T 808-2019 8.18. Coordinates are as on the wire: magnitudes, the hemisphere in `statusBits` (readLocation joins them). */
export const Location = struct({
  alarmBits: u32,
  statusBits: u32,
  // Signed: some terminals write two's complement, and no magnitude reaches bit 31.
  latitude: scaled(i32, 1e6),
  longitude: scaled(i32, 1e6),
  // Below sea level is written as two's complement.
  altitudeM: i16,
  speedKmh: scaled(u16, 10),
  heading: u16,
  /** YYMMDDhhmmss, GMT+8. */
  time: bcd(6),
  extra: tlv(locationItems, { name: 'extra', id: u8, length: u8 }),
});

export const LocationReply = struct({ serial: u16, location: Location });

/** 0x0704. Items are read to the end, whatever the stated count is. */
export const LocationBatch = struct({
  /** The count stated by the terminal; `items` may differ. */
  count: u16,
  /** 0 normal, 1 blind-zone backfill. */
  kind: u8,
  items: list(lengthPrefixed(u16, Location), 'rest'),
});

/** 0x8202. Interval 0 stops the tracking; then nothing follows. */
export const TrackLocation = struct({
  intervalS: u16,
  validityS: when((p) => p['intervalS'] !== 0, optional(u32)),
});
