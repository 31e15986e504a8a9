import i18next from 'i18next';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { setUnitSystem } from '../../api/units.ts';
import { cellText } from './cells.tsx';
import { createDrawing } from './charts/chart-data.ts';
import { formatHeading } from './column-widths.ts';
import { arrangeColumns } from './columns.ts';
import { column, template } from './testing.ts';

beforeAll(() => startTexts('zh'));
afterEach(() => setUnitSystem('metric'));
const text = (type: Parameters<typeof column>[1], cell: string | number | boolean | null, language = 'zh', more = {}) =>
  cellText(column('x', type, more), cell, { t: i18next.t, language });

describe('a cell', () => {
  it.each<[Parameters<typeof column>[1], string | number | boolean | null, string]>([
    ['integer', 12_345, '12,345'],
    ['decimal1', 1234.56, '1,234.6'],
    ['decimal2', 3, '3.00'],
    ['decimal6', 113.5, '113.500000'],
    ['percent', 98.5, '98.50%'],
    ['seconds', 93_909, '26:05:09'],
    ['yesNo', true, '是'],
    ['yesNo', 0, '否'],
    ['text', null, ''],
    ['text', '=1+1', '=1+1'],
    ['date', '2026-11-22', '2026-11-22'],
  ])('of %s %s is %s', (type, cell, shown) => {
    expect(text(type, cell)).toBe(shown);
  });

  it('is formatted for the language', () => {
    expect(text('decimal1', 12_345.6, 'es')).toBe('12.345,6');
    expect(text('date', '2026-11-22', 'es')).toBe('22/11/2026');
  });

  it('of an enumeration shows the name of each value', () => {
    const values = { 1: '行驶', 2: '停车' };
    expect(text('enum', 2, 'zh', { values })).toBe('停车');
    expect(text('enum', '1,2', 'en', { values })).toBe('行驶, 停车');
    expect(text('enum', '9', 'zh', { values })).toBe('9');
    expect(text('text', 118, 'zh', { values: { 118: '偏离路线' } })).toBe('偏离路线');
  });
});

describe('miles', () => {
  const mileage = column('mileage', 'decimal2', { colName: '行驶里程', unit: 'km', quantity: 'distance' });
  const words = { t: i18next.t, language: 'en' };

  it('are shown in cells and totals, with their unit in the heading', () => {
    expect([cellText(mileage, 160.9344, words), formatHeading(mileage)]).toEqual(['160.93', '行驶里程 (km)']);
    setUnitSystem('imperial');
    expect([cellText(mileage, 160.9344, words), formatHeading(mileage)]).toEqual(['100.00', '行驶里程 (英里)']);
    expect(cellText(mileage, null, words)).toBe('');
    const speed = column('maxSpeed', 'decimal1', { colName: '最高速度', unit: 'km/h', quantity: 'speed' });
    expect([cellText(speed, 80, words), formatHeading(speed)]).toEqual(['49.7', '最高速度 (英里/时)']);
    expect(cellText(column('alarms', 'integer', { unit: '次' }), 80, words)).toBe('80');
  });

  it('are shown in charts', () => {
    setUnitSystem('imperial');
    const drawn = createDrawing(
      template({ colCfgList: [mileage], reportChartCfg: { type: 'bar', x: 'carNo', y: ['mileage'] } }),
      { x: ['a', 'b'], series: [{ colEName: 'mileage', values: [16.09344, null] }] },
      ['#000000'],
      words,
    );
    expect(drawn?.series[0]?.name).toBe('行驶里程 (英里)');
    expect(drawn?.series[0]?.values).toEqual([expect.closeTo(10, 9), null]);
  });
});

describe('report table columns', () => {
  it('show their unit in the heading, except if the cells show it', () => {
    expect(formatHeading(column('里程', 'decimal1', { unit: 'km' }))).toBe('里程 (km)');
    expect(formatHeading(column('上线率', 'percent', { unit: '%' }))).toBe('上线率');
    expect(formatHeading(column('Vehicles online', 'integer', { unit: 'vehicles' }))).toBe('Vehicles online');
    expect(formatHeading(column('Mileage', 'decimal1', { unit: 'mi' }))).toBe('Mileage (mi)');
    expect(formatHeading(column('离线天数', 'integer', { unit: '天数' }))).toBe('离线天数');
  });

  it('use the order and visibility set by the user; identifying columns stay first', () => {
    const columns = [column('id', 'text', { isfixed: 1 }), column('a'), column('b', 'text', { isPageShow: 0 }), column('c')];
    const names = (kept: Parameters<typeof arrangeColumns>[1]) =>
      arrangeColumns(columns, kept).map(({ colEName, hidden }) => (hidden ? `-${colEName}` : colEName));
    expect(names([])).toEqual(['id', 'a', '-b', 'c']);
    const own = [
      { colEName: 'c', isPageShow: 1 as const },
      { colEName: 'id', isPageShow: 0 as const },
      { colEName: 'a', isPageShow: 0 as const },
      { colEName: 'gone', isPageShow: 1 as const },
    ];
    expect(names(own)).toEqual(['id', 'c', '-b', '-a']);
  });
});
