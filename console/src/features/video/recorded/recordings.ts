/** A recorded stretch of a channel, on the terminal or on the server. Times are epoch ms; `end` is not part of it. */
export type Recording = {
  readonly key: string;
  readonly source: Source;
  readonly channel: number;
  readonly start: number;
  readonly end: number;
  readonly bytes: number;
  /** RECORDED_STREAM: 1 main, 2 sub; 0 unknown. */
  readonly stream: number;
  /** RECORDED_KIND: 0 video and sound, 1 sound, 2 video. */
  readonly kind: number;
  /** 1 main storage, 2 backup; 0 unknown. */
  readonly storage: number;
  /** Alarm types, by their number. */
  readonly alarms: readonly number[];
  /** The file of the server; null on the terminal. */
  readonly fileId: string | null;
  /** Whether a browser can play it. A file of unknown content can be downloaded only. */
  readonly isPlayable: boolean;
  /** Whether the server can cut a range of it into another file. */
  readonly isClippable: boolean;
};

/** Where a recording is stored. */
export type Source = 'terminal' | 'server';

/** By channel, then by start. */
export const sortRecordings = (list: readonly Recording[]): Recording[] =>
  list.toSorted((a, b) => a.channel - b.channel || a.start - b.start || a.source.localeCompare(b.source));

/** The recording of ascending ones that covers a time; the latest start wins where two overlap. */
export const recordingAt = (list: readonly Recording[], at: number): Recording | null =>
  list.findLast(({ start, end }) => start <= at && at < end) ?? null;

/** The first start after a time; null: none. */
export const nextStart = (list: readonly Recording[], at: number): number | null =>
  list.find(({ start }) => start > at)?.start ?? null;

/** The channels that play together with a recording: its own first, then those recorded at its start, up to `most`. */
export function playedTogether(list: readonly Recording[], first: Recording, at: number, most: number): readonly number[] {
  const others = list.filter(
    ({ source, start, end, isPlayable }) => source === first.source && isPlayable && start <= at && at < end,
  );
  return [...new Set([first.channel, ...others.map(({ channel }) => channel)])].slice(0, most).sort((a, b) => a - b);
}
