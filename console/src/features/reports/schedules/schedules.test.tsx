import type { Schedule, ScheduleRun } from '@fleetwarden/contract/reports/schedules/schemas';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { useSession } from '../../../api/session.ts';
import { forgetTasks } from '../../../api/tasks.ts';
import { findDialog, page, refuse, renderLive, storeOf, stubServer, userInfo } from '../../../ui/testing.tsx';
import { DownloadCenter } from '../DownloadCenter.tsx';
import { ReportPage } from '../ReportPage.tsx';
import { template } from '../testing.ts';

const LIST = 'report/listSchedule';
const SAVE = 'report/saveSchedule';
const HOME = '/report/basicstatementreport/vehicleMileage';
const at = Date.parse('2026-11-22T07:30:00+08:00');
const schedule = (id: string, more: Partial<Schedule> = {}): Schedule => ({
  id,
  version: 3,
  reportId: 401007,
  reportName: '车辆里程统计',
  path: HOME,
  name: `日报${id}`,
  period: 'yesterday',
  format: 'xlsx',
  conditions: { deptId: '1' },
  columns: ['carNo'],
  orderBy: 'mileage',
  direction: 'desc',
  receivers: ['a@example.org'],
  every: 'week',
  weekday: 1,
  monthDay: null,
  clock: '07:30',
  timeZone: 'Asia/Shanghai',
  nextAt: at,
  owner: '张三',
  own: true,
  last: null,
  ...more,
});
const run = (more: Partial<ScheduleRun> = {}): ScheduleRun => ({
  id: '9',
  dueAt: at,
  byHand: false,
  state: 'done',
  error: null,
  rows: 12,
  finishedAt: at,
  taskId: '77',
  mails: [{ receiver: 'a@example.org', state: 'sent', error: null }],
  ...more,
});

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
  forgetTasks();
  useSession.setState({ token: 'p.s', userInfo, rights: [] });
});
afterEach(() => {
  cleanup();
  takeNotices();
  localStorage.clear();
  vi.restoreAllMocks();
});

type Handlers = Parameters<typeof stubServer>[0];
function setUp(
  address: string,
  more: { handlers?: Handlers; list?: () => readonly Schedule[]; mail?: boolean; mayAll?: boolean } = {},
) {
  const { list = () => [], mail = true, mayAll = false } = more;
  const server = stubServer({
    [LIST]: () => page(list(), list().length, { mail, mayAll }),
    [SAVE]: () => ({ id: '1', nextAt: at }),
    'task/listTask': () => page([]),
    'report/getReportTemplate': () => template(),
    'report/advanceSearchJson': () => page([], 0, { sums: {}, asOf: null, incomplete: [] }),
    'report/getCustomCols': () => ({ list: [] }),
    'report/getDeptPullDownVal': () => ({ list: [{ deptId: '1', deptName: '演示集团' }] }),
    'report/getCarPullDownVal': () => ({ list: [] }),
    ...more.handlers,
  });
  const router = createMemoryRouter(
    [
      { path: '/report/downloadCenter', Component: DownloadCenter },
      { path: HOME, element: <ReportPage reportId={401007} /> },
    ],
    { initialEntries: [address] },
  );
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, router, user: userEvent.setup() };
}
const CENTRE = '/report/downloadCenter?tab=schedules';
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);
const noticeTexts = () => takeNotices().map(({ text }) => text);
async function press(user: ReturnType<typeof userEvent.setup>, row: ReturnType<typeof within>, label: string) {
  // an icon that is leaving is a part of its name
  const seen = row.queryByRole('button', { name: new RegExp(label) });
  if (seen) return user.click(seen);
  await user.click(row.getByRole('button', { name: '更多' }));
  await user.click(await screen.findByRole('menuitem', { name: label }));
}

describe('schedules in the download centre', () => {
  it('are listed in their own tab with due times and results', async () => {
    const last = run({ state: 'failed', error: '无操作权限', rows: null });
    const { router, user } = setUp('/report/downloadCenter', {
      list: () => [schedule('1', { last }), schedule('2', { every: 'month', weekday: null, monthDay: 31, nextAt: null })],
    });
    await user.click(await screen.findByRole('tab', { name: '定时报表' }));
    expect(router.state.location.search).toBe('?tab=schedules');
    const first = await rowOf('日报1');
    expect(first.getByText('每周，星期一 07:30')).toBeDefined();
    expect(first.getByText('昨天')).toBeDefined();
    expect(first.getByText('a@example.org')).toBeDefined();
    expect(first.getByText('失败')).toBeDefined();
    expect(first.getByText('无操作权限')).toBeDefined();
    const second = await rowOf('日报2');
    expect(second.getByText('每月 31 日 07:30')).toBeDefined();
    expect(second.getByText('已暂停')).toBeDefined();
    await user.click(screen.getByRole('tab', { name: '导出文件' }));
    expect(await screen.findByText('暂无导出任务')).toBeDefined();
  });

  it('are paused, run and deleted, and reloaded', async () => {
    let nextAt: number | null = at;
    const { server, user } = setUp(CENTRE, {
      list: () => [schedule('1', { nextAt })],
      handlers: {
        'report/pauseSchedule': ({ data }) => {
          nextAt = data['paused'] ? null : at;
          return { nextAt };
        },
        'report/runSchedule': () => ({ taskId: '5' }),
        'report/removeSchedule': () => ({}),
      },
    });
    await press(user, await rowOf('日报1'), '暂停');
    expect(await screen.findByText('已暂停')).toBeDefined();
    expect(server.of('report/pauseSchedule')[0]?.data).toEqual({ id: '1', paused: true });
    await press(user, await rowOf('日报1'), '恢复');
    await waitFor(() => expect(server.of('report/pauseSchedule')[1]?.data).toEqual({ id: '1', paused: false }));
    await press(user, await rowOf('日报1'), '立即执行');
    await waitFor(() => expect(server.of('report/runSchedule')[0]?.data).toEqual({ id: '1' }));
    await press(user, await rowOf('日报1'), '删除');
    const sure = await findDialog('删除定时报表“日报1”？');
    expect(server.of('report/removeSchedule')).toEqual([]);
    await user.click(within(sure).getByRole('button', { name: /删\s*除/ }));
    await waitFor(() => expect(server.of('report/removeSchedule')[0]?.data).toEqual({ id: '1' }));
  });

  it('of other users are listed with permission, and can be paused but not edited or run', async () => {
    const { server, user } = setUp(CENTRE, { mayAll: true, list: () => [schedule('1', { own: false })] });
    await user.click(await screen.findByRole('checkbox', { name: '显示本部门全部' }));
    await waitFor(() => expect(server.of(LIST).at(-1)?.data).toMatchObject({ all: 1 }));
    const row = await rowOf('日报1');
    for (const label of ['修改', '立即执行']) expect(row.queryByRole('button', { name: label })).toBeNull();
    expect(row.getByRole('button', { name: '暂停' })).toBeDefined();
  });

  it('show each run and its emails', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const failed = { receiver: 'b@example.org', state: 'failed', error: '550 no such user' } as const;
    const { user } = setUp(CENTRE, {
      list: () => [schedule('1')],
      handlers: {
        'report/listScheduleRun': () =>
          page([
            run({ mails: [...run().mails, failed] }),
            run({ id: '8', byHand: true, state: 'failed', error: '权限', mails: [] }),
          ]),
        'task/getTaskFile': () => ({ url: '/files/77.xlsx' }),
      },
    });
    await press(user, await rowOf('日报1'), '执行记录');
    expect(await screen.findByText(/a@example\.org · 已发送/)).toBeDefined();
    expect(screen.getByText(/b@example\.org · 发送失败/)).toBeDefined();
    expect(screen.getByText('550 no such user')).toBeDefined();
    expect(screen.getByText(/手动/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: '下载' }));
    await waitFor(() => expect(open).toHaveBeenCalledWith('/files/77.xlsx', '_blank', 'noopener'));
  });

  it('are edited with the version that was read', async () => {
    const { server, user } = setUp(CENTRE, { list: () => [schedule('1')] });
    await press(user, await rowOf('日报1'), '修改');
    const name = await screen.findByLabelText('名称');
    await user.clear(name);
    await user.type(name, '周报');
    fireEvent.change(screen.getByLabelText('时间'), { target: { value: '09:15' } });
    await user.click(screen.getByRole('button', { name: /保\s*存/ }));
    await waitFor(() => expect(server.of(SAVE)).toHaveLength(1));
    expect(server.of(SAVE)[0]?.data).toEqual({
      id: '1',
      version: 3,
      schedule: {
        name: '周报',
        period: 'yesterday',
        every: 'week',
        weekday: 1,
        monthDay: null,
        clock: '09:15',
        timeZone: 'Asia/Shanghai',
        format: 'xlsx',
        receivers: ['a@example.org'],
        reportId: 401007,
        conditions: { deptId: '1' },
        columns: ['carNo'],
        orderBy: 'mileage',
        direction: 'desc',
      },
    });
    await waitFor(() => expect(noticeTexts().join()).toMatch(/已保存，下次执行/));
  });

  it('show a message if there are none', async () => {
    setUp(CENTRE);
    expect(await screen.findByText('暂无定时报表，可在报表页点击“定时”新建')).toBeDefined();
  });
});

describe('the schedule button of a report', () => {
  const begin = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(await screen.findByRole('button', { name: /定时/ }));
    return screen.findByLabelText('名称');
  };

  it('saves the current settings of the page', async () => {
    const { server, user } = setUp(`${HOME}?sort=-carNo`);
    const name = await begin(user);
    expect((name as HTMLInputElement).value).toBe('车辆里程统计');
    await user.type(screen.getByLabelText('收件邮箱'), 'boss@example.org{enter}');
    await user.click(screen.getByRole('button', { name: /保\s*存/ }));
    await waitFor(() => expect(server.of(SAVE)).toHaveLength(1));
    expect(server.of(SAVE)[0]?.data).toMatchObject({
      schedule: {
        reportId: 401007,
        period: 'yesterday',
        every: 'day',
        weekday: null,
        monthDay: null,
        clock: '07:30',
        columns: ['carNo', 'mileage', 'rate', 'driveSec', 'state'],
        receivers: ['boss@example.org'],
        format: 'xlsx',
        conditions: { deptId: '1' },
      },
    });
  });

  it('refuses an invalid email address', async () => {
    const { server, user } = setUp(HOME);
    await begin(user);
    await user.type(screen.getByLabelText('收件邮箱'), 'boss{enter}');
    await user.click(screen.getByRole('button', { name: /保\s*存/ }));
    expect(await screen.findByText('邮箱不正确：boss')).toBeDefined();
    expect(server.of(SAVE)).toEqual([]);
  });

  it('shows a message if the server cannot send email', async () => {
    const { user } = setUp(HOME, { mail: false });
    await begin(user);
    expect(screen.getByText('服务器未配置邮件服务，无法发送邮件')).toBeDefined();
    expect((screen.getByLabelText('收件邮箱') as HTMLInputElement).disabled).toBe(true);
  });

  it('stays open with a field error if the server refuses', async () => {
    const fields = [{ path: 'schedule.name', message: '名称太长' }];
    const { user } = setUp(HOME, { handlers: { [SAVE]: () => refuse('4001', '请重新核对输入信息！', fields) } });
    await begin(user);
    await user.click(screen.getByRole('button', { name: /保\s*存/ }));
    expect(await screen.findByText('名称太长')).toBeDefined();
  });

  it('requires a company first', async () => {
    const { user } = setUp(`${HOME}?deptId=`);
    await user.click(await screen.findByRole('button', { name: /定时/ }));
    await waitFor(() => expect(noticeTexts()).toContain('请选择公司!'));
    expect(screen.queryByLabelText('名称')).toBeNull();
  });
});
