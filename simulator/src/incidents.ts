import type { AlarmTypeKey } from '@fleetwarden/domain/alarm-types';
import type { LocationInput } from '@fleetwarden/protocol/jt808';
import { withItem } from './alarms.ts';
import { MINUTE } from './clock.ts';
import type { Member } from './identity.ts';
import type { VehicleState } from './motion/vehicle.ts';
import { draw } from './random.ts';

/** Half a minute: the step of a history, in which at most one thing happens. */
const STEP = MINUTE / 2;
/** Cameras judge nothing below it, km/h. */
const AWAKE_KMH = 30;

/** Alarms of cameras and sensors on the road (T/JSATL 12), by their share of half minutes driven: about four per vehicle and day. */
const INCIDENTS: readonly { readonly kind: AlarmTypeKey; readonly share: number }[] = [
  { kind: 'adasFcw', share: 0.0007 },
  { kind: 'adasLdw', share: 0.0008 },
  { kind: 'adasHmw', share: 0.0006 },
  { kind: 'adasPcw', share: 0.0001 },
  { kind: 'dsmFatigue', share: 0.0004 },
  { kind: 'dsmPhone', share: 0.0003 },
  { kind: 'dsmSmoke', share: 0.0003 },
  { kind: 'dsmDistract', share: 0.0005 },
  { kind: 'dsmBelt', share: 0.0001 },
  { kind: 'tpmsHigh', share: 0.0001 },
  { kind: 'tpmsLow', share: 0.0001 },
  { kind: 'tpmsTemp', share: 0.0001 },
  { kind: 'bsdLeft', share: 0.0001 },
  { kind: 'bsdRight', share: 0.0002 },
];
/** One in four is of the terminal's second level. */
const SECOND_LEVEL = 0.25;
/** A lorry's. */
const TYRES = 10;

/** Index of the half minute: several reports within it send its events only once. */
export const getStep = (at: number): number => Math.floor(at / STEP);

/** A report of a moment with what the cameras saw then, if they did. Pure. */
export function withIncident(
  report: LocationInput,
  { seed, terminalNo }: Pick<Member, 'seed' | 'terminalNo'>,
  { at, speedKmh, fixed }: Pick<VehicleState, 'at' | 'speedKmh' | 'fixed'>,
): LocationInput {
  if (!fixed || speedKmh < AWAKE_KMH) return report;
  const number = getStep(at);
  const of = (what: string) => draw(what, seed, number);
  let lot = of('incident');
  for (const { kind, share } of INCIDENTS) {
    if (lot < share) {
      const tyre = {
        position: Math.floor(of('tyre') * TYRES),
        pressureKpa: 420 + Math.round(of('pressure') * 600),
        temperatureC: 35 + Math.round(of('heat') * 60),
      };
      return withItem(report, { kind, level: of('level') < SECOND_LEVEL ? 2 : 1, number, tyre }, terminalNo);
    }
    lot -= share;
  }
  return report;
}
