import type { NavigationReport } from '@fleetwarden/contract/reports/schemas';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { refuse, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { NavigationPage } from './NavigationPage.tsx';
import { rememberReport } from './recent-reports.ts';

const LIST = 'report/getReportNavigation';
const CHANGE = 'report/upReportNavigationLabel';
const report = (reportId: number, reportName: string, more: Partial<NavigationReport> = {}): NavigationReport => ({
  reportId,
  reportName,
  code: String(reportId),
  purpose: `${reportName}的用途`,
  path: `/report/${reportId}`,
  family: '401',
  familyName: '基础报表',
  label: '',
  favourite: false,
  ...more,
});
const REPORTS = [
  report(401007, '车辆里程统计'),
  report(401004, '离线车辆统计', { favourite: true }),
  report(404001, '报警明细查询', { family: '404', familyName: '报警查询报表', label: '日报用' }),
];

beforeEach(async () => {
  await startTexts('zh');
  useSession.setState({ token: 'p.s', userInfo, rights: [] });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

function setUp(handlers: Parameters<typeof stubServer>[0] = {}) {
  const server = stubServer({ [LIST]: () => ({ list: REPORTS }), [CHANGE]: () => ({}), ...handlers });
  const router = createMemoryRouter([
    { path: '/', Component: NavigationPage },
    { path: '*', element: null },
  ]);
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, router, user: userEvent.setup() };
}
const links = (group: string) =>
  within(screen.getByRole('region', { name: group }))
    .getAllByRole('link')
    .map((link) => link.textContent);
const groups = () => screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
const find = () => screen.getByRole('textbox');

describe('the report list', () => {
  it('is grouped by category, with favourites and recent reports first', async () => {
    rememberReport(userInfo.userId, 404001);
    setUp();
    await screen.findAllByText('车辆里程统计');
    expect(groups()).toEqual(['收藏', '最近使用', '基础报表', '报警查询报表']);
    expect([links('收藏'), links('最近使用')]).toEqual([['离线车辆统计'], ['报警明细查询']]);
    expect(links('基础报表')).toEqual(['车辆里程统计', '离线车辆统计']);
    expect(screen.getAllByText('车辆里程统计的用途')).toHaveLength(1);
  });

  it.each([
    ['里程', '车辆里程统计'],
    ['cheliangli', '车辆里程统计'],
    ['cllc', '车辆里程统计'],
    ['日报', '报警明细查询'],
    ['404001', '报警明细查询'],
  ])('can be searched: %s', async (typed, found) => {
    const { user } = setUp();
    await screen.findAllByText('车辆里程统计');
    await user.type(find(), typed);
    await waitFor(() => expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([found]));
  });

  it('opens the first match on Enter, and moves to it with the down arrow', async () => {
    const { router, user } = setUp();
    await screen.findAllByText('车辆里程统计');
    await user.type(find(), '里程{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('车辆里程统计');
    await user.type(find(), '{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/report/401007'));
  });

  it('shows a message if nothing matches', async () => {
    const { user } = setUp();
    await screen.findAllByText('车辆里程统计');
    await user.type(find(), 'xyzzy');
    expect(await screen.findByText('没有符合条件的报表')).toBeDefined();
  });

  it('saves favourites', async () => {
    const { server, user } = setUp();
    await user.click(await screen.findByRole('button', { name: '收藏车辆里程统计' }));
    await waitFor(() => expect(links('收藏')).toEqual(['车辆里程统计', '离线车辆统计']));
    expect(server.of(CHANGE)[0]?.data).toEqual({ reportId: 401007, favourite: true });
  });

  it('saves custom names', async () => {
    const { server, user } = setUp();
    await user.click(await screen.findByRole('button', { name: '为车辆里程统计设置自定义名称' }));
    await user.type(screen.getByLabelText('自定义名称'), ' 周会 {Enter}');
    await waitFor(() => expect(server.of(CHANGE)[0]?.data).toEqual({ reportId: 401007, label: '周会' }));
    expect(await screen.findByText('周会')).toBeDefined();
  });

  it('shows why it failed, or that access is denied', async () => {
    setUp({ [LIST]: () => refuse('5000', '服务器忙') });
    expect(await screen.findByText('服务器忙')).toBeDefined();
    cleanup();
    setUp({ [LIST]: () => refuse('4003', 'x') });
    expect(await screen.findByText('如需访问，请联系管理员开通')).toBeDefined();
  });
});
