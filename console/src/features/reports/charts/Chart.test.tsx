import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTexts } from '../../../ui/i18n.ts';
import { template } from '../testing.ts';
import { Chart } from './Chart.tsx';
import { axisOf, type Drawing, drawingOf } from './chart-data.ts';

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

const COLOURS = ['red', 'green', 'blue'];
const data = { x: ['甲', '乙', '丙'], series: [{ colEName: 'mileage', values: [10, null, 30] }] };
const drawing = (type: Drawing['type']) =>
  drawingOf(template({ reportChartCfg: { type, x: 'carNo', y: ['mileage'] } }), data, COLOURS)!;
const draw = (type: Drawing['type']) => render(<Chart drawing={drawing(type)} title="里程" colours={COLOURS} />).container;

describe('a chart', () => {
  it('of bars has one for each value there is', () => {
    expect(draw('bar').querySelectorAll('rect[fill="red"]')).toHaveLength(2);
  });

  it('of a line leaves a gap where there is no value', () => {
    const path = draw('line').querySelector('path')?.getAttribute('d') ?? '';
    expect(path.match(/M/g)).toHaveLength(2);
  });

  it('of parts gives each its colour, and nothing to nothing', () => {
    const parts = [...draw('pie').querySelectorAll('path')].map((part) => part.getAttribute('fill'));
    expect(parts).toEqual(['red', 'blue']);
  });

  it('of a radar goes round by its names', () => {
    const container = draw('radar');
    expect(container.querySelectorAll('polygon')).toHaveLength(5);
    expect([...container.querySelectorAll('svg text')].map((name) => name.textContent)).toEqual(['甲', '乙', '丙']);
  });

  it('names lines by whom they are of, where they are of one column', () => {
    const series = ['甲公司', '甲公司'].map((name, at) => ({ colEName: 'mileage', name, values: [at, null, 3] }));
    const of = template({ reportChartCfg: { type: 'line', x: 'statMonth', y: ['mileage'] } });
    const { series: drawn } = drawingOf(of, { x: data.x, series }, COLOURS)!;
    expect(drawn.map(({ name, colour }) => [name, colour])).toEqual([
      ['甲公司', 'red'],
      ['甲公司', 'green'],
    ]);
    expect(new Set(drawn.map(({ key }) => key)).size).toBe(2);
  });

  it('tells what is pointed at, and all of it in a table', () => {
    const container = draw('bar');
    fireEvent.pointerEnter([...container.querySelectorAll('svg rect')].at(-1)!);
    expect(screen.getByRole('status').textContent).toContain('丙');
    expect(screen.getByRole('status').textContent).toContain('30');
    expect(screen.getByRole('table', { name: '图表数据' }).textContent).toContain('乙-');
  });

  it('is none where there is nothing to draw', () => {
    const of = template({ reportChartCfg: { type: 'bar', x: 'carNo', y: ['mileage'] } });
    expect(drawingOf(of, { x: [], series: [] }, COLOURS)).toBeNull();
    expect(drawingOf(of, { x: ['甲'], series: [{ colEName: 'mileage', values: [null] }] }, COLOURS)).toBeNull();
  });
});

describe('an axis', () => {
  it.each([
    [0, 30, [0, 10, 20, 30]],
    [0, 0, [0, 0.25, 0.5, 0.75, 1]],
    [0, 98.5, [0, 25, 50, 75, 100]],
    [-5, 5, [-5, -2.5, 0, 2.5, 5]],
    [0, 1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
  ])('from %d to %d', (least, most, steps) => {
    expect(axisOf(least, most)).toEqual(steps);
  });
});
