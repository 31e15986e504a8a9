import type { DriverCard } from '../fixture/terminal-history.ts';
import { DAY, formatDay, HOUR, MINUTE, midnight, overlap } from './definitions.ts';
import type { Trip } from './trips.ts';

/** Driver on duty; `driver`: index in `DRIVERS`; null: unknown. */
export type Duty = { readonly startAt: number; readonly endAt: number; readonly driver: number | null; readonly signed: boolean };
/** Driving of one driver on one day (1.3), s and km. */
export type DrivenDay = {
  readonly driver: number;
  readonly day: string;
  readonly km: number;
  readonly driveSec: number;
  readonly nightSec: number;
  readonly longestSec: number;
};

const FOREVER = Number.MAX_SAFE_INTEGER;

/** A card event of a vehicle, by its index. */
export type CardElsewhere = DriverCard & { readonly vehicle: number };

/** The next time a driver signs in to another vehicle. */
function nextElsewhere({ at, driver }: DriverCard, vehicle: number, elsewhere: readonly CardElsewhere[]): number {
  let next = FOREVER;
  for (const other of elsewhere) {
    const isLater = other.at > at || (other.at === at && other.vehicle > vehicle);
    if (driver !== null && other.driver === driver && other.action === 1 && other.result === 0 && isLater)
      next = Math.min(next, other.at);
  }
  return next;
}

/**
 * A sign-in ends the one before, and ends after a day or when its driver signs in `elsewhere`. The assigned driver has the time
 * between. Cards that were not read are ignored.
 */
export function computeDuties(
  cards: readonly DriverCard[],
  own: number | null,
  vehicle: number,
  elsewhere: readonly CardElsewhere[],
): Duty[] {
  const read = cards.filter(({ action, result }) => action === 2 || result === 0).sort((a, b) => a.at - b.at);
  const duties: Duty[] = [];
  let free = -FOREVER;
  for (const [i, card] of read.entries()) {
    const { at, action, driver } = card;
    if (own !== null && at > free) duties.push({ startAt: free, endAt: at, driver: own, signed: false });
    free = at;
    if (action === 2) continue;
    const endAt = Math.min(read[i + 1]?.at ?? FOREVER, at + DAY, nextElsewhere(card, vehicle, elsewhere));
    duties.push({ startAt: at, endAt, driver, signed: true });
    free = endAt;
  }
  if (own !== null) duties.push({ startAt: free, endAt: FOREVER, driver: own, signed: false });
  return duties;
}

export const driverAt = (duties: readonly Duty[], at: number): number | null =>
  duties.find(({ startAt, endAt }) => startAt <= at && at < endAt)?.driver ?? null;

type Piece = { readonly from: number; readonly until: number; readonly km: number; readonly driver: number | null };

/** 3.8: driving periods go on while the break is under 20 minutes. */
export function computeDrivenDays(trips: readonly Trip[], duties: readonly Duty[]): DrivenDay[] {
  const days = new Map<string, { driver: number; day: string; km: number; drive: number; night: number; longest: number }>();
  let before: Piece | null = null;
  let driven = 0;
  for (const piece of trips.flatMap((trip) => splitTrip(trip, duties))) {
    if (before === null || before.driver !== piece.driver || piece.from - before.until >= 20 * MINUTE) driven = 0;
    before = piece;
    for (let from = piece.from; from < piece.until; ) {
      const begins = midnight(from);
      const [six, ten] = [begins + 6 * HOUR, begins + 22 * HOUR];
      const until = Math.min(piece.until, from < six ? six : from < ten ? ten : begins + DAY);
      driven += until - from;
      if (piece.driver !== null) {
        const key = `${piece.driver} ${formatDay(from)}`;
        const day = days.get(key) ?? { driver: piece.driver, day: formatDay(from), km: 0, drive: 0, night: 0, longest: 0 };
        days.set(key, day);
        day.km += (piece.km * (until - from)) / (piece.until - piece.from);
        day.drive += until - from;
        if (from < six || from >= ten) day.night += until - from;
        day.longest = Math.max(day.longest, driven);
      }
      from = until;
    }
  }
  return [...days.values()].map(({ driver, day, km, drive, night, longest }) => ({
    driver,
    day,
    km,
    driveSec: drive / 1000,
    nightSec: night / 1000,
    longestSec: longest / 1000,
  }));
}

function splitTrip({ startAt, endAt, km }: Trip, duties: readonly Duty[]): Piece[] {
  const edges = duties.flatMap((duty) => [duty.startAt, duty.endAt]).filter((at) => at > startAt && at < endAt);
  const ends = [...new Set([startAt, ...edges, endAt])].sort((a, b) => a - b);
  const parts: (Piece & { readonly signed: boolean })[] = [];
  for (let i = 1; i < ends.length; i++) {
    const [from, until] = [ends[i - 1]!, ends[i]!];
    const duty = duties.find(({ startAt: begins, endAt: over }) => begins <= from && from < over);
    const [driver, signed] = [duty?.driver ?? null, duty?.signed ?? false];
    const part = (km * (until - from)) / (endAt - startAt);
    const last = parts.at(-1);
    if (last?.driver === driver && last.signed === signed) parts[parts.length - 1] = { ...last, until, km: last.km + part };
    else parts.push({ from, until, km: part, driver, signed });
  }
  const pieces: Piece[] = [];
  for (const [i, { from, until, km: part, ...by }] of parts.entries()) {
    // a card was inserted late, or removed early
    const isShort = !by.signed && until - from < 3 * MINUTE;
    const beside = isShort ? [parts[i - 1], parts[i + 1]].find((each) => each?.signed) : undefined;
    const driver = beside ? beside.driver : by.driver;
    const last = pieces.at(-1);
    if (last?.driver === driver) pieces[pieces.length - 1] = { ...last, until, km: last.km + part };
    else pieces.push({ from, until, km: part, driver });
  }
  return pieces;
}

/** Signed-in time on a day, s. */
export const dutySec = (duties: readonly Duty[], driver: number, from: number): number =>
  Math.round(
    duties
      .filter((duty) => duty.signed && duty.driver === driver)
      .reduce((all, { startAt, endAt }) => all + overlap(startAt, endAt, from, from + DAY), 0) / 1000,
  );
