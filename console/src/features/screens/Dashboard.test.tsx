import type { CallReply } from '@fleetwarden/contract/call';
import type { Notice } from '@fleetwarden/contract/notices/schemas';
import type { screensCalls } from '@fleetwarden/contract/screens/routes';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts, switchLanguage } from '../../api/i18n.ts';
import { endSession, knowUser, useSession } from '../../api/session.ts';
import { flushUserSettings } from '../../api/user-settings.ts';
import { PageLinksContext } from '../../shared/page-links.ts';
import { refuse, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { Dashboard } from './Dashboard.tsx';
import { dayBack, monthAfter, thisMonth as monthNow } from './month.ts';

type Reply<Name extends keyof typeof screensCalls> = CallReply<(typeof screensCalls)[Name]>;

const FLEET = 'car/vehicleOnlineInformation';
const MONTH = 'mainPage/dataBoard';
const RANK = 'mainPage/mileageRank';
const NOTICES = 'notice/listByUserIdAndDeptId';
const SUM = 'report/getWarnSum';
const KINDS = 'report/getWarnSumDetail';
const ALARM_RANK = 'report/getTarResult';
const [ORDINARY_WAIT, SAFETY_WAIT] = ['mainPage/popupBoard', 'mainPage/alarmBox'];
const SAFETY_TODAY = 'activeSafety/alarm/todaySafetyStatistics';
const SEES_ALARMS = ['103', '20501'];
const SEES_SAFETY = ['103', '17030101'];

const fleet: Reply<'vehicleOnlineInformation'> = {
  total: 1_200,
  online: 700,
  moving: 400,
  idling: 50,
  parked: 200,
  noFix: 20,
  alarm: 30,
  offline: 480,
  never: 20,
  seenToday: 800,
};
const thisMonth = monthNow();
const day = (number: string, km: number, more = {}) => ({
  day: `${thisMonth}-${number}`,
  km,
  hours: 10.25,
  trips: 30,
  vehicles: 5,
  ...more,
});
const ranked = { carId: '92', carNo: '京A12345', color: 2, deptName: '华北公司', km: 612.34 };
const at = Date.parse('2026-11-21T08:05:09+08:00');
const notice = (id: number, readStatus: 0 | 1 = 0): Notice => ({
  noticeId: String(id),
  noticeTitle: `公告${id}`,
  noticeContent: `第${id}条 <b>内容</b>`,
  updateTime: at,
  readStatus,
});

const hours = Array.from({ length: 24 }, (_, hour) => (hour === 8 ? 1_300 : 0));
const waiting = (more: object) => ({ alarmGid: 'a', carNo: '京A12345', level: 2, vtime: at, ...more });

const links = [
  { path: '/index', title: 'page.home' },
  { path: '/mapcontent/mapmonitoring', title: 'page.monitoring' },
  { path: '/platform/operationLog', title: 'page.operationLog' },
  { path: '/platform/sessionManagement', title: 'page.sessionManagement' },
  { path: '/setup/platsettings', title: 'page.platsettings' },
  { path: '/i18n/index', title: 'page.texts' },
  { path: '/QuickBar/danger', title: 'page.danger' },
  { path: '/carinspection/carmapcontent', title: 'page.carInspection' },
  { path: '/epidemic/index', title: 'page.epidemicBoard' },
] as const;
const paths = links.map(({ path }) => path);

function setUp(options: { rights?: string[]; quickLinks?: string[]; answers?: Parameters<typeof stubServer>[0] } = {}) {
  const { rights = ['103', '20701'], quickLinks = [], answers = {} } = options;
  knowUser({ ...userInfo, settings: { ...userInfo.settings, quickLinks } }, rights);
  const server = stubServer({
    [FLEET]: () => fleet,
    [MONTH]: () => ({ list: [day('01', 1_000), day('02', 500, { hours: 2.5, trips: 4 })] }),
    [RANK]: () => ({ list: [ranked] }),
    [SUM]: () => ({ ordinary: 1_234, safety: 66, emergency: 3, handled: 975, total: 1_300, yesterday: 1_100, hours }),
    [KINDS]: () => ({
      list: [
        { warnId: 1, level: 2, count: 1_200 },
        { warnId: 77, level: 3, count: 66 },
      ],
    }),
    [ALARM_RANK]: () => ({ list: [{ targId: '92', carNo: '京A12345', color: 2, deptName: '华北公司', count: 1_001, km: null }] }),
    [ORDINARY_WAIT]: () => ({ total: 31, list: [waiting({ warnId: 1 })] }),
    [SAFETY_WAIT]: () => ({ total: 1, list: [waiting({ alarmGid: 'b', warnId: 77, level: 3 })] }),
    [SAFETY_TODAY]: () => ({
      total: 66,
      handled: 33,
      inTime: 30,
      due: 32,
      yesterday: 70,
      mainTypes: [
        { mainType: 1, count: 60 },
        { mainType: 2, count: 6 },
      ],
    }),
    [NOTICES]: () => ({ list: [notice(1), notice(2, 1)] }),
    'notice/read': () => ({}),
    'setting/saveUserSetting': () => ({}),
    ...answers,
  });
  renderLive(
    <MemoryRouter>
      <PageLinksContext value={links}>
        <Dashboard />
      </PageLinksContext>
    </MemoryRouter>,
    storeOf([]),
  );
  return { server, user: userEvent.setup() };
}

const card = (name: string) => within(screen.getByRole('region', { name }));
/** What a list of figures shows, by its names. */
const figures = (name: string) =>
  Object.fromEntries(
    card(name)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

beforeEach(() => startTexts('zh'));
afterEach(() => {
  cleanup();
  endSession();
  vi.useRealTimers();
});

describe('vehicles by state', () => {
  it('are the figures of the server, formatted for the language', async () => {
    setUp();
    await waitFor(() =>
      expect(figures('车辆概况')).toEqual({
        车辆总数: '1,200',
        在线: '700',
        行驶: '400',
        报警: '30',
        离线: '480',
        从未上线: '20',
      }),
    );
    expect(card('车辆概况').getByText('今日上线 800 辆，上线率 66.7%')).toBeTruthy();
    await act(() => switchLanguage('es'));
    expect(card('Flota').getByText(/66,7\s*%/)).toBeTruthy();
  });
  it('show 0 % without vehicles', async () => {
    setUp({ answers: { [FLEET]: () => ({ ...fleet, total: 0, seenToday: 0 }) } });
    expect(await screen.findByText('今日上线 0 辆，上线率 0%')).toBeTruthy();
  });
  it('are requested every 60000 ms; ranking and notices every 300000 ms', async () => {
    vi.useFakeTimers();
    const { server } = setUp();
    const askedAfter = async (ms: number) => {
      await act(() => vi.advanceTimersByTimeAsync(ms));
      return [FLEET, RANK, NOTICES, MONTH].map((path) => server.of(path).length);
    };
    expect(await askedAfter(100)).toEqual([1, 1, 1, 1]);
    expect(await askedAfter(59_000)).toEqual([1, 1, 1, 1]);
    expect(await askedAfter(1_000)).toEqual([2, 1, 1, 1]);
    expect(await askedAfter(239_000)).toEqual([5, 1, 1, 1]);
    expect(await askedAfter(1_500)).toEqual([6, 2, 2, 1]);
  });
});

describe('the monthly driving card', () => {
  it('sums its days, and labels each with a bar', async () => {
    const { server } = setUp();
    await waitFor(() => expect(figures('月度行驶')).toEqual({ '里程 km': '1,500', '行驶时长 h': '13', 行程: '34' }));
    expect(server.of(MONTH).map(({ data }) => data)).toEqual([{ month: thisMonth }]);
    const bars = card('月度行驶').getAllByRole('listitem');
    expect(bars[0]?.getAttribute('aria-label')).toBe(`${thisMonth}-01：1,000 km，10.3 h，30 次行程，5 辆`);
    expect(bars.slice(0, 3).map((bar) => (bar.firstElementChild as HTMLElement).style.height)).toEqual(['100%', '50%', '0%']);
  });
  it('can switch to past months, but never to future ones', async () => {
    const before = monthAfter(thisMonth, -1);
    const { server, user } = setUp({
      answers: {
        [MONTH]: ({ data }) => ({ list: data['month'] === before ? [{ ...day('01', 77), day: `${before}-01` }] : [] }),
      },
    });
    const next = card('月度行驶').getByRole<HTMLButtonElement>('button', { name: '下个月' });
    expect(next.disabled).toBe(true);
    await user.click(card('月度行驶').getByRole('button', { name: '上个月' }));
    expect(card('月度行驶').getByText(before)).toBeTruthy();
    await waitFor(() => expect(figures('月度行驶')['里程 km']).toBe('77'));
    expect(next.disabled).toBe(false);
    await user.click(next);
    expect(card('月度行驶').getByText(thisMonth)).toBeTruthy();
    expect(next.disabled).toBe(true);
    await waitFor(() => expect(figures('月度行驶')['里程 km']).toBe('0'));
    expect(new Set(server.of(MONTH).map(({ data }) => data['month']))).toEqual(new Set([thisMonth, before]));
  });
});

describe('the mileage ranking', () => {
  it('shows vehicle, department and kilometres', async () => {
    setUp();
    const row = within(await screen.findByRole('row', { name: /京A12345/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['京A12345', '华北公司', '612.3']);
  });
  it('shows a message if no vehicle drove', async () => {
    setUp({ answers: { [RANK]: () => ({ list: [] }) } });
    expect(await card('今日里程排行').findByText('暂无行驶数据')).toBeTruthy();
    expect(card('今日里程排行').queryByRole('table')).toBeNull();
  });
});

describe('alarms of today', () => {
  it('are summed by class, with the handled count and the count at the same time yesterday', async () => {
    setUp({ rights: SEES_ALARMS });
    await waitFor(() =>
      expect(figures('今日报警')).toEqual({ 普通报警: '1,234', 主动安全报警: '66', 紧急报警: '3', 已处理: '975' }),
    );
    expect(card('今日报警').getByText('今日报警 1,300 条，处理率 75%；昨日同时段 1,100 条')).toBeTruthy();
    const bars = within(card('今日报警').getByRole('list', { name: '今日报警按小时分布' })).getAllByRole('listitem');
    expect([bars.length, bars[8]?.title]).toEqual([24, '08:00 · 1,300']);
  });

  it('are listed by type, each with a link to its alarms of the day', async () => {
    setUp({ rights: SEES_ALARMS });
    const rows = await card('报警分类').findAllByRole('row');
    const cells = rows.slice(1).map((row) => within(row).getAllByRole('cell'));
    expect(cells.map((row) => row.map(({ textContent }) => textContent))).toEqual([
      ['超速报警', '中', '1,200'],
      ['疲劳驾驶报警', '高', '66'],
    ]);
    const { startAt, endAt } = dayBack(0);
    const links = card('报警分类').getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/QuickBar/danger?tab=history&warnId=1&startTime=${startAt}&endTime=${endAt - 1}`,
      `/activesafety/safetyalarm/safetyalarm?tab=history&warnId=77&startTime=${startAt}&endTime=${endAt - 1}`,
    ]);
  });

  it('can be switched to past days, shown with their date', async () => {
    const { server, user } = setUp({ rights: SEES_ALARMS });
    await card('报警分类').findByText('超速报警');
    const kinds = () => server.of(KINDS).map(({ data }) => data);
    expect(kinds()).toEqual([{}]);
    expect(card('报警分类').getByRole<HTMLButtonElement>('button', { name: '后一天' }).disabled).toBe(true);
    await user.click(card('报警分类').getByRole('button', { name: '前一天' }));
    const { key } = dayBack(1);
    await waitFor(() => expect(kinds()).toEqual([{}, { staticData: key }]));
    expect(card('报警分类').getByText(key)).toBeTruthy();
  });

  it('rank vehicles by number of alarms', async () => {
    setUp({ rights: SEES_ALARMS });
    const row = within(await card('今日报警排行').findByRole('row', { name: /京A12345/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['京A12345', '华北公司', '1,001']);
  });

  it('show a message if there are none', async () => {
    const [none, noBox] = [() => ({ list: [] }), () => ({ total: 0, list: [] })];
    setUp({ rights: SEES_ALARMS, answers: { [KINDS]: none, [ALARM_RANK]: none, [ORDINARY_WAIT]: noBox } });
    for (const name of ['报警分类', '今日报警排行']) expect(await card(name).findByText('暂无报警')).toBeTruthy();
    expect(await card('待处理普通报警').findByText('暂无待处理报警')).toBeTruthy();
  });

  it.each([
    ['待处理普通报警', SEES_ALARMS, '近 24 小时 31 条', ['京A12345', '超速报警', '中', '08:05:09'], '/QuickBar/danger', 'a'],
    [
      ...(['待处理主动安全报警', SEES_SAFETY, '近 24 小时 1 条', ['京A12345', '疲劳驾驶报警', '高', '08:05:09']] as const),
      ...(['/activesafety/safetyalarm/safetyalarm', 'b'] as const),
    ],
  ] as const)(
    'that are unhandled are listed in %s, each with a link to its page',
    async (name, rights, total, cells, page, gid) => {
      setUp({ rights: [...rights] });
      const rows = await card(name).findAllByRole('row');
      expect(
        within(rows[1]!)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ).toEqual(cells);
      const [all, one] = card(name).getAllByRole('link');
      expect([all?.textContent, all?.getAttribute('href')]).toEqual([total, page]);
      expect(one?.getAttribute('href')).toBe(`${page}?alarmGid=${gid}`);
    },
  );

  it('of active safety are counted by main type, with the handled rate and the on-time count', async () => {
    setUp({ rights: SEES_SAFETY });
    await waitFor(() =>
      expect(figures('今日主动安全')).toEqual({ ADAS: '60', DSM: '6', TPMS: '0', BSD: '0', 激烈驾驶: '0', 平台: '0' }),
    );
    expect(card('今日主动安全').getByText('今日报警 66 条，处理率 50%；昨日同时段 70 条')).toBeTruthy();
    expect(card('今日主动安全').getByText('按时处理 30 / 32')).toBeTruthy();
  });

  it('are requested every 60000 ms, unhandled ones every 30000 ms, the ranking every 300000 ms', async () => {
    vi.useFakeTimers();
    const { server } = setUp({ rights: [...SEES_ALARMS, ...SEES_SAFETY] });
    const askedAfter = async (ms: number) => {
      await act(() => vi.advanceTimersByTimeAsync(ms));
      return [SUM, KINDS, SAFETY_TODAY, ORDINARY_WAIT, SAFETY_WAIT, ALARM_RANK].map((path) => server.of(path).length);
    };
    expect(await askedAfter(100)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await askedAfter(29_000)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await askedAfter(1_500)).toEqual([1, 1, 1, 2, 2, 1]);
    expect(await askedAfter(30_000)).toEqual([2, 2, 2, 3, 3, 1]);
    expect(await askedAfter(240_000)).toEqual([6, 6, 6, 11, 11, 2]);
  });
});

describe('a card that fails', () => {
  it('shows an error and its own retry; the other cards stay', async () => {
    let down = true;
    const { server, user } = setUp({ answers: { [RANK]: () => (down ? refuse('5000', '系统错误') : { list: [ranked] }) } });
    const rank = card('今日里程排行');
    expect((await rank.findByRole('alert')).textContent).toContain('加载失败');
    await waitFor(() => expect(figures('车辆概况')['车辆总数']).toBe('1,200'));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    down = false;
    await user.click(rank.getByRole('button', { name: '重试' }));
    expect(await rank.findByRole('row', { name: /京A12345/ })).toBeTruthy();
    expect([server.of(RANK).length, server.of(FLEET).length]).toEqual([2, 1]);
  });
});

describe('the notices', () => {
  it('show the latest five', async () => {
    setUp({ answers: { [NOTICES]: () => ({ list: [1, 2, 3, 4, 5, 6].map((id) => notice(id, 1)) }) } });
    await card('公告').findByText('公告5');
    expect(card('公告').queryByText('公告6')).toBeNull();
    expect(card('公告').getAllByText('11-21')).toHaveLength(5);
  });
  it('are marked as read when opened, only if unread', async () => {
    let read: 0 | 1 = 0;
    const { server, user } = setUp({
      answers: {
        [NOTICES]: () => ({ list: [notice(1, read), notice(2, 1)] }),
        'notice/read': () => {
          read = 1;
          return {};
        },
      },
    });
    await card('公告').findByText('公告1');
    expect(card('公告').getAllByRole('img', { name: '未读' })).toHaveLength(1);
    for (const title of ['公告2', '公告1']) await user.click(card('公告').getByText(title));
    await waitFor(() => expect(card('公告').queryByRole('img', { name: '未读' })).toBeNull());
    expect(server.of('notice/read').map(({ data }) => data)).toEqual([{ noticeId: '1' }]);
    expect(card('公告').getByText('第1条 <b>内容</b>')).toBeTruthy();
  });
  it('show a message if there are none', async () => {
    setUp({ answers: { [NOTICES]: () => ({ list: [] }) } });
    expect(await card('公告').findByText('暂无公告')).toBeTruthy();
  });
});

describe('the quick entries', () => {
  const shown = () =>
    card('快捷入口')
      .queryAllByRole('link')
      .map((link) => link.getAttribute('href'));

  it('are selected, saved with the user settings, and link to their pages', async () => {
    const { server, user } = setUp();
    expect(card('快捷入口').getByText('尚未选择快捷入口')).toBeTruthy();
    await user.click(card('快捷入口').getAllByRole('button', { name: '编辑' })[0] as HTMLElement);
    await user.click(card('快捷入口').getByRole('checkbox', { name: '操作日志' }));
    await user.click(card('快捷入口').getByRole('checkbox', { name: '监控中心' }));
    await user.click(card('快捷入口').getByRole('checkbox', { name: '操作日志' }));
    await user.click(card('快捷入口').getByRole('button', { name: '完成' }));
    expect(shown()).toEqual(['/mapcontent/mapmonitoring']);
    await flushUserSettings();
    expect(server.of('setting/saveUserSetting').at(-1)?.data).toEqual({ quickLinks: ['/mapcontent/mapmonitoring'] });
  });
  it('are limited to eight', async () => {
    const { user } = setUp({ quickLinks: paths.slice(0, 7) });
    expect(shown()).toEqual(paths.slice(0, 7));
    await user.click(card('快捷入口').getByRole('button', { name: '编辑' }));
    expect(card('快捷入口').getByText('最多 8 个')).toBeTruthy();
    const free = () =>
      card('快捷入口')
        .getAllByRole<HTMLInputElement>('checkbox')
        .filter(({ disabled }) => !disabled).length;
    expect(free()).toBe(9);
    await user.click(card('快捷入口').getAllByRole('checkbox')[8] as HTMLElement);
    expect(free()).toBe(8);
    expect(card('快捷入口').getAllByRole<HTMLInputElement>('checkbox')[7]?.disabled).toBe(true);
    await user.click(card('快捷入口').getAllByRole('checkbox')[0] as HTMLElement);
    expect(free()).toBe(9);
  });
  it('drop pages the user can no longer open, which do not count towards the limit', async () => {
    const { user } = setUp({ quickLinks: [...Array.from({ length: 7 }, (_, i) => `/gone/${i}`), '/index'] });
    expect(shown()).toEqual(['/index']);
    await user.click(card('快捷入口').getByRole('button', { name: '编辑' }));
    await user.click(card('快捷入口').getByRole('checkbox', { name: '监控中心' }));
    expect(useSession.getState().userInfo?.settings.quickLinks).toEqual(['/index', '/mapcontent/mapmonitoring']);
  });
});

describe('without the permission', () => {
  const titles = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);

  it('for home figures, hides their cards and sends no requests for them', async () => {
    const { server } = setUp({ rights: ['20701'] });
    await card('公告').findByText('公告1');
    expect(titles()).toEqual(['公告', '快捷入口']);
    expect(server.requests.map(({ path }) => path)).toEqual([NOTICES]);
  });
  it('for alarms, hides their cards and sends no requests for them', async () => {
    const { server } = setUp({ rights: ['103'] });
    await screen.findByRole('table');
    expect(titles().filter((title) => title?.includes('报警'))).toEqual([]);
    const paths = [SUM, KINDS, ALARM_RANK, ORDINARY_WAIT, SAFETY_WAIT, SAFETY_TODAY];
    expect(paths.flatMap((path) => server.of(path))).toEqual([]);
  });
  it('for notices, hides their card and sends no requests for them', async () => {
    const { server } = setUp({ rights: ['103'] });
    await screen.findByRole('table');
    expect(titles()).toEqual(['车辆概况', '月度行驶', '今日里程排行', '快捷入口']);
    expect(server.of(NOTICES)).toHaveLength(0);
  });
});
