import { figureText } from '@fleetwarden/contract/reports/figures';
import type { PdfChart } from './document.ts';
import { type Colour, FAINT, type Pen, type Point, RULE } from './pen.ts';
import type { Sheets } from './sheets.ts';

const HEIGHT = 190;
const LEGEND = 16;
const SMALL = 7;
const MARGIN = { left: 44, right: 6, top: 8, bottom: 18 } as const;
const MARK = 7;
const GAP = 10;
/** Room a name along the axis needs. */
const NAME = 44;
/** Of a place of the axis, what its bars take. */
const FILLED = 0.7;
const WIDEST_BAR = 28;
const STEPS = 4;
/** Behind the point of a step at the most. */
const STEP_DIGITS = 6;
const ROUND = [1, 2, 2.5, 5, 10] as const;
/** Corners of a whole circle. */
const CORNERS = 96;
/** Brand first, then those that mean no status. */
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
const colourOf = (at: number): Colour => COLOURS[at % COLOURS.length]!;

/** Where a chart is drawn: points of the page. */
type Plot = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Draws a chart in lines and areas; without values nothing. `language`: of the figures along its axis. */
export function drawChart(sheets: Sheets, chart: PdfChart, language: string): void {
  const { type, labels, series } = chart;
  if (!series.some(({ values }) => values.some((value) => value !== null))) return;
  if (sheets.room() < HEIGHT) sheets.turn();
  const names = type === 'pie' ? labels : series.map(({ name }) => name);
  const rows = drawLegend(sheets, names);
  const plot = { x: sheets.left, y: sheets.y() + rows * LEGEND, width: sheets.width, height: HEIGHT - rows * LEGEND };
  if (type === 'pie') drawPie(sheets.pen(), plot, series[0]!.values);
  else drawAxes(sheets, plot, chart, language);
  sheets.down(HEIGHT + GAP);
}

/** Names with their colours, as many rows as they need but three; resolves to how many there are. */
function drawLegend(sheets: Sheets, names: readonly string[]): number {
  const most = sheets.width / 4;
  let [x, row] = [0, 0];
  names.forEach((name, at) => {
    const shown = sheets.letters.cut(name, most, SMALL);
    const width = MARK + 4 + sheets.letters.widthOf(shown, SMALL) + GAP;
    if (x + width > sheets.width && x > 0) {
      x = 0;
      row++;
    }
    if (row < 3) {
      const y = sheets.y() + row * LEGEND;
      sheets.pen().rect(sheets.left + x, y + 3, MARK, MARK, colourOf(at));
      sheets.pen().text(sheets.left + x + MARK + 4, y + 9, shown, { size: SMALL });
    }
    x += width;
  });
  return Math.min(row + 1, 3);
}

/** Steps of an axis from a round number below the least to one above the highest. */
function axisOf(values: readonly number[]): readonly number[] {
  const least = values.reduce((low, value) => Math.min(low, value), 0);
  const highest = values.reduce((high, value) => Math.max(high, value), 0);
  const span = highest > least ? highest - least : 1;
  const power = 10 ** Math.floor(Math.log10(span / STEPS));
  const step = (ROUND.find((each) => span / (each * power) <= STEPS) ?? 10) * power;
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

function drawAxes(sheets: Sheets, outer: Plot, { type, labels, series }: PdfChart, language: string): void {
  const pen = sheets.pen();
  const plot: Plot = {
    x: outer.x + MARGIN.left,
    y: outer.y + MARGIN.top,
    width: outer.width - MARGIN.left - MARGIN.right,
    height: outer.height - MARGIN.top - MARGIN.bottom,
  };
  const steps = axisOf(series.flatMap(({ values }) => values.filter((value) => value !== null)));
  const [low, high] = [steps[0]!, steps.at(-1)!];
  const y = (value: number): number => plot.y + plot.height * (1 - (value - low) / (high - low));
  const place = plot.width / labels.length;
  const middle = (at: number): number => plot.x + place * (at + 0.5);
  for (const step of steps) {
    pen.line(
      [
        [plot.x, y(step)],
        [plot.x + plot.width, y(step)],
      ],
      RULE,
      0.5,
    );
    pen.text(plot.x - 5, y(step) + SMALL / 3, figureText(language, step, STEP_DIGITS, 0), {
      size: SMALL,
      colour: FAINT,
      align: 'right',
    });
  }
  const every = Math.max(1, Math.ceil((labels.length * NAME) / plot.width));
  labels.forEach((label, at) => {
    if (at % every !== 0) return;
    const shown = sheets.letters.cut(label, place * every - 2, SMALL);
    pen.text(middle(at), plot.y + plot.height + SMALL + 4, shown, { size: SMALL, colour: FAINT, align: 'center' });
  });
  series.forEach(({ values }, nth) => {
    if (type === 'line') {
      drawLine(pen, values, middle, y, colourOf(nth));
      return;
    }
    const bar = Math.min((place * FILLED) / series.length, WIDEST_BAR);
    values.forEach((value, at) => {
      if (value === null) return;
      const left = middle(at) + (nth - series.length / 2) * bar;
      pen.rect(left, Math.min(y(value), y(0)), Math.max(bar - 0.5, 0.5), Math.abs(y(value) - y(0)), colourOf(nth));
    });
  });
}

/** What is missing breaks a line; what stands alone is a point. */
function drawLine(
  pen: Pen,
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
  colour: Colour,
): void {
  let points: Point[] = [];
  const end = () => {
    if (points.length > 1) pen.line(points, colour, 1.4);
    if (points.length === 1) pen.rect(points[0]![0] - 1.5, points[0]![1] - 1.5, 3, 3, colour);
    points = [];
  };
  values.forEach((value, at) => {
    if (value === null) end();
    else points.push([x(at), y(value)]);
  });
  end();
}

/** Parts of a circle, clockwise from the top. */
function drawPie(pen: Pen, { x, y, width, height }: Plot, values: readonly (number | null)[]): void {
  const parts = values.map((value) => Math.max(0, value ?? 0));
  const whole = parts.reduce((all, part) => all + part, 0);
  if (whole === 0) return;
  const radius = height / 2 - 6;
  const [centreX, centreY] = [x + width / 2, y + height / 2];
  const point = (share: number): Point => [
    centreX + radius * Math.cos((share - 0.25) * 2 * Math.PI),
    centreY + radius * Math.sin((share - 0.25) * 2 * Math.PI),
  ];
  let from = 0;
  parts.forEach((part, at) => {
    const to = from + part / whole;
    const corners = Math.max(1, Math.ceil((to - from) * CORNERS));
    const arc = Array.from({ length: corners + 1 }, (_, nth) => point(from + ((to - from) * nth) / corners));
    if (part > 0) pen.area([[centreX, centreY], ...arc], colourOf(at));
    from = to;
  });
}
