import { expect, it } from 'vitest';
import { palettes } from '../../ui/theme/theme.ts';
import { loadTrack } from './loaded-track.ts';
import { CHART_MARGIN, type ChartPaint, drawSpeedChart, momentText, timeTicks } from './speed-chart.ts';
import { testTrack } from './testing.ts';

/** A canvas that records lines by colour, and texts. */
function chartDouble() {
  const lines: { colour: string; points: [number, number][] }[] = [];
  const texts: string[] = [];
  let points: [number, number][] = [];
  const paint = {
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 1,
    textAlign: 'left',
    textBaseline: 'middle',
    clearRect: () => {},
    beginPath: () => {
      points = [];
    },
    moveTo: (x: number, y: number) => void points.push([x, y]),
    lineTo: (x: number, y: number) => void points.push([x, y]),
    stroke: () => void lines.push({ colour: String(paint.strokeStyle), points }),
    fillText: (text: string) => void texts.push(text),
  } as ChartPaint;
  return { paint, lines, texts };
}

it('draws speed and kilometres over time, within its axes', () => {
  const track = loadTrack(
    testTrack([0, 40, 80, 0].map((speedKmh, i) => ({ at: i * 60_000, speedKmh, odometerKm: 100 + i, lng: 100 + i * 0.01 }))),
  );
  const { paint, lines, texts } = chartDouble();
  drawSpeedChart(paint, {
    track,
    range: { start: 0, end: 180_000 },
    size: { width: 396, height: 146 },
    units: 'metric',
    palette: palettes.light,
    figure: String,
    time: (at) => `t${Math.round(at / 6_000) / 10}`,
  });
  const [left, top, bottom] = [CHART_MARGIN.left, CHART_MARGIN.top, 146 - CHART_MARGIN.bottom];
  const speed = lines.find(({ colour }) => colour === palettes.light.brand)!.points;
  expect(speed.map(([x, y]) => [x - left, y])).toEqual([
    [0, bottom],
    [100, (top + bottom) / 2],
    [200, top],
    [299, bottom],
  ]);
  expect(lines.flatMap(({ points }) => points.flat()).every(Number.isFinite)).toBe(true);
  expect(texts).toEqual(expect.arrayContaining(['0', '20', '40', '60', '80', '1', '2', '3', 't0', 't2']));
});

it('has round values in miles on its axes', () => {
  const track = loadTrack(testTrack([0, 80, 160].map((speedKmh, i) => ({ at: i * 60_000, speedKmh, odometerKm: 100 + i * 5 }))));
  const { paint, texts } = chartDouble();
  drawSpeedChart(paint, {
    track,
    range: { start: 0, end: 120_000 },
    size: { width: 396, height: 146 },
    units: 'imperial',
    palette: palettes.light,
    figure: String,
    time: () => '',
  });
  // 160 km/h are 99.4 mph, 10 km are 6.2 miles
  expect(texts).toEqual(expect.arrayContaining(['0', '50', '100', '2', '4', '6', '8']));
  expect(texts).not.toContain('150');
});

it('draws nothing if it has no space', () => {
  const { paint, lines } = chartDouble();
  const options = { units: 'metric', range: { start: 0, end: 1 }, palette: palettes.dark, figure: String, time: String } as const;
  drawSpeedChart(paint, { ...options, track: loadTrack(testTrack([{ at: 0 }])), size: { width: 60, height: 20 } });
  expect(lines).toEqual([]);
});

it.each([
  ['with the date in a range of several days', 3 * 24 * 60, '11-21 06:22'],
  ['without the date in a range within one day', 60, '06:22'],
  ['with seconds in a range of a few minutes', 10, '06:22:49'],
])('formats times %s', (_how, minutes, text) => {
  const at = Date.parse('2026-11-21T06:22:49+08:00');
  expect(momentText(at, { start: at, end: at + minutes * 60_000 }, 'zh')).toBe(text);
});

it.each([
  ['hours', '2026-11-21T07:20:00+08:00', '2026-11-21T12:40:00+08:00', 6, ['08:00', '09:00', '10:00', '11:00', '12:00']],
  ['quarter hours', '2026-11-21T07:20:00+08:00', '2026-11-21T08:10:00+08:00', 4, ['07:30', '07:45', '08:00']],
  ['days', '2026-11-21T07:20:00+08:00', '2026-11-24T08:10:00+08:00', 3, ['00:00', '00:00', '00:00']],
])('marks round %s on the time axis', (_what, from, to, most, clocks) => {
  const range = { start: Date.parse(from), end: Date.parse(to) };
  const ticks = timeTicks(range, most);
  expect(ticks.map((at) => momentText(at, { start: at, end: at + 3_600_000 }, 'zh'))).toEqual(clocks);
});
