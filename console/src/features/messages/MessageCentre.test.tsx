import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import { findDialog, giveSize, page, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { MessageCentre } from './MessageCentre.tsx';

const PATH = '/setup/messageCentre';
const at = Date.parse('2026-11-21T06:22:49+08:00');
const ofVehicle = { targId: '1', carNo: '沪A00001', color: 2, deptName: '演示集团' };
const message = (id: string, more: object) => ({
  ...ofVehicle,
  id,
  seqId: '',
  message: '',
  number: null,
  question: '',
  subscribed: null,
  sendFlag: 0,
  state: null,
  resultCode: null,
  username: '',
  createdAt: at,
  answeredAt: null,
  ...more,
});
const menu = {
  ...ofVehicle,
  events: [{ number: 7, name: '车辆故障' }],
  eventsAt: at,
  infos: [],
  infosAt: null,
  contacts: [{ callDirection: 3, phone: '13800138000', contactName: '调度' }],
  contactsAt: at,
  question: '是否需要救援？',
  answers: [{ number: 1, name: '需要' }],
  answer: '',
  questionAt: at,
};
const subscription = (targId: string, infoType: number) => ({ ...ofVehicle, targId, infoType, name: '天气', since: at });

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

function setUp(address = PATH, rights: readonly string[] = ['20201', '7010401', '7010409']) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'msg/listMessage': () =>
      page([
        message('r3', { kind: 'demand', number: 3, subscribed: true }),
        message('r2', { kind: 'answer', number: 1, message: '需要', question: '是否需要救援？' }),
        message('c1', { kind: 'text', message: '请减速', seqId: '1', state: 2, username: '张三' }),
      ]),
    'msg/listMenu': () => page([menu]),
    'msg/listSubscription': () => page([subscription('1', 5), subscription('2', 5)]),
    'terminal/listCommand': () =>
      page([
        {
          ...ofVehicle,
          seqId: '4',
          cmdCode: '8700',
          state: 6,
          username: '张三',
          answeredAt: at,
          resultData: { command: 5, block: '557a', said: { vin: 'LGWEF4A59GS000001', plate: '沪A00001', plateClass: '黄牌' } },
        },
      ]),
    'terminal/sendCommand': () => ({ list: [{ targId: '1', seqId: '9', state: 1, resultCode: null }] }),
  });
  const common = createCommonMessages();
  const router = createMemoryRouter([{ path: PATH, Component: MessageCentre }], { initialEntries: [address] });
  renderLive(<RouterProvider router={router} />, storeOf([]), common);
  return { server, router, common, user: userEvent.setup() };
}

describe('the message centre', () => {
  it('shows messages in both directions, with names and states', async () => {
    const { server } = setUp();
    const answer = (await screen.findByText('需要')).closest('tr')!;
    for (const text of ['上行', '驾驶员答复', '是否需要救援？']) expect(within(answer).getByText(text)).toBeDefined();
    const text = screen.getByText('请减速').closest('tr')!;
    for (const shown of ['下行', '下发文本', '成功', '张三']) expect(within(text).getByText(shown)).toBeDefined();
    expect(screen.getByText('编号 3 订阅')).toBeDefined();
    expect(server.of('msg/listMessage')[0]!.data).toEqual({
      kinds: ['text', 'question', 'info', 'event', 'answer', 'demand'],
    });
  });

  it('filters by kind and plate', async () => {
    const { server } = setUp(`${PATH}?kind=event&carNo=${encodeURIComponent('沪A')}`);
    await screen.findByText('请减速');
    expect(server.of('msg/listMessage')[0]!.data).toEqual({ kinds: ['event'], carNo: '沪A' });
  });

  it('reloads when a driver message arrives', async () => {
    const { server, common } = setUp();
    await screen.findByText('请减速');
    const before = server.of('msg/listMessage').length;
    common.publish({ type: 'driverMessage', data: { targId: '1' } });
    await waitFor(() => expect(server.of('msg/listMessage').length).toBeGreaterThan(before));
  });

  it('shows the menus that a terminal offers to its driver', async () => {
    const { user } = setUp(`${PATH}?tab=menus`);
    await user.click(await screen.findByRole('button', { name: '查看' }));
    const drawer = within(await screen.findByRole('dialog'));
    for (const text of ['车辆故障', '13800138000', '调度']) expect(drawer.getByText(text)).toBeDefined();
    expect(drawer.getByText('信息点播菜单 · 未下发过')).toBeDefined();
    expect(drawer.getByText(/未答复/)).toBeDefined();
  });

  it('sends information to selected subscribers', async () => {
    const { server, user } = setUp(`${PATH}?tab=subscriptions`);
    await screen.findAllByText('天气');
    for (const box of screen.getAllByRole('checkbox').slice(1)) await user.click(box);
    await user.click(screen.getByRole('button', { name: '发送信息' }));
    const dialog = within(await findDialog('发送信息 天气'));
    await user.type(dialog.getByRole('textbox', { name: '信息内容' }), '今日有雨');
    await user.click(dialog.getByRole('button', { name: '发送信息' }));
    await waitFor(() => expect(server.of('terminal/sendCommand')).toHaveLength(1));
    expect(server.of('terminal/sendCommand')[0]!.data).toEqual({
      cmdCode: '8304',
      targIds: ['1', '2'],
      params: { infoType: 5, text: '今日有雨' },
    });
  });

  it('shows recorder data as a table', async () => {
    const { server, user } = setUp(`${PATH}?tab=recorder`);
    await user.click(await screen.findByRole('button', { name: '查看数据' }));
    const drawer = within(await findDialog('沪A00001 车辆信息'));
    expect(drawer.getByText('LGWEF4A59GS000001')).toBeDefined();
    expect(drawer.getByRole('button', { name: '导出 CSV' })).toBeDefined();
    expect(server.of('terminal/listCommand')[0]!.data).toEqual({ cmdCode: '8700', state: 6 });
  });

  it('offers no sending to users with read-only permission', async () => {
    setUp(`${PATH}?tab=subscriptions`, ['20201']);
    await screen.findAllByText('天气');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
