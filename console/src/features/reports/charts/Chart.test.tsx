import type { ReportChart } from '@fleetwarden/contract/reports/schemas';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTexts } from '../../../api/i18n.ts';
import { Chart } from '../../../shared/charts/Chart.tsx';
import { computeAxisSteps } from '../../../shared/charts/drawing.ts';
import { textWidth } from '../../../ui/table/text-width.ts';
import { column, template } from '../testing.ts';
import { createDrawing } from './chart-data.ts';

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

const COLOURS = ['red', 'green', 'blue'];
const words = () => ({ t: i18next.t, language: 'zh' });
const data = { x: ['甲', '乙', '丙'], series: [{ colEName: 'mileage', values: [10, null, 30] }] };
const drawing = (type: ReportChart['type']) =>
  createDrawing(template({ reportChartCfg: { type, x: 'carNo', y: ['mileage'] } }), data, COLOURS, words())!;
const draw = (type: ReportChart['type']) => render(<Chart drawing={drawing(type)} title="里程" colours={COLOURS} />).container;

describe('a chart', () => {
  it('of bars has one bar for each value', () => {
    expect(draw('bar').querySelectorAll('rect[fill="red"]')).toHaveLength(2);
  });

  it('of a line has a gap for a missing value', () => {
    const path = draw('line').querySelector('path')?.getAttribute('d') ?? '';
    expect(path.match(/M/g)).toHaveLength(2);
  });

  it('of a pie gives each part its colour, and skips empty values', () => {
    const parts = [...draw('pie').querySelectorAll('path')].map((part) => part.getAttribute('fill'));
    expect(parts).toEqual(['red', 'blue']);
  });

  it('of stacked bars stacks its series, and uses dashed lines for the previous period', () => {
    const series = [
      { key: '甲', name: '甲', colour: 'red', values: [10, 0] },
      { key: '乙', name: '乙', colour: 'green', values: [10, 20], dashed: true },
    ];
    const drawn = (type: 'stack' | 'line') =>
      render(<Chart drawing={{ type, x: ['1', '2'], series }} title="图" colours={COLOURS} />).container;
    const bars = [...drawn('stack').querySelectorAll('rect[fill="red"], rect[fill="green"]')];
    // nothing is drawn where there is nothing
    expect(bars).toHaveLength(3);
    const [below, above] = bars.map((bar) => (key: string) => Number(bar.getAttribute(key)));
    expect(above!('x')).toBe(below!('x'));
    expect(above!('y') + above!('height')).toBeCloseTo(below!('y'), 6);
    cleanup();
    const line = drawn('line');
    expect([...line.querySelectorAll('path')].map((path) => path.dataset['dashed'])).toEqual(['false', 'true']);
    expect(line.querySelector('ul')?.textContent).toBe('甲');
  });

  it('of a radar shows its names around it', () => {
    const container = draw('radar');
    expect(container.querySelectorAll('polygon')).toHaveLength(5);
    expect([...container.querySelectorAll('svg text')].map((name) => name.textContent)).toEqual(['甲', '乙', '丙']);
  });

  it('names lines by their company if all show the same column', () => {
    const series = ['甲公司', '甲公司'].map((name, at) => ({ colEName: 'mileage', name, values: [at, null, 3] }));
    const of = template({ reportChartCfg: { type: 'line', x: 'statMonth', y: ['mileage'] } });
    const { series: drawn } = createDrawing(of, { x: data.x, series }, COLOURS, words())!;
    expect(drawn.map(({ name, colour }) => [name, colour])).toEqual([
      ['甲公司', 'red'],
      ['甲公司', 'green'],
    ]);
    expect(new Set(drawn.map(({ key }) => key)).size).toBe(2);
  });

  it('shows the value at the pointer, and all values in a table', () => {
    const container = draw('bar');
    fireEvent.pointerEnter([...container.querySelectorAll('svg rect')].at(-1)!);
    expect(screen.getByRole('status').textContent).toContain('丙');
    expect(screen.getByRole('status').textContent).toContain('30');
    expect(screen.getByRole('table', { name: '图表数据' }).textContent).toContain('乙-');
  });

  it.each([
    ['seconds', [0, 100_000], ['0:00', '10:00', '20:00', '30:00'], '27:46:40'],
    ['seconds', [0, 180], ['0:00', '0:01', '0:02', '0:03', '0:04'], '0:03:00'],
    ['percent', [0, 98.5], ['0%', '25%', '50%', '75%', '100%'], '98.5%'],
  ] as const)('formats %s like its column, on the axis and in the table', (type, values, steps, most) => {
    const of = template({
      reportChartCfg: { type: 'bar', x: 'carNo', y: ['figure'] },
      colCfgList: [column('figure', type)],
    });
    const told = createDrawing(of, { x: ['甲', '乙'], series: [{ colEName: 'figure', values: [...values] }] }, COLOURS, words())!;
    const { container } = render(<Chart drawing={told} title="图" colours={COLOURS} />);
    const texts = [...container.querySelectorAll('svg text')].map(({ textContent }) => textContent);
    expect(texts.slice(0, steps.length)).toEqual(steps);
    expect(screen.getByRole('table', { name: '图表数据' }).textContent).toContain(`乙${most}`);
  });

  it('shows names for enumeration values, and local time for instants', () => {
    const of = (type: 'enum' | 'instant') =>
      template({
        reportChartCfg: { type: 'pie', x: 'state', y: ['mileage'] },
        colCfgList: [column('state', type, type === 'enum' ? { values: { '0': '未登记', '2': '车辆维修' } } : {})],
      });
    const asked = (x: string[]) => ({ x, series: [{ colEName: 'mileage', values: x.map(() => 1) }] });
    expect(createDrawing(of('enum'), asked(['0', '2', '9']), COLOURS, words())!.x).toEqual(['未登记', '车辆维修', '9']);
    const at = Date.parse('2026-11-21T08:05:09+08:00');
    expect(createDrawing(of('instant'), asked([String(at), '']), COLOURS, words())!.x).toEqual(['11-21 08:05:09', '（无）']);
  });

  it('names the row count, and rows without a value', () => {
    const of = template({ reportChartCfg: { type: 'bar', x: 'grade', y: ['count'] } });
    const drawn = createDrawing(of, { x: ['', 'A'], series: [{ colEName: 'count', values: [77, 2] }] }, COLOURS, words())!;
    expect(drawn.series.map(({ name }) => name)).toEqual(['数量']);
    expect(drawn.x).toEqual(['（无）', 'A']);
  });

  it('shows axis labels without overlap and inside the chart', () => {
    const names = Array.from({ length: 17 }, (_, at) => `第${at}集装箱运输车队`);
    const long = { x: names, series: [{ colEName: 'mileage', values: names.map((_, at) => at) }] };
    const of = template({ reportChartCfg: { type: 'bar', x: 'carNo', y: ['mileage'] } });
    const { container } = render(<Chart drawing={createDrawing(of, long, COLOURS, words())!} title="里程" colours={COLOURS} />);
    const shown = [...container.querySelectorAll('svg text')].filter(({ textContent }) => textContent?.startsWith('第'));
    const ends = shown.map((text) => {
      const [middle, half] = [Number(text.getAttribute('x')), textWidth(text.textContent!) / 2];
      return [middle - half, middle + half] as const;
    });
    expect(ends.length).toBeGreaterThan(1);
    expect(ends[0]![0]).toBeGreaterThanOrEqual(0);
    expect(ends.at(-1)![1]).toBeLessThanOrEqual(360);
    for (const [at, [from]] of ends.slice(1).entries()) expect(from).toBeGreaterThan(ends[at]![1]);
  });

  it('is not created without data', () => {
    const of = template({ reportChartCfg: { type: 'bar', x: 'carNo', y: ['mileage'] } });
    expect(createDrawing(of, { x: [], series: [] }, COLOURS, words())).toBeNull();
    expect(createDrawing(of, { x: ['甲'], series: [{ colEName: 'mileage', values: [null] }] }, COLOURS, words())).toBeNull();
  });
});

describe('an axis', () => {
  it.each([
    [0, 30, [0, 10, 20, 30]],
    [0, 0, [0, 0.25, 0.5, 0.75, 1]],
    [0, 98.5, [0, 25, 50, 75, 100]],
    [-5, 5, [-5, -2.5, 0, 2.5, 5]],
    [0, 1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
  ])('has round steps from %d to %d', (least, most, steps) => {
    expect(computeAxisSteps(least, most)).toEqual(steps);
  });
});
