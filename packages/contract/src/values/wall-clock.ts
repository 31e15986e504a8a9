import { DAY_MS } from '@fleetwarden/domain/durations';

/** Zones change their offset at multiples of this. */
const QUARTER_MS = 900_000;
/** Quarters kept; rows in any order of time start over rather than grow. */
const MAX_QUARTERS = 8_192;

/**
 * What clocks of a time zone show at an instant (UTC epoch ms), as the epoch ms at which UTC clocks show it; NaN for what is no instant.
 * Throws RangeError on an unknown zone.
 */
export function wallClock(timeZone: string): (at: number) => number {
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
    // beyond the years a Date can tell, too
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
 * The instant at which a zone's clocks show this, told as by `wallClock`: the first of two where clocks are put back; where they skip it,
 * as much later as they are put forward.
 */
export function instantShown(clock: (at: number) => number, shown: number): number {
  // no zone changes its offset twice within two days
  const before = shown - (clock(shown - DAY_MS) - (shown - DAY_MS));
  const after = shown - (clock(shown + DAY_MS) - (shown + DAY_MS));
  return clock(before) === shown || clock(after) !== shown ? before : after;
}
