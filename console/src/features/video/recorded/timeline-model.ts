import type { Recording, Source } from './recordings.ts';

/** Recordings closer than this are drawn as one: a pixel of a day is longer. */
const JOIN_MS = 5_000;
const HOURS_SHOWN = 2;
const HOUR_MS = 3_600_000;

/** A stretch on the line of a channel; `from` and `size` are shares of the day. */
export type Stretch = {
  readonly key: string;
  readonly source: Source;
  readonly isAlarm: boolean;
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly size: number;
};

type TimelineRow = { readonly channel: number; readonly stretches: readonly Stretch[] };

/** The period that a timeline covers, epoch ms. */
export type Period = { readonly start: number; readonly end: number };

/** A share of a period, at most its ends. */
export const shareOf = ({ start, end }: Period, at: number): number => Math.min(Math.max((at - start) / (end - start), 0), 1);

/** The time at a share of a period, by whole seconds. */
export function timeAt({ start, end }: Period, share: number): number {
  const at = start + Math.min(Math.max(share, 0), 1) * (end - start);
  return Math.min(Math.round(at / 1_000) * 1_000, end);
}

/** A line per channel with its stretches in the period; neighbours of one source and colour are joined. */
export function timelineRows(recordings: readonly Recording[], period: Period): readonly TimelineRow[] {
  const channels = [...new Set(recordings.map(({ channel }) => channel))].sort((a, b) => a - b);
  return channels.map((channel) => {
    const stretches: Stretch[] = [];
    // alarms last, so that they are drawn above
    for (const isAlarm of [false, true])
      for (const source of ['terminal', 'server'] as const) {
        const own = recordings.filter(
          (each) => each.channel === channel && each.source === source && each.alarms.length > 0 === isAlarm,
        );
        for (const { start, end } of joined(own, period)) {
          const from = shareOf(period, start);
          const size = shareOf(period, end) - from;
          stretches.push({ key: `${source}-${isAlarm}-${start}`, source, isAlarm, start, end, from, size });
        }
      }
    return { channel, stretches };
  });
}

function joined(recordings: readonly Recording[], period: Period): readonly Period[] {
  const inside = recordings.filter(({ start, end }) => start < period.end && end > period.start);
  const list: { start: number; end: number }[] = [];
  for (const { start, end } of inside.toSorted((a, b) => a.start - b.start)) {
    const last = list.at(-1);
    if (last && start - last.end <= JOIN_MS) last.end = Math.max(last.end, end);
    else list.push({ start: Math.max(start, period.start), end });
  }
  return list;
}

/** The full hours of a period with a mark, each as its share; days of 23 or 25 hours have as many. */
export function hourMarks(period: Period): readonly { readonly at: number; readonly from: number }[] {
  const count = Math.floor((period.end - period.start) / (HOURS_SHOWN * HOUR_MS));
  return Array.from({ length: count + 1 }, (_, i) => period.start + i * HOURS_SHOWN * HOUR_MS)
    .filter((at) => at < period.end)
    .map((at) => ({ at, from: shareOf(period, at) }));
}
