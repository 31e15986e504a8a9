import type { Media } from '@fleetwarden/contract/media/schemas';
import type { TrackAlarm, TrackCrossing, TrackStop } from '@fleetwarden/contract/tracks/schemas';
import type { TrackData } from '@fleetwarden/contract/tracks/track-columns';
import { TRACK_GAP_MS } from '@fleetwarden/contract/tracks/track-rules';
import type { AlarmLevel } from '@fleetwarden/domain/alarm-bits';
import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { BadgeShape, LineShape } from '../../map/overlays/shapes.ts';
import type { MapPalette } from '../../map/palette.ts';
import { playheadAt } from './playhead.ts';
import { speedColour } from './speed-bands.ts';

/** Design: a track is 3 px wide. */
const WIDTH = 3;
/** Line of a gap: thinner and dashed. */
const GAP_STROKE = { width: 2, opacity: 0.8, dash: [6, 6] } as const;
/** Status colours of the alarm levels (design). */
const LEVEL_STATUS: Readonly<Record<AlarmLevel, number>> = { 1: 3, 2: 4, 3: 5 };
const PARKED = 1;

/** Ranges of points without a gap, both ends included. */
export function stretchesOf({ at }: Pick<TrackData, 'at'>): readonly (readonly [from: number, to: number])[] {
  const stretches: [number, number][] = [];
  for (let from = 0, i = 0; i < at.length; i++) {
    if (i + 1 < at.length && at[i + 1]! - at[i]! <= TRACK_GAP_MS) continue;
    stretches.push([from, i]);
    from = i + 1;
  }
  return stretches;
}

/** The lines of a track: coloured by speed, or in one `colour`; dashed in gaps. */
export function trackLines(data: TrackData, palette: MapPalette, colour: string | null): LineShape[] {
  const stretches = stretchesOf(data);
  const place = (i: number): LngLat => [data.lng[i]!, data.lat[i]!];
  const lines: LineShape[] = [];
  stretches.forEach(([from, to], number) => {
    const next = stretches[number + 1];
    if (next) {
      const stroke = { ...GAP_STROKE, colour: colour ?? palette.mapLabel };
      lines.push({ kind: 'line', points: [place(to), place(next[0])], stroke });
    }
    if (from === to) return;
    const points = Array.from({ length: to - from + 1 }, (_, i) => place(from + i));
    const stroke = { colour: colour ?? speedColour(palette, 0), width: WIDTH };
    if (colour !== null) lines.push({ kind: 'line', points, stroke });
    // A point's speed also describes the way to it
    else
      lines.push({ kind: 'line', points, stroke, colours: points.map((_, i) => speedColour(palette, data.speedKmh[from + i]!)) });
  });
  return lines;
}

/** Flags at start and end. */
export function endFlags(data: TrackData, colour: string, texts: { start: string; end: string }): BadgeShape[] {
  const last = data.at.length - 1;
  if (last < 0) return [];
  const flag = (i: number, text: string): BadgeShape => ({
    kind: 'badge',
    form: 'flag',
    at: [data.lng[i]!, data.lat[i]!],
    colour,
    text,
  });
  return last === 0 ? [flag(0, texts.start)] : [flag(0, texts.start), flag(last, texts.end)];
}

/** P and the duration in minutes. */
export const stopBadge = ({ x, y, start, end }: TrackStop, palette: MapPalette): BadgeShape => ({
  kind: 'badge',
  form: 'square',
  at: [x, y],
  colour: palette.status[PARKED]!.mark,
  text: `P ${Math.round((end - start) / MINUTE_MS)}`,
});

export const alarmBadge = ({ x, y, bit }: TrackAlarm, palette: MapPalette): BadgeShape => ({
  kind: 'badge',
  form: 'triangle',
  at: [x, y],
  colour: palette.status[LEVEL_STATUS[findAlarmType(bit)?.level ?? 1]]!.mark,
});

/** A badge where it entered a geofence, with its name. */
export const crossingBadge = ({ x, y, areaName }: TrackCrossing, palette: MapPalette): BadgeShape => ({
  kind: 'badge',
  form: 'square',
  at: [x, y],
  colour: palette.brand,
  text: areaName,
});

/** The position of a medium; without coordinates, the vehicle's position at its time. Null: unknown. */
export function mediaBadge({ x, y, time }: Media, data: TrackData, palette: MapPalette, text: string): BadgeShape | null {
  const then = x === null || y === null ? playheadAt(data, time) : { lng: x, lat: y };
  return then && { kind: 'badge', form: 'square', at: [then.lng, then.lat], colour: palette.ink, text };
}
