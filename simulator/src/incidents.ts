import type { AlarmTypeKey } from '@fleetwarden/domain/alarm-types';
import type { Identification } from '@fleetwarden/protocol/jsatl12';
import { type LocationInput, timeOfDigits } from '@fleetwarden/protocol/jt808';
import { findItem, withItem } from './alarms.ts';
import { MINUTE } from './clock.ts';
import { countFiles, type FiledAlarm } from './evidence/alarm-files.ts';
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
/** Of the alarms that a terminal reports late, one in so many of the second level still has its files. */
const KEPT_FILES = 1 / 20;
/** A lorry's. */
const TYRES = 10;

/** Index of the half minute: several reports within it send its events only once. */
export const getStep = (at: number): number => Math.floor(at / STEP);

/** What the cameras see in a half minute on the road. */
function findIncident(seed: number, step: number): { readonly kind: AlarmTypeKey; readonly level: 1 | 2 } | undefined {
  let lot = draw('incident', seed, step);
  for (const { kind, share } of INCIDENTS) {
    if (lot < share) return { kind, level: draw('level', seed, step) < SECOND_LEVEL ? 2 : 1 };
    lot -= share;
  }
  return undefined;
}

/**
 * A report of a moment with what the cameras saw then, if they did. An alarm of the second level has all files of its kind, one of the
 * first level has one. Of alarms before `filedSince` (epoch ms), few have files. Pure.
 */
export function withIncident(
  report: LocationInput,
  { seed, terminalNo }: Pick<Member, 'seed' | 'terminalNo'>,
  { at, speedKmh, fixed }: Pick<VehicleState, 'at' | 'speedKmh' | 'fixed'>,
  filedSince = Number.NEGATIVE_INFINITY,
): LocationInput {
  if (!fixed || speedKmh < AWAKE_KMH) return report;
  const number = getStep(at);
  const found = findIncident(seed, number);
  if (!found) return report;
  const of = (what: string) => draw(what, seed, number);
  const tyre = {
    position: Math.floor(of('tyre') * TYRES),
    pressureKpa: 420 + Math.round(of('pressure') * 600),
    temperatureC: 35 + Math.round(of('heat') * 60),
  };
  const isFiled = at >= filedSince || (found.level === 2 && of('files') < KEPT_FILES);
  const all = countFiles(findItem(found.kind).item);
  const files = isFiled ? (found.level === 2 ? all : Math.min(1, all)) : 0;
  return withItem(report, { ...found, number, tyre, files }, terminalNo);
}

/** The incident that a report named so. Pure. */
export function findFiledIncident(
  seed: number,
  { time, serial }: Pick<Identification, 'time' | 'serial'>,
): FiledAlarm | undefined {
  const at = timeOfDigits(time);
  if (at === null || (getStep(at) & 0xff) !== serial) return undefined;
  const found = findIncident(seed, getStep(at));
  return found && { ...findItem(found.kind), key: found.kind, at };
}
