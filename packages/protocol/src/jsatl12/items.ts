import { bcd, bytes, type Codec, codec, i16, i32, NO_PARENT, type Of, scaled, struct, u8, u16, u32 } from '../codec/index.ts';
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

/** Bytes of a tyre's record: of the standard, and of regional forms with more behind it. */
const TYRE_SIZES = [9, 10] as const;
/** The size of the records behind a count, or undefined if none fits. */
const findTyreSize = (count: number, left: number) => TYRE_SIZES.find((size) => left === count * size);

const tyre = struct({
  /** From 0, at the left of the front. */
  position: u8,
  bits: u16,
  pressureKpa: u16,
  temperatureC: i16,
  batteryPercent: u16,
});
type Tyre = Of<typeof tyre> & {
  /** The byte that regional forms have behind the record. */
  readonly more?: number;
};

const tyres: Codec<Tyre[]> = codec(
  -1,
  (r) => {
    const count = u8.read(r, NO_PARENT);
    const size = findTyreSize(count, r.left);
    if (size === undefined) throw r.error(`${count} tyres in ${r.left} bytes`);
    return Array.from({ length: count }, (): Tyre => {
      const read = tyre.read(r, NO_PARENT);
      return size === TYRE_SIZES[0] ? read : { ...read, more: u8.read(r, NO_PARENT) };
    });
  },
  (list, w) => {
    u8.write(list.length, w, NO_PARENT);
    for (const { more, ...each } of list) {
      tyre.write(each, w, NO_PARENT);
      if (more !== undefined) u8.write(more, w, NO_PARENT);
    }
  },
);

/** Item 0x66. */
export const Tyres = struct({
  ...alarm,
  ...place,
  identification: identification((b, at, left) => left >= 1 && findTyreSize(b[at]!, left - 1) !== undefined),
  tyres,
});

/** Item 0x70 of regional forms. `type`: 1 acceleration, 2 braking, 3 turn, 4 idling, 5 stall, 6 coasting, 7 engine speed. */
export const HarshDriving = struct({
  ...alarm,
  type: u8,
  thresholdS: u16,
  /** Types 1 to 3: acceleration in 0.01 g; others: speed, km/h. */
  threshold1: u16,
  /** Types 4 to 7: engine speed, rpm. */
  threshold2: u16,
  ...place,
  identification: lastIdentification,
});

/** Item 0x67. `type`: 1 behind, 2 left behind, 3 right behind. */
export const BlindSpot = struct({ ...alarm, type: u8, ...place, identification: lastIdentification });
