import { spanText } from '@fleetwarden/contract/reports/figures';
import type { ColumnType, ReportChart } from '@fleetwarden/contract/reports/schemas';
import { formatNumber } from '../../ui/format.ts';

/** Most decimals of a number. */
const DIGITS = 2;
/** Steps of a duration axis, so that each is a whole unit. */
const WHOLE_STEPS = 4;

export type Series = {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  /** The type of its column; absent: plain numbers. */
  readonly type?: ColumnType | undefined;
  readonly values: readonly (number | null)[];
  /** A line of a period that is only compared. */
  readonly dashed?: boolean;
};

/** Content of a chart: the labels of its axis, and the series. `stack`: bars on top of each other. */
export type Drawing = {
  readonly type: ReportChart['type'] | 'stack';
  readonly x: readonly string[];
  readonly series: readonly Series[];
};

/** Colours of the series in order: the brand colour, then colours that mean no status. */
export type Colours = readonly string[];

const [MINUTE_S, HOUR_S] = [60, 3_600];

/** How an axis or a figure is written: durations and percentages by their type, others as numbers. */
export function formatValue(type: ColumnType | undefined, value: number, language: string): string {
  if (type === 'seconds') return spanText(value);
  return formatNumber(language, value, DIGITS) + (type === 'percent' ? '%' : '');
}

/** The axis of series: its type if they share one, and its steps. Durations have steps of whole hours or minutes. */
export function computeAxis(series: readonly Series[]): {
  readonly type: ColumnType | undefined;
  readonly steps: readonly number[];
} {
  const [least, most] = findExtent(series);
  const [first] = series;
  const type = series.every((each) => each.type === first?.type) ? first?.type : undefined;
  if (type !== 'seconds') return { type, steps: computeAxisSteps(least, most) };
  const unit = most - least > 2 * HOUR_S ? HOUR_S : MINUTE_S;
  const whole = [least / unit, Math.max(most / unit, WHOLE_STEPS)] as const;
  return { type, steps: computeAxisSteps(...whole, WHOLE_STEPS, [1, 2, 5, 10]).map((step) => step * unit) };
}

/** A step of a duration axis: 26:00. */
export const formatStep = (type: ColumnType | undefined, value: number, language: string): string =>
  type === 'seconds' ? spanText(value).slice(0, -3) : formatValue(type, value, language);

/** Steps of an axis from a round number below the minimum to one above the maximum, about `parts` of them. */
export function computeAxisSteps(
  least: number,
  highest: number,
  parts = 4,
  rounds: readonly number[] = [1, 2, 2.5, 5, 10],
): readonly number[] {
  const most = highest > least ? highest : least + 1;
  const span = most - least;
  const power = 10 ** Math.floor(Math.log10(span / parts));
  const step = rounds.map((round) => round * power).find((each) => span / each <= parts) ?? power * 10;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** The sums of stacked series, as one series. */
export const sumSeries = (series: readonly Series[]): Series => ({
  ...series[0]!,
  values: series[0]!.values.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)),
});

/** Minimum and maximum of all values; the range always includes zero. */
export function findExtent(series: readonly Series[]): readonly [number, number] {
  let [least, most] = [0, 0];
  for (const { values } of series)
    for (const value of values) {
      if (value === null) continue;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  return [least, most];
}

/** A point on a circle, clockwise from the top; `share`: fraction of the circle. */
export const onCircle = (middle: number, radius: number, share: number): readonly [number, number] => {
  const angle = share * 2 * Math.PI - Math.PI / 2;
  return [middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)];
};
