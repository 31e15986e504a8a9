import type { TrackAlarm } from '@fleetwarden/contract/tracks/schemas';
import { ALARM_BITS } from '@fleetwarden/domain/alarm-bits';
import type { StoredTrack } from './store.ts';

/**
 * Alarm bits of 0x0200 from the report that first carries them to the first that does not any more, or the last there is; in order
 * of their beginning. `places`: the reports that count.
 */
export function alarmSpans(track: StoredTrack, places: Int32Array): TrackAlarm[] {
  const spans: { bit: number; start: number; end: number; x: number; y: number; sp: number }[] = [];
  const open = new Map<number, (typeof spans)[number]>();
  let before = 0;
  for (const place of places) {
    const word = track.alarmBits[place]!;
    const time = track.at[place]!;
    if (word === before && word === 0) continue;
    for (const { bit } of ALARM_BITS) {
      const set = ((word >>> bit) & 1) === 1;
      const span = open.get(bit);
      if (span) span.end = time;
      if (span && !set) open.delete(bit);
      if (!span && set) {
        const begun = { bit, start: time, end: time, x: track.lng[place]!, y: track.lat[place]!, sp: track.speedKmh[place]! };
        spans.push(begun);
        open.set(bit, begun);
      }
    }
    before = word;
  }
  return spans;
}
