/** Zones change their offset at multiples of this. */
const QUARTER_MS = 900_000;
/** Quarters kept; rows in any order of time start over rather than grow. */
const MAX_QUARTERS = 8_192;

/** What clocks of a time zone show at an instant (UTC epoch ms), as the epoch ms at which UTC clocks show it. Throws RangeError on an unknown zone. */
export function wallClock(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const offsets = new Map<number, number>();
  const measured = (at: number) => {
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
