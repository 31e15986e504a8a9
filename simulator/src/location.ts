import type { LocationInput, Version } from '@fleetwarden/protocol/jt808';
import type { Trouble } from './motion/trouble.ts';
import type { VehicleState } from './motion/vehicle.ts';

// JT/T 808-2019 table 24
const ALARM = { overspeed: 1, fatigue: 2 } as const;
const TROUBLE_BIT: Record<Exclude<Trouble, 'none'>, number> = {
  sos: 0,
  antennaOpen: 5,
  powerLow: 7,
  powerLost: 8,
  collision: 29,
};
// JT/T 808-2019 table 25
const STATUS = { acc: 0, fixed: 1, loaded: 8, half: 9, gps: 18, beidou: 19, moving: 22 } as const;

/** Item 0x11: overspeed at no particular place. */
const OVERSPEED_ITEM = Uint8Array.of(0x11, 1, 0);

/** What a terminal of this revision reports of a state. `clockAt` is what its own clock shows. */
export function locationOf(state: VehicleState, version: Version, clockAt: number): LocationInput {
  let alarmBits = 0;
  if (state.overspeed) alarmBits |= 1 << ALARM.overspeed;
  if (state.fatigued) alarmBits |= 1 << ALARM.fatigue;
  if (state.trouble !== 'none') alarmBits |= 1 << TROUBLE_BIT[state.trouble];
  let statusBits = 0;
  if (state.accOn) statusBits |= 1 << STATUS.acc;
  if (state.fixed) statusBits |= (1 << STATUS.fixed) | (1 << STATUS.gps) | (1 << STATUS.beidou);
  if (state.loaded) statusBits |= (1 << STATUS.loaded) | (1 << STATUS.half);
  if (version === 2019 && state.recorderKmh > 0) statusBits |= 1 << STATUS.moving;
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
