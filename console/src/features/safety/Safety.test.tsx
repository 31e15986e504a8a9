import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import type { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { CallReply } from '@fleetwarden/contract/call';
import type { AlarmResult } from '@fleetwarden/contract/live/live';
import type { SafetyOverview as Overview } from '@fleetwarden/contract/reports/named-reports/safety-overview';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { businessDate } from '../../api/business-time.ts';
import { startTexts } from '../../api/i18n.ts';
import { endSession, knowUser } from '../../api/session.ts';
import { AlarmStore } from '../../live/alarm-store.ts';
import { useAlarmHandling } from '../../shared/open-alarm-handling.ts';
import { PageLinksContext } from '../../shared/page-links.ts';
import { page, refuse, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { SafetyOverview } from './SafetyOverview.tsx';
import { SafetyToday } from './SafetyToday.tsx';

vi.mock('../../map/MapView.tsx', () => ({ MapView: () => null }));

type Figures = CallReply<typeof alarmsCalls.todaySafetyStatistics>;
type Handlers = Parameters<typeof stubServer>[0];

const FIGURES = 'activeSafety/alarm/todaySafetyStatistics';
const SPREAD = 'activeSafety/alarm/getAsOverview';
const LIST = 'activeSafety/alarm/list/new';
const OVERVIEW = 'safetyAna/getSafetyOverview';
const EXPORT = 'safetyAna/exportOverview';
const HOURS = Array.from({ length: 24 }, (_, hour) => (hour === 8 ? 40 : 0));

const figuresOfToday: Figures = {
  total: 66,
  handled: 33,
  inTime: 30,
  due: 32,
  yesterday: 70,
  mainTypes: [],
  fatigue: 6,
  distraction: 11,
  km: 1_320,
  grades: { A: 9, B: 4, C: 3, D: 2 },
};
const spread: CallReply<typeof alarmsCalls.getAsOverview> = {
  ...figuresOfToday,
  falseAlarms: 3,
  levels: [],
  days: [],
  types: [
    { warnId: 78, level: 2, count: 40 },
    { warnId: 77, level: 3, count: 26 },
  ],
  hours: [{ mainType: 2, counts: HOURS }],
  depts: [{ deptId: '5', deptName: '甲一队', count: 60 }],
  vehicles: [{ targId: '1', carNo: '京A12345', color: 2, deptName: '甲一队', count: 12 }],
  spots: [{ lng: 113.1, lat: 23.1, count: 66 }],
};
const row = (more: Partial<AlarmRow>) =>
  ({
    alarmGid: 'a',
    carNo: '京A12345',
    color: 2,
    deptName: '甲一队',
    driver: '张三',
    warnId: 77,
    level: 3,
    state: 0,
    ...more,
  }) as AlarmRow;
const latest = row({ vtime: Date.now(), dueAt: null });
const late = row({ alarmGid: 'b', warnId: 78, vtime: Date.now() - 7_200_000, dueAt: Date.now() - 3_605_000 });
const pushed = (gid: string, warnId: number) =>
  ({ alarmGid: gid, warnId, raised: true, warnDate: 1, alarmOften: 1 }) as AlarmResult;

const LINKS = [
  { path: '/adasAlarm/adasAlarmDeal', title: 'page.adasAlarmDeal' },
  { path: '/activesafety/safetyanalysis/carRating', title: 'page.carRating' },
  { path: '/activesafety/safetyanalysis/deptRiskProfile', title: 'page.deptRiskProfile' },
] as const;

function setUp(view: 'today' | 'overview', options: { rights?: string[]; answers?: Handlers; query?: string } = {}) {
  const { rights = ['170101', '170201', '17020106', '17030101', '17030110'], answers = {}, query = '' } = options;
  knowUser(userInfo, rights);
  const server = stubServer({
    [FIGURES]: () => figuresOfToday,
    [SPREAD]: () => spread,
    [LIST]: ({ data }) => page(data['overdue'] ? [late] : [latest]),
    [OVERVIEW]: () => overview,
    'mainPage/getDeptTree': () => ({ list: [] }),
    ...answers,
  });
  const alarms = new AlarmStore();
  renderLive(
    <MemoryRouter initialEntries={[`/${query}`]}>
      <PageLinksContext value={LINKS}>{view === 'today' ? <SafetyToday /> : <SafetyOverview />}</PageLinksContext>
    </MemoryRouter>,
    storeOf([]),
    undefined,
    undefined,
    undefined,
    alarms,
  );
  return { server, alarms, user: userEvent.setup() };
}

/** What the cards show, by their names: the value and the note. */
const cards = (name: string) =>
  Object.fromEntries(
    within(screen.getByRole('region', { name }))
      .getAllByRole('term')
      .map((term) => {
        const value = term.nextElementSibling!;
        return [term.textContent, [value.textContent, value.nextElementSibling?.textContent?.trim()]];
      }),
  );
const panel = (name: string) => within(screen.getByRole('region', { name }));
const today = () => waitFor(() => cards('今日安全'));

beforeEach(() => startTexts('zh'));
afterEach(() => {
  cleanup();
  endSession();
  vi.useRealTimers();
});

describe('safety today', () => {
  it('has eight cards with rates, a comparison with the same time yesterday, and links', async () => {
    setUp('today');
    expect(await today()).toEqual({
      今日主动安全报警: ['66', '昨日同时段 70 ↓ 4'],
      待处理: ['33', '33 / 66 条'],
      处理率: ['50%', '33 / 66 条'],
      及时率: ['45.5%', '30 / 66 条'],
      百公里报警: ['5', '今日里程 1,320 km'],
      高风险车辆: ['2', '本月评分低于 60'],
      疲劳驾驶: ['6', '占全部报警 9.1%'],
      分心驾驶: ['11', '占全部报警 16.7%'],
    });
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(link('33')).toBe('/adasAlarm/adasAlarmDeal');
    expect(link('2')).toBe(`/activesafety/safetyanalysis/carRating?month=${businessDate().slice(0, 7)}&scoreGrade=D`);
  });

  it('shows alarms by hour, type, department and vehicle', async () => {
    setUp('today');
    await waitFor(() => expect(panel('24 小时分布').getByRole('table').textContent).toContain('840'));
    expect(panel('报警类型分布').getByRole('table').textContent).toContain('接打电话报警40');
    expect(panel('部门报警排行').getByRole('listitem').textContent).toBe('1甲一队60');
    expect(panel('车辆报警排行').getByRole('listitem').textContent).toBe('1京A1234512');
  });

  it('counts pushed alarms at once, and reloads its lists soon after', async () => {
    const { alarms, server } = setUp('today');
    await today();
    await waitFor(() => expect(server.of(LIST)).toHaveLength(2));
    act(() => alarms.take([pushed('x', 77), pushed('y', 1), pushed('z', 78)]));
    expect(cards('今日安全')).toMatchObject({ 今日主动安全报警: ['68', '昨日同时段 70 ↓ 2'], 待处理: ['35', '35 / 68 条'] });
    // the same alarm again
    act(() => alarms.take([{ ...pushed('x', 77), alarmOften: 2 }]));
    expect(cards('今日安全')['今日主动安全报警']![0]).toBe('68');
    await waitFor(() => expect(server.of(LIST)).toHaveLength(4));
  });

  it('lists the latest and the overdue alarms, and handles one', async () => {
    const { user } = setUp('today');
    const overdue = await waitFor(() => panel('超时未处理').getByRole('row', { name: /京A12345/ }));
    expect(overdue.textContent).toContain('1 小时');
    const first = panel('最新报警').getByRole('row', { name: /京A12345/ });
    expect(within(first).getByRole('link').getAttribute('href')).toBe('/activesafety/safetyalarm/safetyalarm?alarmGid=a');
    await user.click(within(overdue).getByRole('button', { name: '处理' }));
    expect(useAlarmHandling.getState().current?.alarms[0]?.alarmGid).toBe('b');
  });

  it('requests 20 alarms for each list, and reloads everything every 60 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server } = setUp('today');
    await today();
    await waitFor(() => expect(server.of(LIST)).toHaveLength(2));
    expect(server.of(LIST).map(({ data, pageModel }) => ({ data, pageModel }))).toEqual([
      { data: { sort: 'newest' }, pageModel: { page: 1, limit: 20 } },
      { data: { sort: 'urgent', overdue: true }, pageModel: { page: 1, limit: 20 } },
    ]);
    const asked = () => [FIGURES, SPREAD, LIST].map((path) => server.of(path).length);
    expect(asked()).toEqual([1, 1, 2]);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await waitFor(() => expect(asked()).toEqual([2, 2, 4]));
  });

  it('shows zeros and a message on a day without alarms', async () => {
    const none = { ...figuresOfToday, total: 0, handled: 0, inTime: 0, yesterday: 0, fatigue: 0, distraction: 0, km: 0 };
    const nothing = { ...spread, total: 0, types: [], hours: [], depts: [], vehicles: [], spots: [] };
    setUp('today', { answers: { [FIGURES]: () => none, [SPREAD]: () => nothing, [LIST]: () => page([]) } });
    expect(await today()).toMatchObject({ 今日主动安全报警: ['0', '昨日同时段 0 = 0'], 处理率: ['-', '0 / 0 条'] });
    await waitFor(() => expect(screen.getAllByText('今日暂无主动安全报警')).toHaveLength(5));
    expect(screen.getByText('暂无超时未处理的报警')).toBeTruthy();
  });

  it('has no lists without permission to see alarms, and a failed part can be retried', async () => {
    let fails = true;
    const { server, user } = setUp('today', {
      rights: ['170101'],
      answers: { [SPREAD]: () => (fails ? refuse('4999', 'busy') : spread) },
    });
    await today();
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(5));
    expect(screen.queryByRole('region', { name: '最新报警' })).toBeNull();
    expect(server.of(LIST)).toEqual([]);
    fails = false;
    await user.click(screen.getAllByRole('button', { name: '重试' })[0]!);
    await waitFor(() => expect(panel('部门报警排行').getByRole('listitem').textContent).toBe('1甲一队60'));
  });
});

const figures: Overview['figures'] = {
  alarms: 120,
  km: 4_000,
  per100: 3,
  level3Rate: 25,
  handleRate: 80.5,
  handleMin: 12.3,
  falseRate: 4,
  score: 82.4,
  grades: { A: 5, B: 3, C: 2, D: 1 },
};
const overview: Overview = {
  figures,
  before: { ...figures, alarms: 100, per100: 2.5, handleRate: 70, score: null },
  days: ['2026-11-16', '2026-11-17', '2026-11-18'],
  trend: [{ mainType: 2, counts: [50, 30, 40], before: [30, 30, 40] }],
  types: [
    { warnId: 77, count: 80 },
    { warnId: 78, count: 40 },
  ],
  hours: Array.from({ length: 7 }, (_, day) => HOURS.map((count) => (day === 0 ? count : 0))),
  depts: [{ deptId: '5', deptName: '甲一队', alarms: 120, per100: 3, handleRate: 80.5, score: 82.4, grade: 'B' }],
  deptTotal: 1,
  asOf: Date.parse('2026-11-18T08:05:00+08:00'),
  incomplete: ['2026-11-17'],
};

describe('the safety overview', () => {
  const CUSTOM = '?deptId=5&period=custom&days=2026-11-16,2026-11-18';
  const shown = () => waitFor(() => cards('安全总览'));

  it('compares figures with the previous period, and shows the time of its data', async () => {
    const { server } = setUp('overview', { query: CUSTOM });
    expect(await shown()).toEqual({
      报警数: ['120', '上期 100 ↑ 20'],
      百公里报警: ['3', '上期 2.5 ↑ 0.5'],
      高级别占比: ['25%', '上期 25% = 0%'],
      处理率: ['80.5%', '上期 70% ↑ 10.5%'],
      '平均处理时长（分钟）': ['12.3', '上期 12.3 = 0'],
      误报率: ['4%', '上期 4% = 0%'],
      平均安全评分: ['82.4', '上期 -'],
      评级车辆: ['11', 'A 5B 3C 2D 1'],
    });
    expect(server.of(OVERVIEW)[0]!.data).toEqual({ deptId: '5', staticDate: '2026-11-16,2026-11-18' });
    expect(screen.getByText('统计至 11-18 08:05:00')).toBeTruthy();
    expect(screen.getByText('部分日期的数据仍可能变化：2026-11-17')).toBeTruthy();
  });

  it('shows trend, types and hours, and links from departments to their risks', async () => {
    setUp('overview', { query: CUSTOM });
    await shown();
    const titles = panel('每日趋势').getAllByRole('columnheader');
    expect(titles.slice(0, 3).map(({ textContent }) => textContent)).toEqual(['每日趋势', 'DSM', 'DSM（上期）']);
    expect(panel('报警类型分布').getAllByRole('listitem')[0]!.title).toBe('疲劳驾驶报警 80 (66.7%)');
    expect(panel('时段分布').getByTitle('周一 8:00：40 条')).toBeTruthy();
    expect(panel('部门对比').getByRole('link').getAttribute('href')).toBe(
      '/activesafety/safetyanalysis/deptRiskProfile?deptId=5&deptOnly=1&staticDate=2026-11-16%2C2026-11-18',
    );
  });

  it('starts with this week up to today, and accepts a month or a day', async () => {
    const { server, user } = setUp('overview');
    await shown();
    const asked = () => String(server.of(OVERVIEW).at(-1)!.data['staticDate']).split(',');
    const now = businessDate();
    expect(asked()[1]).toBe(now);
    expect(new Date(`${asked()[0]}T00:00:00Z`).getUTCDay()).toBe(1);
    const sunday = new Date(Date.parse(asked()[0]!) + 6 * DAY_MS).toISOString().slice(0, 10);
    expect(screen.getByDisplayValue(`${asked()[0]} – ${sunday}`)).toBeTruthy();
    await user.click(screen.getByText('月'));
    await waitFor(() => expect(asked()).toEqual([`${now.slice(0, 8)}01`, now]));
    await user.click(screen.getByText('日'));
    await waitFor(() => expect(asked()).toEqual([now, now]));
  });

  it('opens full screen until Escape, and can be exported with permission', async () => {
    const { server, user } = setUp('overview', {
      query: CUSTOM,
      answers: { [EXPORT]: () => ({ url: '/report/downloadCenter?jobId=9', taskId: '9' }) },
    });
    await shown();
    await user.click(screen.getByRole('button', { name: '全屏' }));
    expect(screen.getByRole('button', { name: '退出全屏' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: '导出' }));
    await waitFor(() => expect(server.of(EXPORT)[0]!.data).toEqual({ deptId: '5', staticDate: '2026-11-16,2026-11-18' }));
    expect(screen.getByRole('button', { name: '全屏' })).toBeTruthy();
    cleanup();
    setUp('overview', { rights: ['170201'] });
    await shown();
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull();
  });
});
