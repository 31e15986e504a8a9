import { bcd, bytes, CodecError, decode, encode, i16, i32, type Of, scaled, struct, u8, u16, u32 } from '../codec/index.ts';

// T/JSATL 12-2017: the data file of an alarm, the states of the vehicle around it

const state = struct({
  alarmBits: u32,
  statusBits: u32,
  latitude: scaled(i32, 1e6),
  longitude: scaled(i32, 1e6),
  altitudeM: i16,
  /** By satellites. */
  speedKmh: scaled(u16, 10),
  heading: u16,
  /** YYMMDDhhmmss, GMT+8. Several records have the same second. */
  time: bcd(6),
  /** In g: forwards, to the side, upwards. */
  accelerationX: scaled(i16, 100),
  accelerationY: scaled(i16, 100),
  accelerationZ: scaled(i16, 100),
  /** Degrees a second around these axes. */
  rotationX: scaled(i16, 100),
  rotationY: scaled(i16, 100),
  rotationZ: scaled(i16, 100),
  pulseKmh: scaled(u16, 10),
  obdKmh: scaled(u16, 10),
  /** 0 neutral, 1 to 9 forwards, 10 reverse, 11 park. */
  gear: u8,
  /** 0 to 100, 255 unknown. */
  acceleratorPercent: u8,
  /** 0 to 100, 255 unknown. */
  brakePercent: u8,
  /** 1 brakes. */
  braking: u8,
  engineRpm: u16,
  wheelDegrees: i16,
  /** 0 off, 1 left, 2 right. */
  turnLight: u8,
  reserved: bytes(2),
});
export type VehicleStateRecord = Of<typeof state>;

const Block = struct({ count: u32, index: u32, state });
const BLOCK_BYTES = 64;
const CHECKSUM_AT = BLOCK_BYTES - 1;

const sum = (block: Uint8Array): number => block.subarray(0, CHECKSUM_AT).reduce((total, byte) => (total + byte) & 0xff, 0);

/** The data file with these records, oldest first. */
export function encodeVehicleStates(states: readonly VehicleStateRecord[]): Uint8Array {
  const out = new Uint8Array(states.length * BLOCK_BYTES);
  for (const [index, each] of states.entries()) {
    const block = out.subarray(index * BLOCK_BYTES, (index + 1) * BLOCK_BYTES);
    block.set(encode(Block, { count: states.length, index: index + 1, state: each }));
    block[CHECKSUM_AT] = sum(block);
  }
  return out;
}

/** The records of a data file in its order. Blocks with a wrong checksum are left out, and so is an incomplete one at the end. */
export function decodeVehicleStates(file: Uint8Array): VehicleStateRecord[] {
  const states: VehicleStateRecord[] = [];
  for (let at = 0; at + BLOCK_BYTES <= file.length; at += BLOCK_BYTES) {
    const block = file.subarray(at, at + BLOCK_BYTES);
    if (block[CHECKSUM_AT] !== sum(block)) continue;
    try {
      states.push(decode(Block, block.subarray(0, CHECKSUM_AT)).state);
    } catch (error) {
      // digits of a time that are none
      if (!(error instanceof CodecError)) throw error;
    }
  }
  return states;
}
