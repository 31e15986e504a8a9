import { DAY_MS } from '@fleetwarden/domain/durations';

/** Zones change their offset at multiples of this. */
const QUARTER_MS = 900_000;
/** Cached quarter hours; the cache is cleared at this size, so unsorted rows cannot grow it. */
const MAX_QUARTERS = 8_192;

/** Local time at an instant (UTC epoch ms), as the epoch ms with the same UTC clock; NaN for an invalid instant. */
export type WallClock = (at: number) => number;

/** Clocks by their zone: a formatter takes milliseconds to create. */
const clocks = new Map<string, WallClock>();

/** The clock of a zone. Throws RangeError on an unknown zone. */
export function wallClock(timeZone: string): WallClock {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = createClock(timeZone);
    clocks.set(timeZone, clock);
  }
  return clock;
}

function createClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const offsets = new Map<number, number>();
  const measured = (at: number) => {
    // also outside the range of Date
    if (Number.isNaN(new Date(at).getTime())) return Number.NaN;
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const shown = new Date(0);
    shown.setUTCFullYear(part['year'] as number, (part['month'] as number) - 1, part['day']);
    shown.setUTCHours(part['hour'] as number, part['minute'], part['second']);
    return shown.getTime() - at;
  };
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      offset = measured(quarter * QUARTER_MS);
      if (offsets.size >= MAX_QUARTERS) offsets.clear();
      offsets.set(quarter, offset);
    }
    return at + offset;
  };
}

/**
 * The instant of a local time (as by `wallClock`): the first of two when clocks go back; in a gap,
 * later by the length of the gap.
 */
export function instantShown(clock: WallClock, shown: number): number {
  // no zone changes its offset twice within two days
  const before = shown - (clock(shown - DAY_MS) - (shown - DAY_MS));
  const after = shown - (clock(shown + DAY_MS) - (shown + DAY_MS));
  return clock(before) === shown || clock(after) !== shown ? before : after;
}
