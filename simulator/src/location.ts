import { ALARM_BITS, type AlarmKey } from '@fleetwarden/domain/alarm-bits';
import type { LocationInput, Version } from '@fleetwarden/protocol/jt808';
import type { Trouble } from './motion/trouble.ts';
import type { VehicleState } from './motion/vehicle.ts';

const TROUBLE_ALARM: Record<Exclude<Trouble, 'none'>, AlarmKey> = {
  sos: 'emergency',
  antennaOpen: 'antennaOpen',
  powerLow: 'mainUnder',
  powerLost: 'mainOff',
  collision: 'collision',
};
const alarmMask = new Map<AlarmKey, number>(ALARM_BITS.map(({ key, bit }) => [key, 1 << bit]));
const buildMask = (key: AlarmKey): number => alarmMask.get(key) ?? 0;

// JT/T 808-2019 table 25
const STATUS = { acc: 1 << 0, fixed: 1 << 1, fullLoad: 0b11 << 8, gps: 1 << 18, beidou: 1 << 19, moving: 1 << 22 } as const;

/** Item 0x11: overspeed at no particular place. */
const OVERSPEED_ITEM = Uint8Array.of(0x11, 1, 0);

/** The report of a state in this revision. `clockAt` is the time of the terminal's clock. */
export function buildLocation(state: VehicleState, version: Version, clockAt: number): LocationInput {
  let alarmBits = 0;
  if (state.overspeed) alarmBits |= buildMask('overspeed');
  if (state.fatigued) alarmBits |= buildMask('fatigue');
  if (state.trouble !== 'none') alarmBits |= buildMask(TROUBLE_ALARM[state.trouble]);
  let statusBits = 0;
  if (state.accOn) statusBits |= STATUS.acc;
  if (state.fixed) statusBits |= STATUS.fixed | STATUS.gps | STATUS.beidou;
  if (state.loaded) statusBits |= STATUS.fullLoad;
  if (version === 2019 && state.recorderKmh > 0) statusBits |= STATUS.moving;
  return {
    deviceAt: Math.floor(clockAt / 1000) * 1000,
    lng: state.lng,
    lat: state.lat,
    altitudeM: state.altitudeM,
    speedKmh: state.speedKmh,
    heading: state.heading,
    alarmBits: alarmBits >>> 0,
    statusBits: statusBits >>> 0,
    odometerKm: state.odometerKm,
    fuelL: state.fuelL,
    recorderKmh: state.recorderKmh,
    signal: state.signal,
    satellites: state.satellites,
    extra: state.overspeed ? OVERSPEED_ITEM : null,
  };
}
