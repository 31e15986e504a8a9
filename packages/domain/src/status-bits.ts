/**
 * The defined status bits of 0x0200 (JT/T 808-2019 table 24; 6, 7 and 22 are new in 2019). Bits 8-9 are one number: `decodeLoad`.
 */
export const STATUS_BITS = [
  { bit: 0, key: 'accOn' },
  { bit: 1, key: 'fixed' },
  { bit: 2, key: 'south' },
  { bit: 3, key: 'west' },
  { bit: 4, key: 'outOfService' },
  { bit: 5, key: 'encrypted' },
  { bit: 6, key: 'forwardCollisionHint' },
  { bit: 7, key: 'laneDepartureHint' },
  { bit: 10, key: 'fuelCut' },
  { bit: 11, key: 'powerCut' },
  { bit: 12, key: 'doorsLocked' },
  { bit: 13, key: 'frontDoorOpen' },
  { bit: 14, key: 'middleDoorOpen' },
  { bit: 15, key: 'rearDoorOpen' },
  { bit: 16, key: 'driverDoorOpen' },
  { bit: 17, key: 'customDoorOpen' },
  { bit: 18, key: 'gps' },
  { bit: 19, key: 'beidou' },
  { bit: 20, key: 'glonass' },
  { bit: 21, key: 'galileo' },
  { bit: 22, key: 'moving' },
] as const;

export type StatusKey = (typeof STATUS_BITS)[number]['key'];

/** Masks of the bits that rules read with every location. */
export const ACC_ON = 1;
export const FIXED = 2;

/** Whether the ignition (ACC) is on. */
export function accOn(statusBits: number): boolean {
  return (statusBits & ACC_ON) !== 0;
}

/** Whether the coordinates are a fix; otherwise they are the last known ones, or zero. */
export function isFixed(statusBits: number): boolean {
  return (statusBits & FIXED) !== 0;
}

export type Load = 'empty' | 'half' | 'reserved' | 'full';
const LOADS: readonly Load[] = ['empty', 'half', 'reserved', 'full'];

/** Bits 8-9: load of the vehicle. */
export function decodeLoad(statusBits: number): Load {
  return LOADS[(statusBits >>> 8) & 3]!;
}

/** Keys of the set bits, in order of their number. */
export function statusKeys(statusBits: number): StatusKey[] {
  return STATUS_BITS.filter(({ bit }) => ((statusBits >>> bit) & 1) === 1).map(({ key }) => key);
}
