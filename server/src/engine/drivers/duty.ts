import { DAY_MS } from '@fleetwarden/domain/durations';

/**
 * A card event: inserted (`in`; driver null: unknown) or removed. `elsewhereAt`: the driver's next sign-in in another vehicle.
 * Epoch ms.
 */
export type DutyCard = {
  readonly at: number;
  readonly in: boolean;
  readonly driverId: number | null;
  readonly elsewhereAt?: number | null;
};
/** The driver assigned to a vehicle from `since` on; null: none. Epoch ms. */
export type GivenDriver = { readonly since: number; readonly driverId: number | null };
/** A driver's duty, from `startAt` to before `endAt`, epoch ms; null: open. */
export type Duty = {
  readonly startAt: number;
  readonly endAt: number | null;
  readonly driverId: number | null;
  readonly source: DutySource;
};
export type DutySource = typeof DUTY.card | typeof DUTY.own;

export const DUTY = { card: 1, own: 4 } as const;
/** A duty without a card removal ends after this, ms. */
const LONGEST_DUTY_MS = DAY_MS;

/**
 * Duties from `from` (-Infinity: all) to before `until` (Infinity: open). A card counts until the next card, until its driver signs
 * in elsewhere, or for a day; otherwise the assigned driver counts. `cards` and `given` are sorted, oldest first; at equal times the later entry wins.
 */
export function resolveDuties(cards: readonly DutyCard[], given: readonly GivenDriver[], from: number, until: number): Duty[] {
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
    const left = card.in ? Math.min(end, card.at + LONGEST_DUTY_MS, card.elsewhereAt ?? Infinity) : card.at;
    add(card.at, left, card.driverId, DUTY.card);
    addOwn(left, end);
  }
  return duties;
}

/** The range in which two lists of duties differ; null: none. Infinity: open. */
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
