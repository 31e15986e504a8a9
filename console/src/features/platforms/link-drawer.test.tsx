import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx';
import { page, renderLive, runRowAction, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { linkPage } from './link-page.tsx';

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

const blank = Object.fromEntries(Object.keys(linkPage.resource.fields).map((key) => [key, null]));
const platform = {
  id: '5',
  version: 1,
  createdAt: 1_000,
  updatedAt: 2_000,
  ...blank,
  platName: '省监管平台',
  gaps: [],
  mainState: 2,
  subState: 2,
  linkState: 1,
  sent: 7,
  failed: 0,
  queued: 0,
  checksAsked: 4,
  checksAnswered: 3,
  checksInTime: 2,
  delay: 12,
  sentToday: 900,
};
const message = { id: '9', at: 1_000, link: 1, down: true, msgId: '0x9301', serial: 5, plate: '', bytes: 8, fault: '' };

function setUp(rights: readonly string[]) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'plat/listLinkState': () => page([platform]),
    'mainPage/getDeptTree': () => ({ list: [] }),
    'plat/statMessage': () => ({
      hours: [{ hour: 0, msgId: '0x1202', down: false, messages: 500, bytes: 33_000 }],
      checks: { asked: 4, answered: 3, inTime: 2, meanMs: 61_000 },
      supervisions: { asked: 0, answered: 0, inTime: 0, meanMs: null },
    }),
    'plat/switchLink': () => ({ changed: 1 }),
    'plat/listMessageLog': () => page([message]),
    'plat/getMessage': () => ({ ...message, hex: '0102ff', fields: { text: '谁在岗？' } }),
    'plat/listLinkLog': () => page([{ id: '1', at: 1_000, link: 0, state: 3, reason: 'silent' }]),
    'plat/listCheckRecord': () => page([]),
    'plat/listSuperviseRecord': () => page([]),
    'plat/listPlatMessage': () => page([]),
    'plat/listUploadCar': () =>
      page([{ carId: '3', carNo: '沪A00003', deptName: '华东', status: 1, lastAt: 2_000, takenTo: 1_000, resending: true }]),
  });
  const router = createMemoryRouter([{ path: '/', element: <ResourcePage {...linkPage} /> }]);
  const common = createCommonMessages();
  renderLive(<RouterProvider router={router} />, storeOf([]), common);
  return { server, user: userEvent.setup(), common };
}
async function open(user: ReturnType<typeof userEvent.setup>) {
  const row = (await screen.findByText('省监管平台')).closest('tr')!;
  await runRowAction(user, row, '监控');
  await screen.findByText('省监管平台：链路监控');
}

it('the link drawer shows traffic by message and hour, and the number of replies', async () => {
  const { user } = setUp(['61001']);
  await open(user);
  const row = (await screen.findByText('0x1202')).closest('tr')!;
  expect(within(row).getByText('上行')).toBeDefined();
  expect(within(row).getByText('33,000')).toBeDefined();
  expect(screen.getByText(/^1 .*1 /)).toBeDefined();
});

it('the link drawer shows messages with bytes and decoded content to users with permission', async () => {
  const { server, user } = setUp(['61001', '61010']);
  await open(user);
  await user.click(screen.getByRole('tab', { name: '报文日志' }));
  await user.click(await screen.findByRole('button', { name: '0x9301' }));
  expect(await screen.findByText('01 02 ff')).toBeDefined();
  expect(screen.getByText(/谁在岗？/)).toBeDefined();
  await user.type(screen.getByRole('textbox', { name: '消息 ID' }), '0x1202');
  await waitFor(() => expect(server.of('plat/listMessageLog').at(-1)?.data).toEqual({ id: '5', msgId: '0x1202' }));
  cleanup();
  const other = setUp(['61001']);
  await open(other.user);
  expect(screen.queryByRole('tab', { name: '报文日志' })).toBeNull();
});

it('the link drawer shows the connection history and the state of vehicles', async () => {
  const { user } = setUp(['61001', '61011']);
  await open(user);
  await user.click(screen.getByRole('tab', { name: '断线记录' }));
  expect((await screen.findByText('silent')).closest('tr')!.textContent).toContain('主链路');
  await user.click(screen.getByRole('tab', { name: '车辆' }));
  expect((await screen.findByText('沪A00003')).closest('tr')!.textContent).toContain('补报中');
  expect(screen.getByRole('button', { name: '补报定位' }).hasAttribute('disabled')).toBe(true);
});

it('switches a link off with permission', async () => {
  const { server, user } = setUp(['61001', '61007']);
  const row = (await screen.findByText('省监管平台')).closest('tr')!;
  await runRowAction(user, row, '断开');
  await waitFor(() => expect(server.of('plat/switchLink')[0]?.data).toEqual({ ids: ['5'], linkState: 0 }));
});

it('the link list is reloaded when the state of a link changes', async () => {
  const { server, common } = setUp(['61001']);
  await screen.findByText('省监管平台');
  const before = server.of('plat/listLinkState').length;
  common.publish({ type: 'platLink', data: { id: '5', mainState: 3, subState: 3 } });
  await waitFor(() => expect(server.of('plat/listLinkState').length).toBeGreaterThan(before));
});
