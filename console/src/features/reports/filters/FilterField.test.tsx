import type { ReportFilter } from '@fleetwarden/contract/reports/filter-schemas';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { businessNow } from '../../../api/business-time.ts';
import { startTexts } from '../../../api/i18n.ts';
import { useSession } from '../../../api/session.ts';
import { renderLive, storeOf, stubServer, userInfo } from '../../../ui/testing.tsx';
import { browserIn } from '../../../ui/testing-browser.ts';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import { DAY, MONTH, weekText } from '../days.ts';
import { filter } from '../testing.ts';
import { FilterField } from './FilterField.tsx';

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

const now = businessNow();
const ago = (days: number) => now.subtract(days, 'day').format(DAY);
const OPTIONS = [
  { value: '1', label: '甲' },
  { value: '2', label: '乙' },
];

type Sent = { value: string };

function Held({ made, company, sent }: { made: ReportFilter; company: string; sent: Sent }) {
  const [value, setValue] = useState(made.selectedValue);
  return (
    <AntdProvider>
      <label htmlFor="f">条件</label>
      <FilterField
        id="f"
        filter={made}
        value={value}
        company={company}
        onChange={(next) => {
          sent.value = next;
          setValue(next);
        }}
      />
      <output>{value}</output>
    </AntdProvider>
  );
}

/** A control with its label, and what it comes to. */
async function setUp(made: ReportFilter, handlers: Parameters<typeof stubServer>[0] = {}, company = '5') {
  const server = stubServer(handlers);
  const sent: Sent = { value: made.selectedValue };
  renderLive(<Held made={made} company={company} sent={sent} />, storeOf([]));
  await screen.findByRole('status');
  return { server, sent, user: userEvent.setup() };
}
const input = (at = 0) => document.querySelectorAll<HTMLInputElement>('input')[at]!;
/** The days of the open calendar that can be chosen. */
const offered = () =>
  [...document.querySelectorAll<HTMLElement>('.ant-picker-cell:not(.ant-picker-cell-disabled)')].map((cell) => cell.title);
const refused = () => [...document.querySelectorAll<HTMLElement>('.ant-picker-cell-disabled')].map((cell) => cell.title);

describe('filter fields, with initial and submitted values', () => {
  it('1: a text of at most 50 characters', async () => {
    const { sent, user } = await setUp(filter('x', 1, { selectedValue: 'ab' }));
    expect([input().value, input().maxLength]).toEqual(['ab', 50]);
    await user.type(input(), 'c');
    expect(sent.value).toBe('abc');
  });

  it('2: a number', async () => {
    const { sent, user } = await setUp(filter('x', 2, { selectedValue: '24' }));
    expect(input().value).toBe('24');
    await user.clear(input());
    await user.type(input(), '12');
    expect(sent.value).toBe('12');
  });

  it('3: a single choice', async () => {
    const { sent, user } = await setUp(filter('x', 3, { pullDownVal: OPTIONS, selectedValue: '1' }));
    await user.click(screen.getByRole('combobox'));
    await user.click(await screen.findByTitle('乙'));
    expect(sent.value).toBe('2');
  });

  it('4: a multiple choice', async () => {
    const { sent, user } = await setUp(filter('x', 4, { pullDownVal: OPTIONS }));
    await user.click(screen.getByRole('combobox'));
    await user.click(await screen.findByTitle('甲'));
    await user.click(screen.getByTitle('乙'));
    expect(sent.value).toBe('1,2');
  });

  it('5: radio buttons with a value always set', async () => {
    const { sent, user } = await setUp(filter('x', 5, { pullDownVal: OPTIONS, selectedValue: '1' }));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '甲' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: '乙' }));
    expect(sent.value).toBe('2');
  });

  it('6: yes or no', async () => {
    const { sent, user } = await setUp(filter('x', 6, { colCname: '含报停', selectedValue: '0' }));
    await user.click(screen.getByRole('checkbox', { name: /含报停/ }));
    expect(sent.value).toBe('1');
    await user.click(screen.getByRole('checkbox', { name: /含报停/ }));
    expect(sent.value).toBe('0');
  });

  it('7: a date range without future days, with the presets the report accepts', async () => {
    const { sent, user } = await setUp(filter('x', 7, { selectedValue: `${ago(7)},${ago(1)}`, maxDays: 7 }));
    expect([input(0).value, input(1).value]).toEqual([ago(7), ago(1)]);
    await user.click(input(0));
    await waitFor(() => expect(offered()).toContain(ago(0)));
    expect(offered().some((day) => day > ago(0))).toBe(false);
    const presets = [...document.querySelectorAll('.ant-picker-presets li')].map((each) => each.textContent);
    expect(presets).toEqual(['今天', '昨天', '上周']);
    await user.click(screen.getByText('昨天'));
    expect(sent.value).toBe(`${ago(1)},${ago(1)}`);
  });

  it('7: offers the last ten-day period and last month if the report accepts that many days', async () => {
    const { user } = await setUp(filter('x', 7, { maxDays: 93 }));
    await user.click(input(0));
    await screen.findByText('昨天');
    const presets = [...document.querySelectorAll('.ant-picker-presets li')].map((each) => each.textContent);
    expect(presets).toEqual(['今天', '昨天', '上周', '上旬', '上月']);
  });

  it('8: a time range, filled by a preset', async () => {
    const from = `${ago(1)} 00:00:00`;
    const to = `${ago(1)} 23:59:59`;
    const { sent, user } = await setUp(filter('x', 8, { selectedValue: `${from},${to}`, maxDays: 7 }));
    expect([input(0).value, input(1).value]).toEqual([from, to]);
    await user.click(input(0));
    await user.click(await screen.findByText('今天'));
    expect(sent.value).toBe(`${ago(0)} 00:00:00,${ago(0)} 23:59:59`);
  });

  it('9: a day, including today', async () => {
    const { user } = await setUp(filter('x', 9, { selectedValue: ago(1) }));
    expect(input().value).toBe(ago(1));
    await user.click(input());
    await waitFor(() => expect(offered()).toContain(ago(0)));
  });

  it('10: a closed month', async () => {
    const last = now.startOf('month').subtract(1, 'month').format(MONTH);
    const { user } = await setUp(filter('x', 10, { selectedValue: last }));
    expect(input().value).toBe(last);
    await user.click(input());
    const current = now.format(MONTH);
    if (last.slice(0, 4) === current.slice(0, 4)) await waitFor(() => expect(refused()).toContain(current));
    expect(offered()).not.toContain(current);
  });

  it('11: a year', async () => {
    await setUp(filter('x', 11, { selectedValue: '2025' }));
    expect(input().value).toBe('2025');
  });

  it('12: a company, shown by name and found by text', async () => {
    const { server, sent, user } = await setUp(filter('x', 12, { selectedValue: '1' }), {
      'report/getDeptPullDownVal': ({ data }) => ({
        list: data['deptIds'] ? [{ deptId: '1', deptName: '演示集团' }] : [{ deptId: '2', deptName: '第二公司' }],
      }),
    });
    expect(await screen.findByText('演示集团')).toBeDefined();
    await user.type(screen.getByRole('combobox'), '第二');
    await waitFor(() => expect(server.requests.some(({ data }) => data['deptName'] === '第二')).toBe(true));
    await user.click((await screen.findAllByText('第二公司')).at(-1)!);
    expect(sent.value).toBe('2');
  });

  it.each([13, 14])('%i: vehicles of the chosen company', async (type) => {
    const { server, sent, user } = await setUp(filter('x', type), {
      'report/getCarPullDownVal': () => ({
        list: [
          { carId: '7', carName: '粤B77777', color: 2 },
          { carId: '8', carName: '粤B88888', color: 1 },
        ],
      }),
    });
    await user.click(screen.getByRole('combobox'));
    await user.click(await screen.findByText('粤B77777'));
    expect(server.requests[0]?.data).toEqual({ carName: '', deptId: '5' });
    if (type === 14) {
      await user.click(screen.getAllByText('粤B88888').at(-1)!);
      expect(sent.value).toBe('7,8');
    } else expect(sent.value).toBe('7');
  });

  it.each([
    [15, 'driver'],
    [16, 'area'],
    [24, 'user'],
    [28, 'platform'],
  ])('%i: records of the chosen company: %s', async (type, kind) => {
    const { server, sent, user } = await setUp(filter('x', type), { 'report/getReportPullDownVal': () => ({ list: OPTIONS }) });
    await user.click(screen.getByRole('combobox'));
    await user.click(await screen.findByTitle('甲'));
    expect(sent.value).toBe('1');
    expect(server.requests[0]?.data).toEqual({ kind, name: '', deptId: '5' });
  });

  it('18: a range, open at either end', async () => {
    const { sent, user } = await setUp(filter('x', 18, { selectedValue: '0,24' }));
    expect([input(0).value, input(1).value]).toEqual(['0', '24']);
    await user.clear(input(0));
    expect(sent.value).toBe(',24');
    await user.clear(input(1));
    expect(sent.value).toBe('');
  });

  it('19: alarm types in groups; selecting all of them is sent as all', async () => {
    const pullDownVal = [
      { value: 'g', label: '超速' },
      { value: '1', label: '超速报警', parent: 'g' },
      { value: '2', label: '超速预警', parent: 'g' },
    ];
    const { sent, user } = await setUp(filter('x', 19, { selectedValue: '1', pullDownVal, required: true }));
    await user.click(screen.getByRole('combobox'));
    fireEvent.click(
      (await screen.findByTitle('超速')).closest('.ant-select-tree-treenode')!.querySelector('.ant-select-tree-checkbox')!,
    );
    expect(sent.value).toBe('all');
    fireEvent.click(screen.getByTitle('超速').closest('.ant-select-tree-treenode')!.querySelector('.ant-select-tree-checkbox')!);
    expect(sent.value).toBe('');
  });

  it('20: a speed of 0 to 160', async () => {
    await setUp(filter('x', 20, { selectedValue: '80' }));
    expect([input().value, input().getAttribute('aria-valuemax')]).toEqual(['80', '160']);
    expect(screen.getByText('km/h')).toBeDefined();
  });

  it('21: minutes in steps of 0.5', async () => {
    const { sent } = await setUp(filter('x', 21, { selectedValue: '0.5' }));
    fireEvent.keyDown(input(), { key: 'ArrowUp', keyCode: 38 });
    await waitFor(() => expect(Number(sent.value)).toBe(1));
  });

  it('22: a time range of the day, also past midnight', async () => {
    await setUp(filter('x', 22, { selectedValue: '22:00-02:00' }));
    expect([input(0).value, input(1).value]).toEqual(['22:00', '02:00']);
  });

  it('23: vehicle types, loaded from the server', async () => {
    const { sent, user } = await setUp(filter('x', 23), { 'report/getCarTypes': () => ({ list: OPTIONS }) });
    await user.click(screen.getByRole('combobox'));
    await user.click(await screen.findByTitle('乙'));
    expect(sent.value).toBe('2');
  });

  it('25: a past day: neither today nor later', async () => {
    const { user } = await setUp(filter('x', 25, { selectedValue: ago(1) }));
    expect(input().value).toBe(ago(1));
    await user.click(input());
    await waitFor(() => expect(offered().length + refused().length).toBeGreaterThan(0));
    expect(offered().every((day) => day < ago(0))).toBe(true);
  });

  it('26: a completed week', async () => {
    const last = weekText(now.subtract(1, 'week'));
    await setUp(filter('x', 26, { selectedValue: last }));
    expect(input().value).toBe(last);
  });

  it('27: closed months', async () => {
    const last = now.startOf('month').subtract(1, 'month').format(MONTH);
    await setUp(filter('x', 27, { selectedValue: `${last},${last}` }));
    expect([input(0).value, input(1).value]).toEqual([last, last]);
  });

  it('29: companies, at most 20', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => String(at + 1));
    const { sent, user } = await setUp(filter('x', 29, { selectedValue: ids.join() }), {
      'report/getDeptPullDownVal': () => ({ list: [{ deptId: '99', deptName: '另一家' }] }),
    });
    await user.click(screen.getByRole('combobox'));
    await user.click(await screen.findByTitle('另一家'));
    expect(sent.value).toBe(ids.join());
  });

  it('30: sensor channels', async () => {
    const { sent, user } = await setUp(filter('x', 30, { pullDownVal: OPTIONS }));
    await user.click(screen.getByRole('combobox'));
    await user.click(await screen.findByTitle('甲'));
    expect(sent.value).toBe('1');
  });

  it('31: a map region described in words, which can be cleared', async () => {
    const { sent, user } = await setUp(filter('x', 31, { selectedValue: '4:121.4,31.2,1000' }));
    await waitFor(() => expect(input().value).toBe('圆形，3.14 平方公里'));
    fireEvent.change(input(), { target: { value: '方形' } });
    expect(sent.value).toBe('4:121.4,31.2,1000');
    await user.click(document.querySelector('.ant-input-clear-icon:not(.ant-input-clear-icon-hidden)')!);
    expect(sent.value).toBe('');
  });

  it('an invalid value in the URL is treated as empty', async () => {
    await setUp(filter('x', 7, { selectedValue: 'nonsense' }));
    expect([input(0).value, input(1).value]).toEqual(['', '']);
  });
});

/** Where a browser is, and what clocks show there while it is 22 November 2026, a Sunday, for the platform in Shanghai. */
describe.each([
  ['America/New_York', '2026-11-21T23:30:00-05:00'],
  ['Asia/Tokyo', '2026-11-23T00:30:00+09:00'],
])('platform days in a browser in %s at %s', (zone, time) => {
  beforeEach(() => {
    browserIn(zone, time);
    useSession.setState({ userInfo });
  });

  const open = async (made: ReportFilter) => {
    const set = await setUp(made);
    await set.user.click(input());
    await waitFor(() => expect(offered().length + refused().length).toBeGreaterThan(0));
    return set;
  };
  const pick = (title: string) => fireEvent.click(document.querySelector(`.ant-picker-cell[title="${title}"]`)!);
  const last = () => offered().toSorted().at(-1);
  const marked = () => new Set([...document.querySelectorAll<HTMLElement>('.ant-picker-cell-today')].map((cell) => cell.title));

  it.each([
    ['今天', '2026-11-22,2026-11-22'],
    ['昨天', '2026-11-21,2026-11-21'],
    ['上周', '2026-11-09,2026-11-15'],
    ['上旬', '2026-11-11,2026-11-20'],
    ['上月', '2026-10-01,2026-10-31'],
  ])('for the preset %s are %s', async (name, range) => {
    const { sent, user } = await open(filter('x', 7, { maxDays: 93 }));
    await user.click(await screen.findByText(name));
    expect(sent.value).toBe(range);
  });

  it.each([
    [7, '2026-11-22'],
    [8, '2026-11-22'],
    [9, '2026-11-22'],
    // neither today nor later
    [25, '2026-11-21'],
    // nor a week, a month or a year that is not over, or not begun
    [26, '2026-11-15'],
    [10, '2026-10'],
    [27, '2026-10'],
    [11, '2026'],
  ])('for type %i end at %s', async (type, day) => {
    await open(filter('x', type));
    expect(last()).toBe(day);
  });

  it.each([9, 25, 7])('for type %i mark today', async (type) => {
    await open(filter('x', type));
    expect([...marked()]).toEqual(['2026-11-22']);
  });

  it('include today, selected with one click', async () => {
    const { sent } = await open(filter('x', 9));
    fireEvent.click(document.querySelector('.ant-picker-now-btn')!);
    expect(sent.value).toBe('2026-11-22');
  });

  it('are limited to the maximum range of the report', async () => {
    await open(filter('x', 7, { maxDays: 7 }));
    pick('2026-11-10');
    await waitFor(() => expect(refused()).toContain('2026-11-17'));
    expect([offered().includes('2026-11-16'), offered().includes('2026-11-04'), refused().includes('2026-11-03')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('are limited to twelve months for a month range', async () => {
    await open(filter('x', 27, { selectedValue: '2025-06,2025-07' }));
    pick('2025-06');
    await waitFor(() => expect(refused()).toContain('2026-06'));
    expect(offered()).toContain('2026-05');
  });
});
