/** Lowest and highest value per pixel column of a chart; NaN without one. */
type ChartColumns = { readonly low: Float64Array; readonly high: Float64Array };

/** Reduces a series over `at` (ascending, epoch ms) to `width` columns from `start` to `end`: 50,000 points become 1,000. */
export function chartColumns(
  at: ArrayLike<number>,
  values: ArrayLike<number>,
  range: { readonly start: number; readonly end: number },
  width: number,
): ChartColumns {
  const low = new Float64Array(width).fill(Number.NaN);
  const high = new Float64Array(width).fill(Number.NaN);
  const span = range.end - range.start;
  if (width === 0 || span <= 0) return { low, high };
  for (let i = 0; i < at.length; i++) {
    const column = Math.min(Math.floor(((at[i]! - range.start) / span) * width), width - 1);
    const value = values[i]!;
    if (column < 0 || Number.isNaN(value)) continue;
    if (!(low[column]! <= value)) low[column] = value;
    if (!(high[column]! >= value)) high[column] = value;
  }
  return { low, high };
}

const NICE = [1, 2, 5, 10] as const;

/** Positions of axis lines up to `most`: round numbers from 0, the last at or above it. */
export function axisTicks(most: number, lines: number): readonly number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * NICE.find((each) => each * power >= rough)!;
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, i) => Math.round(i * step * 1e6) / 1e6);
}
