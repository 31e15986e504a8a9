import { figureText } from '@fleetwarden/contract/reports/figures';
import { type Canvas, type Colour, MUTED, type Point, RULE } from './canvas.ts';
import type { PdfChart } from './document.ts';
import type { Pages } from './pages.ts';

export const CHART_HEIGHT = 190;
const LEGEND = 16;
const SMALL = 7;
const MARGIN = { left: 44, right: 6, top: 8, bottom: 18 } as const;
const SWATCH = 7;
const GAP = 10;
/** Width of a label along the axis: that of the widest, between these. */
const MIN_LABEL_WIDTH = 44;
const MAX_LABEL_WIDTH = 110;
/** Share of a category's width that its bars fill. */
const BAR_SHARE = 0.7;
const MAX_BAR_WIDTH = 28;
const STEPS = 4;
const MAX_STEP_DECIMALS = 6;
const ROUND_STEPS = [1, 2, 2.5, 5, 10] as const;
/** Points of the polygon that stands for a full circle. */
const CIRCLE_POINTS = 96;
/** The brand colour, then colours that no status uses. */
const COLOURS: readonly Colour[] = [
  [0.08, 0.36, 0.84],
  [0.09, 0.6, 0.58],
  [0.49, 0.34, 0.76],
  [0.55, 0.6, 0.67],
  [0.75, 0.42, 0.62],
  [0.36, 0.55, 0.24],
  [0.3, 0.42, 0.55],
  [0.72, 0.56, 0.3],
];
const seriesColour = (at: number): Colour => COLOURS[at % COLOURS.length]!;

/** The drawing area in points of the page. */
type Plot = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Draws a chart; nothing if it has no values. `language` formats the axis figures. */
export function drawChart(pages: Pages, chart: PdfChart, language: string): void {
  const { type, labels, series } = chart;
  if (!series.some(({ values }) => values.some((value) => value !== null))) return;
  if (pages.remainingHeight() < CHART_HEIGHT) pages.add();
  const names = type === 'pie' ? labels : series.map(({ name }) => name);
  const rows = drawLegend(pages, names);
  const plot = { x: pages.left, y: pages.y() + rows * LEGEND, width: pages.width, height: CHART_HEIGHT - rows * LEGEND };
  if (type === 'pie') drawPie(pages.canvas(), plot, series[0]!.values);
  else drawAxes(pages, plot, chart, language);
  pages.moveDown(CHART_HEIGHT + GAP);
}

/** Draws series names with their colours in at most three rows. Returns the number of rows. */
function drawLegend(pages: Pages, names: readonly string[]): number {
  const maxWidth = pages.width / 4;
  let [x, row] = [0, 0];
  names.forEach((name, at) => {
    const text = pages.text.truncate(name, maxWidth, SMALL);
    const width = SWATCH + 4 + pages.text.measureWidth(text, SMALL) + GAP;
    if (x + width > pages.width && x > 0) {
      x = 0;
      row++;
    }
    if (row < 3) {
      const y = pages.y() + row * LEGEND;
      pages.canvas().fillRect(pages.left + x, y + 3, SWATCH, SWATCH, seriesColour(at));
      pages.canvas().drawText(pages.left + x + SWATCH + 4, y + 9, text, { size: SMALL });
    }
    x += width;
  });
  return Math.min(row + 1, 3);
}

/** Axis ticks at round steps, from at or below the minimum to at or above the maximum. */
function axisTicks(values: readonly number[]): readonly number[] {
  const min = values.reduce((low, value) => Math.min(low, value), 0);
  const max = values.reduce((high, value) => Math.max(high, value), 0);
  const span = max > min ? max - min : 1;
  const power = 10 ** Math.floor(Math.log10(span / STEPS));
  const step = (ROUND_STEPS.find((each) => span / (each * power) <= STEPS) ?? 10) * power;
  const first = Math.floor(min / step);
  const last = Math.max(first + 1, Math.ceil(max / step));
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

function drawAxes(pages: Pages, outer: Plot, { type, labels, series }: PdfChart, language: string): void {
  const canvas = pages.canvas();
  const plot: Plot = {
    x: outer.x + MARGIN.left,
    y: outer.y + MARGIN.top,
    width: outer.width - MARGIN.left - MARGIN.right,
    height: outer.height - MARGIN.top - MARGIN.bottom,
  };
  const ticks = axisTicks(series.flatMap(({ values }) => values.filter((value) => value !== null)));
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const y = (value: number): number => plot.y + plot.height * (1 - (value - low) / (high - low));
  const slot = plot.width / labels.length;
  const centre = (at: number): number => plot.x + slot * (at + 0.5);
  for (const step of ticks) {
    canvas.strokePath(
      [
        [plot.x, y(step)],
        [plot.x + plot.width, y(step)],
      ],
      RULE,
      0.5,
    );
    canvas.drawText(plot.x - 5, y(step) + SMALL / 3, figureText(language, step, MAX_STEP_DECIMALS, 0), {
      size: SMALL,
      colour: MUTED,
      align: 'right',
    });
  }
  const widest = labels.reduce((width, label) => Math.max(width, pages.text.measureWidth(label, SMALL) + 4), MIN_LABEL_WIDTH);
  const every = Math.max(1, Math.ceil((labels.length * Math.min(widest, MAX_LABEL_WIDTH)) / plot.width));
  labels.forEach((label, at) => {
    if (at % every !== 0) return;
    const text = pages.text.truncate(label, slot * every - 2, SMALL);
    canvas.drawText(centre(at), plot.y + plot.height + SMALL + 4, text, { size: SMALL, colour: MUTED, align: 'center' });
  });
  series.forEach(({ values }, nth) => {
    if (type === 'line') {
      drawLine(canvas, values, centre, y, seriesColour(nth));
      return;
    }
    const bar = Math.min((slot * BAR_SHARE) / series.length, MAX_BAR_WIDTH);
    values.forEach((value, at) => {
      if (value === null) return;
      const left = centre(at) + (nth - series.length / 2) * bar;
      canvas.fillRect(left, Math.min(y(value), y(0)), Math.max(bar - 0.5, 0.5), Math.abs(y(value) - y(0)), seriesColour(nth));
    });
  });
}

/** A missing value breaks the line; a single value between gaps is a point. */
function drawLine(
  canvas: Canvas,
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
  colour: Colour,
): void {
  let points: Point[] = [];
  const flush = () => {
    if (points.length > 1) canvas.strokePath(points, colour, 1.4);
    if (points.length === 1) canvas.fillRect(points[0]![0] - 1.5, points[0]![1] - 1.5, 3, 3, colour);
    points = [];
  };
  values.forEach((value, at) => {
    if (value === null) flush();
    else points.push([x(at), y(value)]);
  });
  flush();
}

/** Draws sectors clockwise from the top. */
function drawPie(canvas: Canvas, { x, y, width, height }: Plot, values: readonly (number | null)[]): void {
  const shares = values.map((value) => Math.max(0, value ?? 0));
  const total = shares.reduce((sum, part) => sum + part, 0);
  if (total === 0) return;
  const radius = height / 2 - 6;
  const [centreX, centreY] = [x + width / 2, y + height / 2];
  const point = (share: number): Point => [
    centreX + radius * Math.cos((share - 0.25) * 2 * Math.PI),
    centreY + radius * Math.sin((share - 0.25) * 2 * Math.PI),
  ];
  let from = 0;
  shares.forEach((part, at) => {
    const to = from + part / total;
    const count = Math.max(1, Math.ceil((to - from) * CIRCLE_POINTS));
    const arc = Array.from({ length: count + 1 }, (_, nth) => point(from + ((to - from) * nth) / count));
    if (part > 0) canvas.fillPolygon([[centreX, centreY], ...arc], seriesColour(at));
    from = to;
  });
}
