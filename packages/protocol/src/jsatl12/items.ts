import { bcd, bytes, i16, i32, list, scaled, struct, u8, u16, u32 } from '../codec/index.ts';
import { identification, lastIdentification } from './identification.ts';

// T/JSATL 12-2017 tables 4-15 to 4-22: active-safety items of a location

/** Place and time of the alarm as reported by the device. */
const place = {
  speedKmh: u8,
  altitudeM: i16,
  latitude: scaled(i32, 1e6),
  longitude: scaled(i32, 1e6),
  /** YYMMDDhhmmss, GMT+8. */
  time: bcd(6),
  /** Bits: 0 ACC, 1 left, 2 right, 3 wiper, 4 brake, 5 card in, 10 fix. */
  vehicleBits: u16,
} as const;

/** `flag`: 0 has no end, 1 starts, 2 ends. */
const alarm = { alarmId: u32, flag: u8 } as const;

/** Item 0x64. */
export const Assistance = struct({
  ...alarm,
  type: u8,
  level: u8,
  frontSpeedKmh: u8,
  /** Tenths of a second to the one in front. */
  frontDistance: u8,
  /** 1 left, 2 right. */
  departure: u8,
  /** 1 speed limit, 2 height, 3 weight; then its value. */
  signType: u8,
  signValue: u8,
  ...place,
  identification: lastIdentification,
});

/** Item 0x65. */
export const DriverState = struct({
  ...alarm,
  type: u8,
  level: u8,
  /** 1 to 10; larger is more tired. */
  fatigue: u8,
  reserved: bytes(4),
  ...place,
  identification: lastIdentification,
});

const TYRE_BYTES = 9;

/** Item 0x66. */
export const Tyres = struct({
  ...alarm,
  ...place,
  identification: identification((b, at, left) => left >= 1 && left === 1 + b[at]! * TYRE_BYTES),
  tyres: list(
    struct({
      /** From 0, at the left of the front. */
      position: u8,
      bits: u16,
      pressureKpa: u16,
      temperatureC: i16,
      batteryPercent: u16,
    }),
    u8,
  ),
});

/** Item 0x67. `type`: 1 behind, 2 left behind, 3 right behind. */
export const BlindSpot = struct({ ...alarm, type: u8, ...place, identification: lastIdentification });
