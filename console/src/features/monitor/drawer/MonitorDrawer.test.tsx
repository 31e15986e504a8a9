import type { InitRecord } from '@fleetwarden/contract/live/live';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { useSession } from '../../../api/session.ts';
import { tabStore } from '../../../api/storage.ts';
import { createCommonMessages } from '../../../live/common-messages.ts';
import { createViewSubscription } from '../../../live/view-subscription.ts';
import { closeAlarmHandling, useAlarmHandling } from '../../../shared/open-alarm-handling.ts';
import { giveSize, page, refuse, renderLive, storeOf, stubServer, userInfo, vehicle } from '../../../ui/testing.tsx';
import { selectVehicles } from '../selected-vehicles.ts';
import { closeVehicleWindow, useVehicleWindow } from '../windows/vehicle-window-state.ts';
import { MonitorDrawer } from './MonitorDrawer.tsx';

beforeAll(() => giveSize(260));
beforeEach(async () => {
  await startTexts('zh');
  tabStore.remove('monitor.drawer');
  selectVehicles([]);
  takeNotices();
  useSession.setState({ token: 'a.b', rights: ['20101', '20102', '20109'], userInfo });
});
afterEach(cleanup);

const command = (seqId: string, state: number, more: object = {}) => ({
  seqId,
  targId: '1',
  cmdCode: '8201',
  state,
  resultCode: null,
  resultData: null,
  carNo: `京A${seqId}`,
  color: 2,
  deptName: '华北',
  params: {},
  username: '李静',
  createdAt: 1_000,
  sentAt: null,
  answeredAt: null,
  expireAt: 2_000,
  sends: 0,
  ...more,
});
const event = (id: string, more: object = {}) => ({
  id,
  targId: '1',
  carNo: '京A1',
  color: 2,
  deptName: '华北',
  online: true,
  time: 1_000,
  reason: null,
  lasted: null,
  transport: 'tcp',
  protocolVersion: 2019,
  peerIp: '',
  ...more,
});

function setUp(
  answers: Parameters<typeof stubServer>[0] = {},
  records: InitRecord[] = [vehicle('1', { followed: true }), vehicle('2')],
) {
  const server = stubServer({
    'car/listOnlineLog': () => page([event('1+'), event('1-', { online: false, reason: 'timeout', lasted: 60_000 })]),
    'terminal/listCommand': () =>
      page([command('1', 0), command('2', 4), command('3', 3, { resultCode: 4020 }), command('4', 2)]),
    'car/qrySelectedTarg': () => page([{ ...vehicle('7'), deptName: '华南' }], 25),
    ...answers,
  });
  const store = storeOf(records);
  const common = createCommonMessages();
  const [onSelect, onLocate] = [vi.fn(), vi.fn()];
  const view = createViewSubscription();
  renderLive(
    <MonitorDrawer store={store} deptName={() => '华北'} onSelect={onSelect} onLocate={onLocate} />,
    store,
    common,
    undefined,
    view,
  );
  return { server, store, view, common, onSelect, onLocate, user: userEvent.setup() };
}

const tab = (name: RegExp | string) => screen.getByRole('tab', { name });
const rows = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').slice(1);

describe('the alarm tabs below the map', () => {
  const alarm = (more: object = {}) => ({
    alarmGid: 'a',
    alarmId: '0',
    targId: '1',
    carNo: '京A1',
    color: 2,
    deptId: '1',
    deptName: '华北',
    warnId: 1,
    mainType: 0,
    subType: 1,
    subTypeName: '超速报警',
    level: 2,
    vtime: 1_000,
    lastTime: 2_000,
    endTime: null,
    x: 116.4,
    y: 39.9,
    speed: 96.4,
    times: 3,
    driver: '张三',
    files: 2,
    ncheckAdasAlarmStatus: 0,
    state: 0,
    version: 1,
    ...more,
  });
  const RIGHTS = ['20101', '20501', '20502', '17030101'];

  it('list ordinary alarms of every state, 20 per page, and users with permission can handle them', async () => {
    useSession.setState({ rights: RIGHTS });
    const lists = [alarm(), alarm({ alarmGid: 'b', state: 2 })];
    const { server, user, common, onLocate } = setUp({
      'warnScheme/listWarnHistory': () => page(lists),
      'location/getAddress': () => ({ code: 200, data: { addressInfo: '北京市东城区' } }),
    });
    await user.click(tab('普通报警'));
    await screen.findByRole('table', { name: '普通报警' });
    const [asked] = server.of('warnScheme/listWarnHistory');
    expect(asked).toMatchObject({ data: { warmStatus: 4, classes: ['ordinary'] }, pageModel: { page: 1, limit: 20 } });
    const [open, handled] = rows('普通报警');
    for (const text of ['超速报警', '京A1', '中', '96.4 km/h', '3', '未处理']) expect(within(open!).getByText(text)).toBeTruthy();
    expect((await within(open!).findByText('北京市东城区')).title).toBe('116.400000, 39.900000');
    // one request for rows at one place
    expect(server.of('location/getAddress').map(({ data }) => data)).toEqual([{ lng: 116.4, lat: 39.9 }]);
    expect(within(handled!).getByText('已处理')).toBeTruthy();
    expect(within(handled!).queryByRole('button', { name: '处理' })).toBeNull();
    await user.click(within(open!).getByRole('button', { name: '京A1' }));
    expect(onLocate).toHaveBeenCalledWith('1');
    await user.click(within(open!).getByRole('button', { name: '处理' }));
    expect(useAlarmHandling.getState().current?.alarms).toMatchObject([{ alarmGid: 'a' }]);
    act(() => closeAlarmHandling(0));
    act(() => common.publish({ type: 'cases', data: { list: [] } }));
    await waitFor(() => expect(server.of('warnScheme/listWarnHistory')).toHaveLength(2));
  });

  it('list unhandled active safety alarms', async () => {
    useSession.setState({ rights: RIGHTS });
    const { user } = setUp({
      'activeSafety/alarm/list/new': () => page([alarm({ warnId: 77, subTypeName: '疲劳驾驶', level: 3 })]),
    });
    await user.click(tab('主动安全'));
    await screen.findByRole('table', { name: '主动安全' });
    const [row] = rows('主动安全');
    for (const text of ['疲劳驾驶', '高', '京A1', '张三', '0/2']) expect(within(row!).getByText(text)).toBeTruthy();
    expect(within(row!).queryByRole('button', { name: '处理' })).toBeNull();
  });

  it('are hidden without permission', () => {
    setUp();
    expect(screen.queryByRole('tab', { name: '普通报警' })).toBeNull();
    expect(screen.queryByRole('tab', { name: '主动安全' })).toBeNull();
  });
});

describe('the drawer', () => {
  it('is closed by default without requests, toggles with a click on a tab, and restores its state', async () => {
    const { server, user } = setUp();
    expect(screen.queryByRole('tabpanel')).toBeNull();
    await user.click(tab('上下线'));
    expect(await screen.findByRole('table', { name: '上下线' })).toBeTruthy();
    await user.click(tab('上下线'));
    expect(screen.queryByRole('tabpanel')).toBeNull();
    expect(server.requests).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: '展开底部面板' }));
    cleanup();
    setUp();
    expect(await screen.findByRole('table', { name: '上下线' })).toBeTruthy();
  });

  it('is navigated with the arrow keys', async () => {
    const { user } = setUp();
    await user.click(tab('实时状态'));
    await user.keyboard('{ArrowLeft}');
    expect(tab('已选车辆').getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(tab('已选车辆'));
  });
});

describe('live status', () => {
  it('lists the followed vehicles and updates with live data', async () => {
    const { store, user, onSelect, onLocate } = setUp();
    await user.click(tab('实时状态'));
    await waitFor(() => expect(rows('实时状态')).toHaveLength(1));
    const heads = within(screen.getByRole('table', { name: '实时状态' })).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      '车牌号',
      '状态',
      '部门',
      '驾驶员',
      '定位时间',
      '速度 (km/h)',
      '方向 (°)',
      'ACC',
      '位置',
      '当日里程 (km)',
      '报警',
      '操作',
    ]);
    const [row] = rows('实时状态');
    // speed, heading and ignition of an offline vehicle are unknown
    expect(row!.textContent).toMatch(/京A1离线华北张三.*———116\.400000, 39\.90000012\.5无?/);
    act(() => store.applyGps({ data: [vehicle('1', { r: 9_000, sp: 66.6, status: '2' })] }));
    await waitFor(() => expect(rows('实时状态')[0]!.textContent).toContain('66.6'));
    await user.click(within(rows('实时状态')[0]!).getByRole('button', { name: /京A1/ }));
    await user.click(within(rows('实时状态')[0]!).getByRole('button', { name: '定位' }));
    expect([onSelect.mock.calls, onLocate.mock.calls]).toEqual([[['1']], [['1']]]);
    act(() => store.setFollowed([store.rowOf('2')], true));
    await waitFor(() => expect(rows('实时状态')).toHaveLength(2));
  });

  it('subscribes to the vehicles in its rows independently of the map view, until it is closed', async () => {
    const { view, user } = setUp();
    await user.click(tab('实时状态'));
    await waitFor(() => expect(view.current()).toEqual({ tids: ['1'] }));
    await user.click(tab('实时状态'));
    expect(view.current()).toEqual({ tids: [] });
  });

  it('shows a message if no vehicle is followed', async () => {
    const { user } = setUp({}, [vehicle('1')]);
    await user.click(tab('实时状态'));
    expect(await screen.findByText('暂无关注车辆')).toBeTruthy();
  });
});

describe('the on/offline log', () => {
  it('lists vehicles that went online or offline with the reason, filtered by plate and kind', async () => {
    const { server, user } = setUp();
    await user.click(tab('上下线'));
    await screen.findByRole('table', { name: '上下线' });
    expect(rows('上下线').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^京A1华北上线.*TCP, JT\/T 808-2019$/),
      expect.stringMatching(/^京A1华北下线.*超时1 分 0 秒TCP/),
    ]);
    await user.selectOptions(screen.getByLabelText('上线/下线'), '0');
    await user.type(screen.getByRole('searchbox', { name: '车牌号' }), '京A');
    await waitFor(() => expect(server.of('car/listOnlineLog').at(-1)?.data).toEqual({ online: 0, carNo: '京A' }));
    expect(server.of('car/listOnlineLog').at(-1)?.pageModel).toEqual({ page: 1, limit: 20 });
  });

  it('offers a retry if it cannot be loaded', async () => {
    let answer: unknown = refuse('5000', 'no');
    const { user } = setUp({ 'car/listOnlineLog': () => answer });
    await user.click(tab('上下线'));
    answer = page([]);
    await user.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText('暂无上下线记录')).toBeTruthy();
  });
});

describe('command records', () => {
  it('show command, state and result; waiting commands can be cancelled, failed ones resent', async () => {
    const { server, user } = setUp({
      'terminal/resendCommand': () => ({ list: [] }),
      'terminal/cancelCommand': () => ({ cancelled: 1 }),
    });
    await user.click(tab('指令记录'));
    await screen.findByRole('table', { name: '指令记录' });
    const [waits, timedOut, offline, done] = rows('指令记录');
    expect(waits!.textContent).toContain('位置查询（点名）');
    expect(offline!.textContent).toContain('终端不在线');
    expect(within(done!).queryByRole('button')).toBeNull();
    await user.click(within(timedOut!).getByRole('button', { name: '重发' }));
    await waitFor(() => expect(server.of('terminal/resendCommand')[0]?.data).toEqual({ seqIds: ['2'], queueOffline: true }));
    await user.click(within(rows('指令记录')[0]!).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(server.of('terminal/cancelCommand')[0]?.data).toEqual({ seqIds: ['1'] }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toContain('已取消'));
  });

  it('are reloaded when the state of a command changes', async () => {
    const { server, common, user } = setUp();
    await user.click(tab('指令记录'));
    await screen.findByRole('table', { name: '指令记录' });
    act(() => common.publish({ type: 'cmdResult', data: { seqId: '1' } }));
    await waitFor(() => expect(server.of('terminal/listCommand')).toHaveLength(2));
  });
});

describe('command batches', () => {
  const counts = { pending: 0, waiting: 0, sent: 0, succeeded: 0, failed: 0, timedOut: 0, cancelled: 0 };
  const batch = (batchId: string, state: number, more: object = {}) => ({
    batchId,
    state,
    total: 10,
    counts,
    name: `任务${batchId}`,
    cmdCode: '8300',
    params: {},
    username: '李静',
    mine: true,
    mayDecide: false,
    decidedBy: null,
    decidedAt: null,
    note: null,
    createdAt: 1_000,
    finishedAt: null,
    approveBy: null,
    ...more,
  });
  const buttons = (row: HTMLElement) =>
    within(row)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  const open = async (list: readonly object[], answers: Parameters<typeof stubServer>[0] = {}) => {
    const all = setUp({ 'terminal/listBatch': () => page(list), ...answers });
    await all.user.click(tab('批量下发'));
    await screen.findByRole('table', { name: '批量下发' });
    return all;
  };

  it('offer the actions their state permits: pause, resume, cancel, retry of failed commands', async () => {
    const { server, user } = await open(
      [
        batch('1', 1),
        batch('2', 2),
        batch('3', 3, { counts: { ...counts, succeeded: 8, failed: 2 } }),
        batch('4', 3, { counts: { ...counts, succeeded: 10 } }),
        batch('5', 1, { mine: false }),
        batch('6', 3, { cmdCode: '8105dataOff', counts: { ...counts, failed: 10 } }),
      ],
      { 'terminal/controlBatch': () => ({ state: 2 }), 'terminal/retryBatch': () => ({ vehicles: 2, state: 1 }) },
    );
    expect(rows('批量下发').map(buttons)).toEqual([
      ['暂停', '终止', '结果', '导出'],
      ['继续', '终止', '结果', '导出'],
      ['重试失败', '结果', '导出'],
      ['结果', '导出'],
      ['结果', '导出'],
      ['结果', '导出'],
    ]);
    await user.click(screen.getByRole('button', { name: '暂停' }));
    await waitFor(() => expect(server.of('terminal/controlBatch')[0]?.data).toEqual({ batchId: '1', action: 'pause' }));
    await user.click(screen.getByRole('button', { name: '重试失败' }));
    await waitFor(() => expect(server.of('terminal/retryBatch')[0]?.data).toEqual({ batchId: '3' }));
    await user.click(screen.getAllByRole('button', { name: '终止' })[0]!);
    const dialog = await screen.findByRole('dialog', { name: '终止向 10 辆车下发“文本信息下发”？已下发的不受影响' });
    await user.click(within(dialog).getByRole('button', { name: /取\s?消/ }));
    expect(server.of('terminal/controlBatch')).toHaveLength(1);
  });

  it('update their progress on push messages', async () => {
    const { common } = await open([batch('1', 1)]);
    expect(rows('批量下发')[0]!.textContent).toContain('成功 0 / 失败 0 / 超时 0 / 排队 0');
    const news = { batchId: '1', state: 3, total: 10, counts: { ...counts, succeeded: 7, failed: 1, timedOut: 2 } };
    act(() => common.publish({ type: 'commandBatch', data: news }));
    await waitFor(() => expect(rows('批量下发')[0]!.textContent).toContain('成功 7 / 失败 1 / 超时 2 / 排队 0'));
    expect(rows('批量下发')[0]!.textContent).toContain('已完成');
    expect(screen.getByRole('progressbar', { name: '进度' })).toHaveProperty('value', 10);
  });

  it('name command, vehicles and sender in the confirmation before an approval', async () => {
    const waits = batch('1', 0, { cmdCode: '8105dataOff', mine: false, mayDecide: true });
    const { server, user } = await open([waits], { 'terminal/decideBatch': () => ({ state: 1 }) });
    expect(buttons(rows('批量下发')[0]!)).toEqual(['批准', '驳回', '结果', '导出']);
    await user.click(screen.getByRole('button', { name: '批准' }));
    const dialog = await screen.findByRole('dialog', { name: '批准向 10 辆车下发“关闭数据通信”？' });
    expect(dialog.textContent).toContain('申请人：李静');
    await user.click(within(dialog).getByRole('button', { name: /批\s?准/ }));
    await waitFor(() => expect(server.of('terminal/decideBatch')[0]?.data).toEqual({ batchId: '1', approve: true }));
  });

  it('list their vehicles by state', async () => {
    const vehicleRow = (targId: string, state: number | null, resultCode: number | null) => ({
      targId,
      carNo: `京A${targId}`,
      color: 2,
      deptName: '华北',
      seqId: null,
      state,
      resultCode,
      resultData: null,
      sentAt: null,
      answeredAt: null,
    });
    const { server, user } = await open([batch('1', 1)], {
      'terminal/listBatchVehicle': () => page([vehicleRow('1', null, null), vehicleRow('2', 3, 4024)]),
    });
    await user.click(screen.getByRole('button', { name: '结果' }));
    await screen.findByRole('table', { name: '结果' });
    expect(rows('结果').map(({ textContent }) => textContent)).toEqual(['京A1华北未下发', expect.stringContaining('车辆行驶中')]);
    await user.selectOptions(screen.getByRole('combobox', { name: '状态' }), '失败');
    await waitFor(() => expect(server.of('terminal/listBatchVehicle').at(-1)?.data).toEqual({ batchId: '1', state: 3 }));
    await user.click(screen.getByRole('button', { name: '返回' }));
    expect(await screen.findByRole('table', { name: '批量下发' })).toBeTruthy();
  });
});

describe('selected vehicles', () => {
  it.each([
    ['20201', 1],
    ['20109', 0],
  ])('with the right %s have %i buttons to send a message to all of them', async (code, times) => {
    useSession.setState({ rights: ['20101', code] });
    const { user } = setUp();
    await user.click(tab('已选车辆'));
    act(() => selectVehicles(['1', '2', '99']));
    await screen.findByRole('table', { name: '已选车辆' });
    const buttons = screen.queryAllByRole('button', { name: '发送消息' });
    expect(buttons).toHaveLength(times);
    for (const button of buttons) await user.click(button);
    const { shown } = useVehicleWindow.getState();
    expect(shown?.kind === 'message' ? shown.vehicles.map(({ plate }) => plate) : []).toEqual(times ? ['京A1', '京A2'] : []);
    closeVehicleWindow();
  });

  it('update with live data that is newer', async () => {
    const { store, view, user } = setUp({
      'car/qrySelectedTarg': () => page([{ ...vehicle('2', { t: 5_000 }), deptName: '华南' }]),
    });
    await user.click(tab('已选车辆'));
    act(() => selectVehicles(['2']));
    await screen.findByRole('table', { name: '已选车辆' });
    expect(view.current()).toEqual({ tids: ['2'] });
    act(() => store.applyGps({ data: [vehicle('2', { r: 8_000, t: 4_000, sp: 11.1, status: '2' })] }));
    act(() => store.applyGps({ data: [vehicle('2', { r: 9_000, t: 6_000, sp: 77.7, status: '2' })] }));
    await waitFor(() => expect(rows('已选车辆')[0]!.textContent).toMatch(/京A2行驶华南.*77\.7/));
  });

  it('are the vehicles found on the map, 20 per page, and can be exported', async () => {
    const { server, user } = setUp({ 'car/exportCarPosition': () => ({ taskId: '5' }) });
    await user.click(tab('已选车辆'));
    expect(await screen.findByText('通过区域查车或行政区选中的车辆会显示在这里')).toBeTruthy();
    const targIds = Array.from({ length: 25 }, (_, n) => String(n + 1));
    act(() => selectVehicles(targIds));
    await screen.findByRole('table', { name: '已选车辆' });
    expect(tab('已选车辆 (25)')).toBeTruthy();
    expect(screen.getByText('1-20 / 25')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '下一页' }));
    await waitFor(() => expect(server.of('car/qrySelectedTarg').at(-1)?.pageModel).toEqual({ page: 2, limit: 20 }));
    await user.click(screen.getByRole('button', { name: '导出位置' }));
    await waitFor(() => expect(server.of('car/exportCarPosition')[0]?.data).toEqual({ targIds }));
    await user.click(screen.getByRole('button', { name: '清空' }));
    expect(screen.getByText('通过区域查车或行政区选中的车辆会显示在这里')).toBeTruthy();
  });
});
