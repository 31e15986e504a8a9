import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { type UnitSystem, unitFactor } from '@fleetwarden/domain/units';
import { businessToday } from '../../api/business-clock.ts';
import { formatClock, formatTime } from '../../ui/format.ts';
import type { Palette } from '../../ui/theme/theme.ts';
import { axisTicks, chartColumns } from './chart-columns.ts';
import type { LoadedTrack } from './loaded-track.ts';

/** Shorter tracks have times with seconds, ms. */
const SHORT_MS = 15 * 60_000;

/** A time label below the chart: with the day for longer tracks, to the minute where that is distinct. */
export function momentText(at: number, { start, end }: { start: number; end: number }, language: string): string {
  const oneDay = businessToday(start).key === businessToday(end).key;
  const text = oneDay ? formatClock(at) : formatTime(at, language);
  return end - start < SHORT_MS ? text : text.slice(0, -3);
}

/** Margins in px for axis labels and times. */
export const CHART_MARGIN = { left: 44, right: 52, top: 24, bottom: 22 } as const;

const LINES = 4;
/** Minimum distance of two time labels, px. */
const TIME_GAP = 110;
const WIDTH = 1.5;

export type ChartPaint = Pick<
  CanvasRenderingContext2D,
  | 'clearRect'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
  | 'fillText'
  | 'strokeStyle'
  | 'fillStyle'
  | 'lineWidth'
  | 'textAlign'
  | 'textBaseline'
>;

/** Draws speed (left axis, as a band per pixel) and distance (right axis) over time; the axes have round figures of the units. */
export function drawSpeedChart(
  paint: ChartPaint,
  options: {
    track: LoadedTrack;
    range: { readonly start: number; readonly end: number };
    /** px */
    size: { readonly width: number; readonly height: number };
    units: UnitSystem;
    palette: Palette;
    figure: (value: number) => string;
    time: (at: number) => string;
  },
): void {
  const { track, range, size, units, palette, figure, time } = options;
  const { left, right, top, bottom } = CHART_MARGIN;
  const [width, height] = [Math.floor(size.width - left - right), size.height - top - bottom];
  paint.clearRect(0, 0, size.width, size.height);
  if (width <= 0 || height <= 0) return;

  const speed = scaled(chartColumns(track.data.at, track.data.speedKmh, range, width), unitFactor(units, 'speed'));
  const driven = scaled(chartColumns(track.data.at, track.kmAt, range, width), unitFactor(units, 'distance'));
  const ticks = { speed: axisTicks(findMax(speed.high), LINES), driven: axisTicks(findMax(driven.high), LINES) };
  const heightOf = (value: number, most: number) => top + height - (value / most) * height;

  paint.lineWidth = 1;
  paint.textBaseline = 'middle';
  for (const value of ticks.speed) {
    const y = Math.round(heightOf(value, ticks.speed.at(-1)!)) + 0.5;
    paint.strokeStyle = palette.line;
    line(paint, [left, y], [left + width, y]);
    paint.fillStyle = palette.inkSecondary;
    paint.textAlign = 'right';
    paint.fillText(figure(value), left - 6, y);
  }
  paint.textAlign = 'left';
  for (const value of ticks.driven) paint.fillText(figure(value), left + width + 6, heightOf(value, ticks.driven.at(-1)!));
  paint.textAlign = 'center';
  const shareOf = (at: number) => (at - range.start) / (range.end - range.start);
  for (const at of timeTicks(range, Math.max(Math.floor(width / TIME_GAP), 1)))
    paint.fillText(time(at), left + shareOf(at) * width, size.height - bottom / 2);

  paint.lineWidth = WIDTH;
  paint.strokeStyle = palette.brand;
  band(paint, speed, (value) => heightOf(value, ticks.speed.at(-1)!), left);
  paint.strokeStyle = palette.inkSecondary;
  band(paint, driven, (value) => heightOf(value, ticks.driven.at(-1)!), left);
}

/** Steps of a time axis, ms: they divide a day, or are whole days. */
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 5, 10].map((days) => days * DAY_MS),
];

/** At most `most` round times of a range by the platform's clock; its start if it is shorter than a minute. */
export function timeTicks({ start, end }: { readonly start: number; readonly end: number }, most: number): readonly number[] {
  const step = TIME_STEPS.find((each) => Math.floor((end - start) / each) <= most) ?? TIME_STEPS.at(-1)!;
  const midnight = businessToday(start).startAt;
  const ticks: number[] = [];
  for (let at = midnight + Math.ceil((start - midnight) / step) * step; at <= end; at += step) ticks.push(at);
  return ticks.length > 0 ? ticks.slice(0, most) : [start];
}

type Columns = ReturnType<typeof chartColumns>;
const scaled = ({ low, high }: Columns, factor: number): Columns => ({
  low: low.map((value) => value * factor),
  high: high.map((value) => value * factor),
});

const findMax = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, value || 0), 0);

function line(paint: ChartPaint, from: readonly [number, number], to: readonly [number, number]): void {
  paint.beginPath();
  paint.moveTo(...from);
  paint.lineTo(...to);
  paint.stroke();
}

/** Draws a band from the lowest to the highest value of each column. */
function band(
  paint: ChartPaint,
  { low, high }: { readonly low: Float64Array; readonly high: Float64Array },
  y: (value: number) => number,
  left: number,
): void {
  let begun = false;
  paint.beginPath();
  for (let x = 0; x < low.length; x++) {
    if (Number.isNaN(low[x]!)) continue;
    if (begun) paint.lineTo(left + x, y(low[x]!));
    else paint.moveTo(left + x, y(low[x]!));
    begun = true;
    if (high[x] !== low[x]) paint.lineTo(left + x, y(high[x]!));
  }
  paint.stroke();
}
