import { vehicle } from '@fleetwarden/contract/fleet/vehicle-resource';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx';
import { findDialog, giveSize, page, refuse, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { openVehicleDialog } from './vehicle-dialog.ts';
import { vehiclePage } from './vehicle-page.tsx';

const isList = (kind: string) => kind === 'links' || kind === 'choices';
const blank = Object.fromEntries(Object.entries(vehicle.fields).map(([key, { kind }]) => [key, isList(kind) ? [] : null]));
const record = {
  ...blank,
  id: '7',
  version: 2,
  createdAt: 1_000,
  updatedAt: 2_000,
  carNo: '京B00007',
  plateColor: 2,
  deptId: '1',
  deptName: '集团',
  vehicleType: 21,
  industryType: 5,
  runState: 1,
  state: 1,
  online: true,
  lastSeenAt: 3_000,
  nativePlace: '110105',
  phone: '13900000007',
  terminalNo: 'T7',
  operatorNames: [],
  superiorNames: ['省平台'],
  superiors: ['3'],
  forwardNames: [],
};
const refusedRegistration = {
  carId: '7',
  carNo: '京B00007',
  carColor: 2,
  phone: '13900000007',
  reason: 'otherDevice',
  knownTerminalNo: 'T7',
  terminalNo: 'X9',
  manufacturerId: 'ABCDE',
  terminalModel: 'M-1',
  announcedNo: '',
  announcedColor: 9,
  version: 2013,
  peerIp: '192.0.2.1',
  times: 3,
  firstAt: 1_000,
  lastAt: 2_000,
  allowedUntil: null,
};
const unknown = {
  phone: '13900000099',
  terminalNo: 'T99',
  manufacturerId: 'ABCDE',
  terminalModel: 'T-1',
  carNo: '京C00099',
  plateColor: 1,
  version: 2019,
  peerIp: '192.0.2.7',
  times: 3,
  firstAt: 1_000,
  lastAt: 2_000,
  carId: null,
};
const connection = {
  host: 'fleet.example.com',
  port: 6808,
  phone: '13900000007',
  registeredAt: null,
  authenticatedAt: null,
  online: false,
  session: null,
  location: null,
  refusal: null,
  unknown: [],
  unreadable: [],
};
const login = { loginAt: 1_000, peerIp: '192.0.2.1', transport: 'tcp', version: 2019 };
const connected = {
  ...connection,
  registeredAt: 1_000,
  authenticatedAt: 1_000,
  online: true,
  session: login,
  location: { at: 2_000, receivedAt: 2_000, hasFix: true, isTimeValid: true },
};
const DIVISIONS: Readonly<Record<string, readonly [string, string]>> = {
  '': ['110000', '北京市'],
  110000: ['110000', '北京市'],
};

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  takeNotices();
  openVehicleDialog(null);
});
afterEach(cleanup);

const OWN = ['60101', '60102', '60103', '60107', '60112', '60113', '60117', '60118'];

function setUp(rights: readonly string[] = OWN, calls: Parameters<typeof stubServer>[0] = {}, address = '/') {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const division = ([areaId, areaName]: readonly [string, string]) => ({ list: [{ areaId, areaName }] });
  const server = stubServer({
    'car/listCar': () => page([record]),
    'car/getCar': () => record,
    'car/listTerminalHistory': () => ({ list: [] }),
    'car/enableCar': () => ({ changed: 1 }),
    'car/renewService': () => ({ renewed: 1 }),
    'car/replaceTerminal': () => ({ id: '7' }),
    'car/listChannel': () => ({ list: [], version: 2 }),
    'car/saveChannel': () => ({ id: '7' }),
    'car/listUnknownTerminal': () => page([unknown]),
    'car/listRefusedRegistration': () => page([refusedRegistration]),
    'car/allowRegistration': () => ({ id: '7', until: 1 }),
    'car/getTerminalConnection': () => connection,
    'mainPage/getDeptTree': () => ({ list: [{ deptId: '1', deptName: '集团', parentId: null }] }),
    'location/rs/getProvince': () => division(DIVISIONS['']!),
    'location/rs/getCity': ({ data }) => division(DIVISIONS[String(data['areaId'])]!),
    'location/rs/getArea': () => division(['110105', '朝阳区']),
    ...calls,
  });
  const element = <ResourcePage {...vehiclePage} />;
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: [address] });
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, user: userEvent.setup() };
}

/** Runs an action of the only row, directly or from its menu. */
async function act(user: ReturnType<typeof userEvent.setup>, name: string) {
  const row = (await screen.findByText('京B00007')).closest('tr')!;
  const shown = within(row).queryByRole('button', { name });
  if (shown) return user.click(shown);
  await user.click(within(row).getByRole('button', { name: '更多' }));
  await user.click(await screen.findByText(name));
}

describe('the vehicle page', () => {
  it('shows which terminal is online, and disables a vehicle after confirmation', async () => {
    const { server, user } = setUp();
    const row = (await screen.findByText('京B00007')).closest('tr')!;
    expect(within(row).getByText('在线')).toBeDefined();
    await act(user, '停用');
    await user.click(within(await findDialog('停用 1 辆车？')).getByRole('button', { name: '停用' }));
    await waitFor(() => expect(server.of('car/enableCar')[0]?.data).toEqual({ ids: ['7'], enabled: false }));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'success', text: '已停用 1 辆' }]));
  });

  it('renews the service of the selected vehicles', async () => {
    const { server, user } = setUp();
    const row = (await screen.findByText('京B00007')).closest('tr')!;
    await user.click(within(row).getByRole('checkbox'));
    // the row has one of the same name
    const [many] = screen.getAllByRole('button', { name: '续费' }).filter((button) => !row.contains(button));
    await user.click(many!);
    const dialog = within(await findDialog('续费 1 辆车'));
    await user.clear(dialog.getByLabelText('续费月数'));
    await user.type(dialog.getByLabelText('续费月数'), '6');
    await user.click(dialog.getByText('今天'));
    await user.click(dialog.getByRole('button', { name: /续\s?费/ }));
    await waitFor(() => expect(server.of('car/renewService')[0]?.data).toEqual({ ids: ['7'], months: 6, from: 'today' }));
  });

  it('replaces a terminal with the version read and a required reason, and shows the field error of a refusal', async () => {
    const { server, user } = setUp(OWN, {
      'car/replaceTerminal': () =>
        refuse('4001', '提交的数据有误', [{ path: 'values.phone', message: '已被 京B00008（华东）使用' }]),
    });
    await act(user, '换终端/换卡');
    const dialog = within(await findDialog('换终端/换卡 - 京B00007'));
    await user.type(dialog.getByLabelText('终端ID'), '8');
    await user.click(dialog.getByRole('button', { name: /保\s?存/ }));
    expect(await dialog.findByText('必填')).toBeDefined();
    await user.type(dialog.getByLabelText('更换原因'), '设备损坏');
    await user.click(dialog.getByRole('button', { name: /保\s?存/ }));
    await waitFor(() =>
      expect(server.of('car/replaceTerminal')[0]?.data).toMatchObject({
        id: '7',
        version: 2,
        reason: '设备损坏',
        values: { phone: '13900000007', terminalNo: 'T78', imei: null },
      }),
    );
    expect(await dialog.findByText('已被 京B00008（华东）使用')).toBeDefined();
  });

  it('saves existing video channels unchanged and numbers a new channel after the last one', async () => {
    const first = { logical: 1, physical: 1, name: '前向', kind: 0, icon: 1, yuntai: true };
    const { server, user } = setUp(OWN, { 'car/listChannel': () => ({ list: [first], version: 5 }) });
    await act(user, '视频通道');
    const dialog = within(await findDialog('视频通道 - 京B00007'));
    await user.click(await dialog.findByRole('button', { name: '新增通道' }));
    const added = within(await dialog.findByRole('group', { name: '视频通道 2' }));
    await user.type(added.getByLabelText('通道名称'), '驾驶员');
    await user.click(dialog.getByRole('button', { name: /保\s?存/ }));
    await waitFor(() =>
      expect(server.of('car/saveChannel')[0]?.data).toEqual({
        id: '7',
        version: 5,
        list: [first, { logical: 2, physical: 2, name: '驾驶员', kind: 0, icon: 1, yuntai: false }],
      }),
    );
  });

  it('shows the change log of a vehicle with the labels of its form', async () => {
    const change = { id: '1', at: 1_000, userName: '张三', note: null };
    const { user } = setUp(OWN, {
      'car/listChangeLog': () =>
        page([
          { ...change, kind: 'renew', note: '6', before: { serviceTo: '2026-01-01' }, after: { serviceTo: '2026-07-01' } },
          { ...change, id: '2', kind: 'edit', before: { runState: 1, deptId: '华东' }, after: { runState: 3, deptId: '华西' } },
        ]),
    });
    await act(user, '变更记录');
    const dialog = within(await findDialog('变更记录 - 京B00007'));
    expect(await dialog.findByText('6 个月')).toBeDefined();
    const edited = (await dialog.findByText('营运状态')).parentElement!;
    expect(edited.textContent).toBe('营运状态营运 → 维修');
    expect(dialog.getByText('所属部门').parentElement!.textContent).toBe('所属部门华东 → 华西');
    await user.click(document.querySelector('.ant-drawer-close')!);
    await waitFor(() => expect(screen.queryByText('变更记录 - 京B00007')).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('fills the new vehicle form with the data an unknown terminal reported', async () => {
    const { user } = setUp();
    await user.click(await screen.findByRole('button', { name: '未知终端' }));
    await user.click(await screen.findByRole('button', { name: '建档' }));
    const form = within(await findDialog('新增 - 车辆信息管理'));
    expect((await form.findByLabelText<HTMLInputElement>('车牌号')).value).toBe('京C00099');
    expect(form.getByLabelText<HTMLInputElement>('终端手机号').value).toBe('13900000099');
    expect(form.getByLabelText<HTMLInputElement>('终端ID').value).toBe('T99');
  });

  it('opens the replacement form of the reported vehicle with the data of an unknown terminal', async () => {
    const { user } = setUp(OWN, { 'car/listUnknownTerminal': () => page([{ ...unknown, carId: '7' }]) });
    await user.click(await screen.findByRole('button', { name: '未知终端' }));
    await user.click(await screen.findByRole('button', { name: '换入该车' }));
    const form = within(await findDialog('换终端/换卡 - 京B00007'));
    expect((await form.findByLabelText<HTMLInputElement>('终端手机号')).value).toBe('13900000099');
  });

  it('shows why a registration was refused, and allows a new one', async () => {
    const { server, user } = setUp();
    await user.click(await screen.findByRole('button', { name: '注册被拒绝' }));
    expect(await screen.findByText('与首次注册的设备不同')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: '允许重新注册' }));
    const question = within(await findDialog('允许 京B00007 的终端重新注册？'));
    await user.click(question.getByRole('button', { name: '允许重新注册' }));
    await waitFor(() => expect(server.of('car/allowRegistration')[0]?.data).toEqual({ id: '7' }));
    await waitFor(() => expect(server.of('car/listRefusedRegistration')).toHaveLength(2));
  });

  it('shows the settings for a terminal and each connection step, and stops polling after it connects', async () => {
    let replies = 0;
    const { server, user } = setUp(OWN, { 'car/getTerminalConnection': () => (replies++ === 0 ? connection : connected) });
    await act(user, '接入终端');
    const panel = within(await findDialog('接入终端 - 京B00007'));
    expect(await panel.findByText('fleet.example.com')).toBeDefined();
    await user.click(panel.getByRole('button', { name: '复制端口' }));
    expect(await navigator.clipboard.readText()).toBe('6808');
    expect(panel.getAllByText('等待中')).toHaveLength(4);
    expect(await panel.findByText('终端已接入', {}, { timeout: 5_000 })).toBeDefined();
    expect(panel.queryByText('等待中')).toBeNull();
    expect(panel.getByText(/来自 192\.0\.2\.1，TCP，JT\/T 808-2019/)).toBeDefined();
    expect(server.of('car/getTerminalConnection')).toMatchObject([{ data: { id: '7' } }, { data: { id: '7' } }]);
  });

  it.each([
    ['otherDevice', '与首次注册的设备不同', true],
    ['wrongCode', '鉴权码错误', false],
    ['throttled', '失败次数过多，登录暂时受限，约一分钟后重试', false],
    ['serviceStopped', '服务已到期', false],
  ] as const)(
    'shows that a terminal is refused for %s, and offers to allow a new registration only if possible',
    async (reason, text, allowable) => {
      const refusal = { reason, peerIp: '192.0.2.1', times: 3, lastAt: 1_000 };
      const { server, user } = setUp(OWN, { 'car/getTerminalConnection': () => ({ ...connection, refusal }) });
      await act(user, '接入终端');
      const panel = within(await findDialog('接入终端 - 京B00007'));
      expect(await panel.findByText(text)).toBeDefined();
      expect(panel.getByText(/来自 192\.0\.2\.1.*共 3 次/)).toBeDefined();
      const allow = panel.queryByRole('button', { name: '允许重新注册' });
      expect(allow !== null).toBe(allowable);
      if (allow === null) return;
      await user.click(allow);
      const question = within(await findDialog('允许 京B00007 的终端重新注册？'));
      await user.click(question.getByRole('button', { name: '允许重新注册' }));
      await waitFor(() => expect(server.of('car/allowRegistration')[0]?.data).toEqual({ id: '7' }));
    },
  );

  it('shows a missing fix, unknown terminals and unreadable data, and a checklist after a minute without progress', async () => {
    const noFix = { at: null, receivedAt: 2_000, hasFix: false, isTimeValid: true };
    const unknown = [{ phone: '13900000008', peerIp: '192.0.2.8', lastAt: 1_000 }];
    const unreadable = [{ peerIp: '192.0.2.9', lastAt: 1_000 }];
    let reply: object = { ...connection, unknown, unreadable };
    const { user } = setUp(OWN, { 'car/getTerminalConnection': () => reply });
    await act(user, '接入终端');
    const panel = within(await findDialog('接入终端 - 京B00007'));
    expect(await panel.findByText('未建档的号码 13900000008 刚刚尝试接入')).toBeDefined();
    expect(panel.getByText('192.0.2.9 发来无法解析的数据')).toBeDefined();
    expect(panel.queryByText('一分钟内没有进展，请检查')).toBeNull();
    reply = { ...connected, location: noFix };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect(await panel.findByText('终端未定位，请移到开阔处', {}, { timeout: 5_000 })).toBeDefined();
    expect(panel.queryByText('未建档的号码 13900000008 刚刚尝试接入')).toBeNull();
    expect(panel.queryByText('一分钟内没有进展，请检查')).toBeNull();
    vi.setSystemTime(Date.now() + 61_000);
    expect(await panel.findByText('一分钟内没有进展，请检查', {}, { timeout: 5_000 })).toBeDefined();
    vi.useRealTimers();
  });

  it('opens the terminal connection panel after a vehicle is added', async () => {
    const { user } = setUp(OWN, { 'car/addCar': () => ({ id: '8' }) });
    await user.click(await screen.findByRole('button', { name: '未知终端' }));
    await user.click(await screen.findByRole('button', { name: '建档' }));
    const form = within(await findDialog('新增 - 车辆信息管理'));
    expect((await form.findByLabelText<HTMLInputElement>('车牌号')).value).toBe('京C00099');
    vehiclePage.hooks?.added?.({ id: '8' }, { carNo: '京C00099', phone: '13900000099' });
    expect(await findDialog('接入终端 - 京C00099')).toBeDefined();
  });

  it('disables the platform binding without permission to bind, and shows the region name of the registration', async () => {
    const { user } = setUp(OWN, { 'car/listCar': () => page([]) }, '/?record=7');
    const form = within(await findDialog('京B00007'));
    const bound = await form.findByLabelText<HTMLInputElement>('上级平台');
    expect(bound.disabled).toBe(true);
    expect(form.getByText('省平台')).toBeDefined();
    expect(await form.findByText('北京市 / 北京市 / 朝阳区')).toBeDefined();
    expect(user).toBeDefined();
  });

  it('shows previous terminals of a vehicle, and offers no actions to users with read-only permission', async () => {
    const past = { id: '1', phone: '13900000001', terminalNo: 'OLD', manufacturerId: null, terminalModel: null, iccid: null };
    const more = { imei: null, since: 1_000, until: 2_000, userName: '张三', reason: '设备损坏' };
    setUp(
      ['60101'],
      { 'car/listCar': () => page([]), 'car/listTerminalHistory': () => ({ list: [{ ...past, ...more }] }) },
      '/?record=7',
    );
    const view = within(await screen.findByRole('dialog'));
    expect(await view.findByText('设备损坏')).toBeDefined();
    expect(await view.findByText('北京市 朝阳区')).toBeDefined();
    for (const name of ['停用', '续费', '换终端/换卡', '变更记录', '未知终端', '注册被拒绝'])
      expect(screen.queryByRole('button', { name, hidden: true })).toBeNull();
  });
});
