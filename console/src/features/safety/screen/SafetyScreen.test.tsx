import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../../../api/i18n.ts';
import { endSession, knowUser } from '../../../api/session.ts';
import { createCommonMessages } from '../../../live/common-messages.ts';
import { usePreferences } from '../../../ui/preferences.ts';
import { page, refuse, renderLive, storeOf, stubServer, userInfo } from '../../../ui/testing.tsx';
import { SafetyScreen } from './SafetyScreen.tsx';
import type { SafetyFigures } from './use-safety-screen.ts';

vi.mock('../../../map/MapView.tsx', () => ({ MapView: () => null }));

const FIGURES = 'screen/getSafety';
const WALL = 'activeSafety/alarm/list/new';
const at = (hour: number, count: number) => Array.from({ length: 24 }, (_, each) => (each === hour ? count : 0));
const cars = ['京A00001', '京A00002', '京A00003', '京A00004', '京A00005', '京A00006'];

const figures: SafetyFigures = {
  total: 66,
  handled: 33,
  km: 1_320,
  handleMin: 12.3,
  mainTypes: [
    { mainType: 1, count: 26 },
    { mainType: 2, count: 40 },
  ],
  types: [
    { warnId: 78, count: 40 },
    { warnId: 66, count: 26 },
  ],
  hours: at(8, 66),
  yesterday: at(9, 51),
  fatigue: at(3, 7),
  deadlines: [
    { level: 2, due: 32, inTime: 30 },
    { level: 3, due: 0, inTime: 0 },
  ],
  spots: [{ lng: 113.1, lat: 23.1, count: 66 }],
  risky: cars.map((carNo, nth) => ({ targId: carNo, carNo, color: 2, deptName: '甲一队', score: 30 + nth })),
  riskyTotal: 14,
  scores: [
    { day: '2026-11-19', score: null },
    { day: '2026-11-20', score: 87.5 },
  ],
  depts: [{ deptId: '5', deptName: '甲一队', A: 9, B: 0, C: 3, D: 2 }],
};
const alarm = {
  alarmGid: 'a',
  carNo: '京A12345',
  color: 2,
  warnId: 77,
  level: 3,
  vtime: Date.parse('2026-11-20T08:05:00+08:00'),
  picture: '/evidence/1.jpg',
} as AlarmRow;

function setUp({
  rights = ['10103', '17030101'],
  answers = {},
}: {
  rights?: string[];
  answers?: Record<string, () => unknown>;
} = {}) {
  knowUser(userInfo, rights);
  const server = stubServer({ [FIGURES]: () => figures, [WALL]: () => page([alarm]), ...answers });
  const common = createCommonMessages();
  const view = renderLive(<SafetyScreen />, storeOf([]), common);
  return { server, common, view };
}
const panel = (name: string) => within(screen.getByRole('region', { name }));
const shown = () => waitFor(() => expect(screen.getAllByText('66').length).toBeGreaterThan(0));

beforeEach(() => startTexts('zh'));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  endSession();
});

describe('the active safety screen', () => {
  it('shows today’s alarms, the rate per 100 km, unhandled alarms, mean handling time and on-time rates', async () => {
    setUp();
    await shown();
    const [region] = screen.getAllByRole('region', { name: '主动安全大屏' });
    const cards = within(region!)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling!.textContent]);
    expect(cards).toEqual([
      ['今日主动安全报警', '66'],
      ['百公里报警', '5'],
      ['待处理', '33'],
      ['平均处理时长（分钟）', '12.3'],
    ]);
    expect(panel('2 级报警及时率').getByText('93.8%')).toBeTruthy();
    expect(panel('2 级报警及时率').getByText('30 / 32 条')).toBeTruthy();
    expect(panel('3 级报警及时率').getByText('-')).toBeTruthy();
  });

  it('shows types, hours with yesterday dashed, fatigue, scores and grades', async () => {
    const { view } = setUp();
    await shown();
    const rows = (name: string) =>
      panel(name)
        .getAllByRole('row')
        .map(({ textContent }) => textContent);
    expect(rows('大类')).toEqual(['大类报警数', 'ADAS26', 'DSM40']);
    expect(panel('报警类型前 10').getAllByRole('listitem')[0]!.textContent).toBe('1接打电话报警40');
    expect(rows('24 小时报警（虚线为昨日）').slice(9, 11)).toEqual(['8660', '9051']);
    expect(view.container.querySelectorAll('path[data-dashed="true"]')).toHaveLength(1);
    expect(rows('今日疲劳驾驶时段')[4]).toBe('37');
    expect(rows('近 30 日安全评分')).toEqual(['近 30 日安全评分平均安全评分', '11-19-', '11-2087.5']);
    expect(panel('部门车辆评级').getByRole('listitem').textContent).toBe('甲一队A 9C 3D 2');
  });

  it('rotates long lists every five seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    setUp();
    await shown();
    const plates = () =>
      panel('D 级车辆（14）')
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent!.slice(0, 7));
    expect(plates()).toEqual(cars.slice(0, 5));
    act(() => void vi.advanceTimersByTime(5_000));
    expect(plates()).toEqual(cars.slice(5));
    act(() => void vi.advanceTimersByTime(5_000));
    expect(plates()).toEqual(cars.slice(0, 5));
  });

  it('polls every ten seconds, and after a failure keeps the last figures with their time', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let fails = false;
    const { server } = setUp({ answers: { [FIGURES]: () => (fails ? refuse('4999', 'busy') : figures) } });
    await shown();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(/^数据更新于 \d\d:\d\d:\d\d$/)).toBeTruthy();
    fails = true;
    act(() => void vi.advanceTimersByTime(10_000));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^数据更新于/));
    expect(server.of(FIGURES).length).toBeGreaterThan(1);
    expect(screen.getAllByText('66').length).toBeGreaterThan(0);
  });

  it('shows the latest six alarms with photos, and reloads when a file arrives, for users with permission', async () => {
    const { server, common } = setUp();
    await waitFor(() => expect(panel('最新报警画面').getByRole('listitem').textContent).toContain('京A12345'));
    expect(server.of(WALL)[0]).toMatchObject({ data: { sort: 'newest', hasFiles: true }, pageModel: { page: 1, limit: 6 } });
    expect(panel('最新报警画面').getByRole('presentation').getAttribute('src')).toBe('/evidence/1.jpg');
    const loads = server.of(WALL).length;
    act(() => common.publish({ type: 'asAttachment', data: { alarmGid: 'a' } }));
    await waitFor(() => expect(server.of(WALL).length).toBeGreaterThan(loads));
    cleanup();
    const other = setUp({ rights: ['10103'] });
    await shown();
    expect(screen.queryByRole('region', { name: '最新报警画面' })).toBeNull();
    expect(other.server.of(WALL)).toEqual([]);
  });

  it('always uses the dark theme, and does not change the user’s preference', async () => {
    const before = usePreferences.getState();
    const { view } = setUp();
    expect(usePreferences.getState()).toMatchObject({ mode: 'dark', settings: before.settings });
    view.unmount();
    expect(usePreferences.getState()).toEqual(before);
  });
});
