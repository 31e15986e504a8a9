import { businessDay } from '@fleetwarden/domain/business-day';
import { HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { DUTY, type Duty } from './duty.ts';

/** A driven stretch; epoch ms, km. */
export type Drive = { readonly startAt: number; readonly endAt: number; readonly km: number };
/** A part of a drive by one driver; 0: unknown. */
export type Piece = Drive & { readonly driverId: number };
/** Driving without sufficient rest; epoch ms. `exceededAt` null: the limit was not exceeded. */
export type DrivePeriod = {
  readonly startAt: number;
  readonly endAt: number;
  readonly driverId: number;
  readonly driveMs: number;
  readonly nightMs: number;
  readonly exceededAt: number | null;
};
/** Driving of one driver on a business day. `longestMs`: the longest driving time without sufficient rest. */
export type DrivenDay = {
  readonly day: string;
  readonly driverId: number;
  km: number;
  driveMs: number;
  nightMs: number;
  longestMs: number;
};

/** A rest that ends a driving period, ms (report catalogue 3.8). */
const REST_MS = 20 * MINUTE_MS;
/** Maximum driving without rest: in total, and at night, ms. */
const MAX_DRIVE_MS = 4 * HOUR_MS;
const MAX_NIGHT_MS = 2 * HOUR_MS;
/** A part this short at the start or end of a duty belongs to that driver: the card was inserted late or removed early; ms. */
const SHORT_PIECE_MS = 3 * MINUTE_MS;

/** Splits drives, in order, by driver. Kilometres are divided by time. */
export function splitByDriver(drives: readonly Drive[], duties: readonly Duty[]): Piece[] {
  const pieces: Piece[] = [];
  let first = 0;
  for (const drive of drives) {
    while (first < duties.length && (duties[first]!.endAt ?? Infinity) <= drive.startAt) first++;
    pieces.push(...divided(drive, duties, first));
  }
  return pieces;
}

type Part = { startAt: number; endAt: number; driverId: number; signed: boolean };

function divided({ startAt, endAt, km }: Drive, duties: readonly Duty[], first: number): Piece[] {
  const parts: Part[] = [];
  const add = (part: Part) => {
    if (part.endAt <= part.startAt) return;
    const before = parts.at(-1);
    if (before?.driverId === part.driverId && before.signed === part.signed) before.endAt = part.endAt;
    else parts.push(part);
  };
  let at = startAt;
  for (let i = first; i < duties.length && duties[i]!.startAt < endAt; i++) {
    const duty = duties[i]!;
    const [from, until] = [Math.max(at, duty.startAt), Math.min(endAt, duty.endAt ?? Infinity)];
    add({ startAt: at, endAt: from, driverId: 0, signed: false });
    add({ startAt: from, endAt: until, driverId: duty.driverId ?? 0, signed: duty.source !== DUTY.own });
    at = Math.max(at, until);
  }
  add({ startAt: at, endAt, driverId: 0, signed: false });
  const whole = endAt - startAt;
  return merged(parts).map((part) => ({
    startAt: part.startAt,
    endAt: part.endAt,
    driverId: part.driverId,
    km: whole > 0 ? (km * (part.endAt - part.startAt)) / whole : 0,
  }));
}

/** Assigns short unsigned parts to the neighbouring driver. */
function merged(parts: readonly Part[]): Part[] {
  const given = parts.map((part, i) => {
    if (part.signed || part.endAt - part.startAt >= SHORT_PIECE_MS) return part;
    const by = [parts[i - 1], parts[i + 1]].find((beside) => beside?.signed);
    return by === undefined ? part : { ...part, driverId: by.driverId, signed: true };
  });
  const whole: Part[] = [];
  for (const part of given) {
    const before = whole.at(-1);
    if (before?.driverId === part.driverId) before.endAt = part.endAt;
    else whole.push({ ...part });
  }
  return whole;
}

/** Whether driving continues, because no sufficient rest lies between; epoch ms. */
export const goesOn = (endAt: number, startAt: number): boolean => startAt - endAt < REST_MS;

type Run = { startAt: number; endAt: number; driverId: number; driveMs: number; nightMs: number; exceededAt: number | null };

/** Joins pieces, in order, to driving periods, and sums them by day. Periods that started before the first piece are unknown. */
export function sumDriving(
  pieces: readonly Piece[],
  timeZone: string,
): { readonly periods: DrivePeriod[]; readonly days: DrivenDay[] } {
  const periods: Run[] = [];
  const days = new Map<string, DrivenDay>();
  for (const piece of pieces) {
    let run = periods.at(-1);
    if (run === undefined || run.driverId !== piece.driverId || !goesOn(run.endAt, piece.startAt)) {
      const { startAt, driverId } = piece;
      run = { startAt, endAt: startAt, driverId, driveMs: 0, nightMs: 0, exceededAt: null };
      periods.push(run);
    }
    for (const part of byHours(piece, timeZone)) drive(run, part, days);
    run.endAt = piece.endAt;
  }
  return { periods, days: [...days.values()] };
}

type HourPart = {
  readonly startAt: number;
  readonly endAt: number;
  readonly km: number;
  readonly day: string;
  readonly night: boolean;
};

/** Divides a piece at midnight and at the borders of the night. */
function* byHours({ startAt, endAt, km }: Piece, timeZone: string): Generator<HourPart> {
  for (let at = startAt; at < endAt; ) {
    const day = businessDay(at, timeZone);
    // Clocks change between 02:00 and 05:00: earlier hours count from the start of the day, later ones from its end.
    const [six, twentyTwo] = [day.endAt - 18 * HOUR_MS, day.endAt - 2 * HOUR_MS];
    const until = Math.min(endAt, at < six ? six : at < twentyTwo ? twentyTwo : day.endAt);
    yield {
      startAt: at,
      endAt: until,
      km: (km * (until - at)) / (endAt - startAt),
      day: day.key,
      night: at < six || at >= twentyTwo,
    };
    at = until;
  }
}

function drive(run: Run, { startAt, endAt, km, day, night }: HourPart, days: Map<string, DrivenDay>): void {
  const ms = endAt - startAt;
  const left = Math.min(MAX_DRIVE_MS - run.driveMs, night ? MAX_NIGHT_MS - run.nightMs : Infinity);
  if (run.exceededAt === null && left < ms) run.exceededAt = startAt + Math.max(0, left);
  run.driveMs += ms;
  if (night) run.nightMs += ms;
  const key = `${run.driverId} ${day}`;
  const of = days.get(key) ?? { day, driverId: run.driverId, km: 0, driveMs: 0, nightMs: 0, longestMs: 0 };
  days.set(key, of);
  of.km += km;
  of.driveMs += ms;
  if (night) of.nightMs += ms;
  of.longestMs = Math.max(of.longestMs, run.driveMs);
}
