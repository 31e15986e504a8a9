import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuse } from '../../ui/testing.tsx';
import type { ReportDocument } from './document-calls.ts';
import { filter, template } from './testing.ts';
import { beginPage, endPage, type Handlers, showReport } from './testing-page.tsx';

const ASK = 'safetyAna/styVehicleAsReport';
const HOME = '/activesafety/safetyanalysis/activeCarSafetyReport';

const answer: ReportDocument = {
  title: '车辆主动安全报告',
  company: '演示集团',
  about: ['报告周期: 2026-11-01 ~ 2026-11-20'],
  sections: [
    {
      kind: 'figures',
      title: '概况',
      figures: [
        { label: '报警数 (次)', text: '6' },
        { label: '风险分 (分)', text: '' },
      ],
    },
    { kind: 'words', title: '改进建议', lines: ['超速指数最高'] },
    {
      kind: 'table',
      title: '报警类型',
      note: '另有未列出的条数: 3',
      columns: [
        { title: '报警类型', figure: false },
        { title: '次数', figure: true },
      ],
      rows: [['接打电话', '6']],
      foot: ['合计', '6'],
    },
    { kind: 'chart', title: '每日趋势', type: 'bar', labels: ['11-01', '11-02'], series: [{ name: '次数', values: [6, null] }] },
    {
      kind: 'strip',
      title: '时段分布',
      cells: [
        { label: '8', value: 2_000 },
        { label: '22', value: 4_000 },
        { label: '23', value: 0 },
      ],
    },
  ],
  asOf: 1_795_000_000_000,
  incomplete: ['2026-11-20'],
};

beforeEach(beginPage);
afterEach(endPage);

const setUp = (address = '?carId=7', handlers: Handlers = {}) =>
  showReport(
    template({
      reportId: 170507,
      reportName: '车辆主动安全报告',
      path: HOME,
      reportRedirector: [],
      sumColCfgList: [],
      qryCdtionCfgList: [
        filter('deptId', 12, { colCname: '所属企业', required: true, selectedValue: '1' }),
        filter('carId', 13, { colCname: '车辆', required: true }),
        filter('staticDate', 7, { colCname: '统计日期', required: true, selectedValue: '2026-11-01,2026-11-20', maxDays: 93 }),
      ],
    }),
    address,
    { [ASK]: () => answer, ...handlers },
  );

describe('the document page', () => {
  it('shows all sections of the document for its filters', async () => {
    const { server } = setUp();
    const document = await screen.findByRole('article', { name: '车辆主动安全报告' });
    expect(server.of(ASK).at(-1)!.data).toEqual({
      conditions: { deptId: '1', carId: '7', staticDate: '2026-11-01,2026-11-20' },
    });
    expect(server.of('report/advanceSearchJson')).toEqual([]);
    const section = (name: string) => within(within(document).getByRole('region', { name }));
    expect(
      section('概况')
        .getAllByRole('definition')
        .map((each) => each.textContent),
    ).toEqual(['6', '-']);
    expect(section('改进建议').getByText('超速指数最高')).toBeTruthy();
    const rows = section('报警类型').getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['报警类型次数', '接打电话6', '合计6']);
    expect(section('报警类型').getByText('另有未列出的条数: 3')).toBeTruthy();
    expect(section('每日趋势').getByRole('img', { name: '每日趋势' }).querySelectorAll('rect[fill]')).toHaveLength(1);
    const cells = section('时段分布').getAllByRole('listitem');
    expect(cells.map((cell) => cell.textContent)).toEqual(['2,0008', '4,00022', '023']);
    expect(cells.map((cell) => cell.querySelector('b')!.style.getPropertyValue('--share'))).toEqual(['50%', '100%', '0%']);
    expect(cells.map((cell) => cell.querySelector('b')!.dataset['dark'])).toEqual(['false', 'true', 'false']);
  });

  it('sends no request before a vehicle is selected', async () => {
    const { server } = setUp('');
    expect(await screen.findByText(/车辆主动安全报告/)).toBeTruthy();
    expect(server.of(ASK)).toEqual([]);
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('shows an error with a retry', async () => {
    let answers = 0;
    const { server, user } = setUp('?carId=7', { [ASK]: () => (++answers === 1 ? refuse('5000', '数据库忙') : answer) });
    await user.click(await screen.findByRole('button', { name: /重试/ }));
    expect(await screen.findByRole('article')).toBeTruthy();
    expect(server.of(ASK)).toHaveLength(2);
  });
});
