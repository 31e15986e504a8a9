import { DAY_MS } from '@fleetwarden/domain/durations';

/** A card that says who drives (`in`; null: nobody we know), or that he has left. Epoch ms. */
export type DutyCard = { readonly at: number; readonly in: boolean; readonly driverId: number | null };
/** Whom the vehicle's record gives it from then on; null: nobody. Epoch ms. */
export type GivenDriver = { readonly since: number; readonly driverId: number | null };
/** Who was on duty, from `startAt` to before `endAt`, epoch ms; null: it lasts. */
export type Duty = {
  readonly startAt: number;
  readonly endAt: number | null;
  readonly driverId: number | null;
  readonly source: DutySource;
};
export type DutySource = typeof DUTY.card | typeof DUTY.own;

export const DUTY = { card: 1, own: 4 } as const;
/** Who never signs out has left after so long, ms. */
const LONGEST_DUTY_MS = DAY_MS;

/**
 * Who was on duty from `from` (-Infinity: ever since) to before `until` (Infinity: it lasts): whoever signed in, until the next card or a
 * day later; for the rest whom the vehicle was given. Both ends are cards, or open, so that what lies beyond does not change it. `cards`
 * that were read, and `given`, oldest first; of two at a time the later one holds.
 */
export function dutiesOf(cards: readonly DutyCard[], given: readonly GivenDriver[], from: number, until: number): Duty[] {
  const duties: Duty[] = [];
  const add = (startAt: number, endAt: number, driverId: number | null, source: DutySource) => {
    if (endAt > startAt) duties.push({ startAt, endAt: endAt === Infinity ? null : endAt, driverId, source });
  };
  const addOwn = (since: number, end: number) => {
    for (const [i, { since: givenAt, driverId }] of given.entries())
      if (driverId !== null) add(Math.max(since, givenAt), Math.min(end, given[i + 1]?.since ?? Infinity), driverId, DUTY.own);
  };
  const within = cards.filter(({ at }) => at >= from && at < until);
  addOwn(from, within[0]?.at ?? until);
  for (const [i, card] of within.entries()) {
    const end = within[i + 1]?.at ?? until;
    const left = card.in ? Math.min(end, card.at + LONGEST_DUTY_MS) : card.at;
    add(card.at, left, card.driverId, DUTY.card);
    addOwn(left, end);
  }
  return duties;
}

/** From where to where two lists of duties say something different; null: nowhere. Infinity: for good. */
export function differing(
  before: readonly Duty[],
  after: readonly Duty[],
): { readonly from: number; readonly until: number } | null {
  const ends = [...new Set([...before, ...after].flatMap(({ startAt, endAt }) => [startAt, endAt ?? Infinity]))].sort(
    (a, b) => a - b,
  );
  let from: number | null = null;
  let until = 0;
  for (const [i, at] of ends.entries()) {
    const next = ends[i + 1];
    if (next === undefined || said(before, at) === said(after, at)) continue;
    from ??= at;
    until = next;
  }
  return from === null ? null : { from, until };
}

function said(duties: readonly Duty[], at: number): string {
  const duty = duties.find(({ startAt, endAt }) => startAt <= at && at < (endAt ?? Infinity));
  return duty === undefined ? '' : `${duty.driverId} ${duty.source}`;
}
