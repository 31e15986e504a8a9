import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { endSession, knowUser } from '../../../api/session.ts';
import { createCommonMessages } from '../../../live/common-messages.ts';
import { sentCommands } from '../../../shared/commands/sent-commands.ts';
import { VehicleVideoContext, type VideoVehicle } from '../../../shared/vehicle-video.ts';
import { page, refuse, renderLive, storeOf, stubServer, userInfo, vehicle } from '../../../ui/testing.tsx';
import { VehicleToolbar } from '../VehicleToolbar.tsx';
import { VehicleWindows } from './VehicleWindows.tsx';
import { closeVehicleWindow, openVehicleWindow } from './vehicle-window-state.ts';

const car = { targId: '1', carId: '91', plate: '京A1', colour: 2 };
const ALL = ['20103', '20104', '20105', '20201', '20202', '20203', '20204', '20205', '20206', '20208', '20209', '20210'];
const sent = (seqId: string, state = 1) => ({ list: [{ targId: '1', seqId, state, resultCode: null }] });
/** antd loads with the first window. */
const SLOW = { timeout: 30_000 };

const Video = ({ vehicle: { targId } }: { vehicle: VideoVehicle }) => <p>live video of {targId}</p>;

function setUp(handlers: Parameters<typeof stubServer>[0] = {}, rights: readonly string[] = ALL) {
  knowUser(userInfo, rights);
  const server = stubServer({ 'msg/getTemplate': () => ({ templates: [] }), ...handlers });
  const common = createCommonMessages();
  const store = storeOf([vehicle('1')]);
  const tools = { store, locate: () => {}, toggleFollow: () => {}, sendsAreas: false };
  renderLive(
    <MemoryRouter>
      <VehicleToolbar tid="1" tools={tools} />
      <VehicleVideoContext value={Video}>
        <VehicleWindows />
      </VehicleVideoContext>
    </MemoryRouter>,
    store,
    common,
  );
  const tell = (type: string, data: object) => act(() => common.publish({ type, data }));
  const hear = (news: object) => act(() => common.publish({ type: 'cmdResult', data: { targId: '1', ...news } }));
  return { server, hear, tell, user: userEvent.setup() };
}

beforeEach(() => startTexts('zh'));
afterEach(() => {
  cleanup();
  closeVehicleWindow();
  sentCommands.clear();
  takeNotices();
  endSession();
});

/** The window with that title; other buttons may have the same text. */
const dialogOf = (title: string) =>
  waitFor(() => {
    const dialogs = screen.queryAllByText(title).map((text) => text.closest<HTMLElement>('[role="dialog"]'));
    const dialog = dialogs.find((found) => found !== null);
    if (!dialog) throw new Error(`no window '${title}'`);
    return within(dialog);
  }, SLOW);

/** A photo of channel 2 without a position. */
const mediaFile = (id: string, more: object) => ({
  id,
  kind: 0,
  channel: 2,
  time: 1_790_000_000_000,
  x: null,
  y: null,
  sp: null,
  bytes: 1,
  name: `京A1 ${id}.jpg`,
  url: `/api/WebGis/media/${id}`,
  ...more,
});

describe('a text message to a vehicle', () => {
  it('uses TTS by default: flag 3 + 8', async () => {
    const { server, user } = setUp({ 'msg/sendMessage': () => sent('11') });
    await user.click(screen.getByRole('button', { name: '发送消息' }));
    const dialog = await dialogOf('发送消息');
    expect(dialog.getByText('京A1')).toBeTruthy();
    expect((dialog.getByRole('checkbox', { name: '终端TTS播读' }) as HTMLInputElement).checked).toBe(true);
    await user.type(dialog.getByRole('textbox', { name: '消息内容' }), '请减速');
    await user.click(dialog.getByRole('button', { name: '发送消息' }));
    await waitFor(() =>
      expect(server.of('msg/sendMessage')[0]?.data).toEqual({
        flag: 1,
        message: '请减速',
        isSetToTemplate: false,
        sendFlag: 11,
        userId: '7',
        targetIds: ['1'],
      }),
    );
    expect(await screen.findByText('已下发，等待应答')).toBeTruthy();
  });

  it('is listed with earlier messages and their state', async () => {
    const before = {
      seqId: '5',
      targId: '1',
      carNo: '京A1',
      color: 2,
      deptName: '集团',
      message: '请休息',
      sendFlag: 11,
      state: 4,
      resultCode: 0,
      username: '李四',
      createdAt: 10_000,
      answeredAt: 11_000,
    };
    const { server, user } = setUp({ 'msg/listMessage': () => page([before]) });
    await user.click(screen.getByRole('button', { name: '发送消息' }));
    const dialog = await dialogOf('发送消息');
    await user.click(dialog.getByRole('tab', { name: '已发消息' }));
    const row = (await dialog.findByText('请休息')).closest('tr')!;
    expect(row.textContent).toContain('李四');
    expect(server.of('msg/listMessage')[0]?.data).toEqual({ targId: '1' });
  });

  it('can use every channel: flag 3 + 16 + 8 + 4, and can be saved as a template', async () => {
    const { server, user } = setUp({ 'msg/sendMessage': () => sent('11') });
    act(() => openVehicleWindow({ kind: 'message', vehicles: [car] }));
    const dialog = await dialogOf('发送消息');
    await user.click(dialog.getByRole('checkbox', { name: '广告屏' }));
    await user.click(dialog.getByRole('checkbox', { name: '终端显示器显示' }));
    await user.click(dialog.getByRole('checkbox', { name: '保存为模板' }));
    await user.type(dialog.getByRole('textbox', { name: '消息内容' }), '请减速');
    await user.click(dialog.getByRole('button', { name: '发送消息' }));
    await waitFor(() => expect(server.of('msg/sendMessage')[0]?.data).toMatchObject({ sendFlag: 31, isSetToTemplate: true }));
  });

  it('requires a text of at most 250 characters and at least one channel', async () => {
    const { server, user } = setUp();
    act(() => openVehicleWindow({ kind: 'message', vehicles: [car] }));
    const dialog = await dialogOf('发送消息');
    await user.click(dialog.getByRole('checkbox', { name: '终端TTS播读' }));
    await user.click(dialog.getByRole('button', { name: '发送消息' }));
    expect(await dialog.findByText('请输入自定义内容')).toBeTruthy();
    expect(dialog.getByText('请选择具体的下发报文的方式!')).toBeTruthy();
    await user.click(dialog.getByRole('textbox', { name: '消息内容' }));
    await user.paste('字'.repeat(251));
    await user.click(dialog.getByRole('button', { name: '发送消息' }));
    expect(await dialog.findByText('最大长度为250个字')).toBeTruthy();
    expect(server.of('msg/sendMessage')).toHaveLength(0);
  });

  it('from a template requires a selected template and no custom text', async () => {
    const templates = [{ id: '5', name: '超速提醒', desc: '', content: '您已超速，请减速行驶' }];
    const { server, user } = setUp({ 'msg/getTemplate': () => ({ templates }), 'msg/sendMessage': () => sent('11') });
    act(() => openVehicleWindow({ kind: 'message', vehicles: [car] }));
    const dialog = await dialogOf('发送消息');
    await user.click(dialog.getByRole('radio', { name: '模板' }));
    await user.click(dialog.getByRole('button', { name: '发送消息' }));
    expect(await dialog.findByText('请选择发送模板')).toBeTruthy();
    await user.click(dialog.getByRole('combobox', { name: '模板' }));
    await user.click(await screen.findByTitle('超速提醒'));
    expect(await dialog.findByText('您已超速，请减速行驶')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: '发送消息' }));
    await waitFor(() =>
      expect(server.of('msg/sendMessage')[0]?.data).toEqual({
        flag: 0,
        templateMsg: '您已超速，请减速行驶',
        sendFlag: 11,
        userId: '7',
        targetIds: ['1'],
      }),
    );
  });

  it('stays in the form if it is refused', async () => {
    const { user } = setUp({ 'msg/sendMessage': () => refuse('4023', '终端协议版本不支持该指令') });
    act(() => openVehicleWindow({ kind: 'message', vehicles: [car] }));
    const dialog = await dialogOf('发送消息');
    await user.type(dialog.getByRole('textbox', { name: '消息内容' }), '请减速');
    await user.click(dialog.getByRole('button', { name: '发送消息' }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['终端协议版本不支持该指令']));
    expect((dialog.getByRole('textbox', { name: '消息内容' }) as HTMLTextAreaElement).value).toBe('请减速');
  });

  it('to a department is sent to all its vehicles, and the tray counts the results', async () => {
    const list = ['11', '12', '13'].map((seqId, i) => ({ targId: `${i}`, seqId, state: i === 2 ? 0 : 1, resultCode: null }));
    const { server, hear, user } = setUp({ 'msg/sendMessageForDept': () => ({ list }) });
    act(() => openVehicleWindow({ kind: 'groupMessage', departments: [{ deptId: '8', name: '一队' }] }));
    const dialog = await dialogOf('发送消息');
    await user.type(dialog.getByRole('textbox', { name: '消息内容' }), '请减速');
    await user.click(dialog.getByRole('button', { name: '发送消息' }));
    await waitFor(() => expect(server.of('msg/sendMessageForDept')[0]?.data).toMatchObject({ targetIds: ['8'] }));
    expect(await screen.findByText('已下发，等待应答 2')).toBeTruthy();
    await hear({ seqId: '11', state: 2, resultCode: 0, resultData: null });
    expect(screen.getByText('终端已应答 1')).toBeTruthy();
    expect(screen.getByText('待下发 1')).toBeTruthy();
  });
});

describe('a command to a vehicle', () => {
  it('requests the current position and shows the position the terminal reports', async () => {
    const { server, hear, user } = setUp({ 'terminal/sendCommand': () => sent('11') });
    await user.click(screen.getByRole('button', { name: '点名' }));
    await screen.findByText('已下发，等待应答');
    expect(server.of('terminal/sendCommand')[0]?.data).toEqual({ cmdCode: '8201', targIds: ['1'], params: {} });
    const resultData = { lng: 116.397, lat: 39.909, speedKmh: 40 };
    await hear({ seqId: '11', state: 6, resultCode: 0, resultData });
    expect(screen.getByText('终端已回复 · 116.397000, 39.909000 · 40 km/h')).toBeTruthy();
  });

  it.each([
    [3, 1, '终端拒绝执行'],
    [3, 3, '终端不支持该指令'],
    [4, null, '终端无应答'],
  ] as const)('that ends in state %s with %s shows the result', async (state, resultCode, text) => {
    const { hear, user } = setUp({ 'terminal/sendCommand': () => sent('11') });
    await user.click(screen.getByRole('button', { name: '点名' }));
    await screen.findByText('已下发，等待应答');
    await hear({ seqId: '11', state, resultCode, resultData: null });
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('starts listening with a callback to a valid phone number', async () => {
    const { server, user } = setUp({ 'terminal/sendCommand': () => sent('11') });
    await user.click(screen.getByRole('button', { name: '监听' }));
    const dialog = await dialogOf('监听 京A1');
    await user.type(dialog.getByRole('textbox', { name: '电话号码' }), '12');
    await user.click(dialog.getByRole('button', { name: '回拨' }));
    await dialog.findByText(/./, { selector: '.ant-form-item-explain-error' });
    expect(server.of('terminal/sendCommand')).toHaveLength(0);
    await user.clear(dialog.getByRole('textbox', { name: '电话号码' }));
    await user.type(dialog.getByRole('textbox', { name: '电话号码' }), '13912345678');
    await user.click(dialog.getByRole('button', { name: '回拨' }));
    await waitFor(() =>
      expect(server.of('terminal/sendCommand')[0]?.data).toEqual({
        cmdCode: '8400',
        targIds: ['1'],
        params: { kind: 1, phone: '13912345678' },
      }),
    );
  });

  it('requests photos, and shows how many the terminal took', async () => {
    const { server, hear, user } = setUp({ 'terminal/sendCommand': () => sent('11') });
    await user.click(screen.getByRole('button', { name: '拍照' }));
    const dialog = await dialogOf('拍照 京A1');
    fireEvent.change(dialog.getByRole('spinbutton', { name: '张数' }), { target: { value: '3' } });
    await user.click(dialog.getByRole('button', { name: '下发拍摄' }));
    await waitFor(() =>
      expect(server.of('terminal/sendCommand')[0]?.data).toMatchObject({
        cmdCode: '8801',
        params: { channel: 1, command: 3, interval: 0, save: 0, resolution: 2, quality: 5 },
      }),
    );
    await screen.findByText('已下发，等待应答');
    await hear({ seqId: '11', state: 6, resultCode: 0, resultData: { mediaIds: [1, 2, 3] } });
    expect(screen.getByText('终端已回复 · 已拍摄 3 张')).toBeTruthy();
  });

  it('shows photos as they arrive, with received and expected counts', async () => {
    const photo = (id: string) => mediaFile(id, { event: 0 });
    const list = [photo('1')];
    const { server, hear, tell, user } = setUp({
      'terminal/sendCommand': () => sent('11'),
      'multimedia/listTaken': () => ({ list, expected: 2 }),
    });
    await user.click(screen.getByRole('button', { name: '拍照' }));
    await user.click((await dialogOf('拍照 京A1')).getByRole('button', { name: '下发拍摄' }));
    await screen.findByText('已下发，等待应答');
    expect(screen.queryByRole('button', { name: '查看照片' })).toBeNull();
    await hear({ seqId: '11', state: 6, resultCode: 0, resultData: { mediaIds: [1, 2] } });
    await user.click(screen.getByRole('button', { name: '查看照片' }));
    const dialog = await dialogOf('京A1 拍摄的照片');
    expect(await dialog.findByText('已收到 1 / 2 张')).toBeTruthy();
    expect(server.of('multimedia/listTaken')[0]?.data).toEqual({ seqId: '11' });
    expect(dialog.getByRole('img', { name: '平台 · 通道 2' }).getAttribute('src')).toBe('/api/WebGis/media/1');
    list.push(photo('2'));
    // messages of other vehicles are ignored
    await tell('media', { targId: '2', id: '9' });
    await tell('media', { targId: '1', id: '2' });
    expect(await dialog.findByText('已收到 2 / 2 张')).toBeTruthy();
    expect(dialog.getAllByRole('img', { name: '平台 · 通道 2' })).toHaveLength(2);
    expect(server.of('multimedia/listTaken')).toHaveLength(2);
  });

  it('leaves the window open if the terminal is offline', async () => {
    const { user } = setUp({ 'terminal/sendCommand': () => refuse('4020', '终端不在线') });
    await user.click(screen.getByRole('button', { name: '拍照' }));
    const dialog = await dialogOf('拍照 京A1');
    await user.click(dialog.getByRole('radio', { name: '开始录像' }));
    await user.click(dialog.getByRole('button', { name: '下发拍摄' }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['终端不在线']));
    expect(dialog.getByRole('button', { name: '下发拍摄' })).toBeTruthy();
  });
});

it('plays the video channels of a vehicle over the map, and links to the video wall', async () => {
  const { user } = setUp({}, [...ALL, '20401']);
  await user.click(screen.getByRole('button', { name: '实时视频' }));
  const dialog = await dialogOf('实时视频 · 京A1');
  expect(await dialog.findByText('live video of 1')).toBeTruthy();
  expect(dialog.getByRole('link', { name: '视频监控墙' }).getAttribute('href')).toBe(
    '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew?targId=1',
  );
});

describe('the photos of a vehicle', () => {
  it('are listed, open in full size, and update when a new one arrives', async () => {
    const photo = (id: string) => mediaFile(id, { event: 1, targId: '1', carNo: '京A1', color: 2, deptName: '' });
    const list = [photo('1')];
    const { server, tell, user } = setUp({ 'multimedia/details': () => page(list) }, [...ALL, '7011401']);
    await user.click(screen.getByRole('button', { name: '照片' }));
    const dialog = await dialogOf('京A1 的照片');
    await dialog.findByRole('button', { name: '查看 京A1 1.jpg' });
    expect(server.of('multimedia/details')[0]).toMatchObject({ data: { targId: '1' }, pageModel: { page: 1, limit: 20 } });
    list.unshift(photo('2'));
    await tell('media', { targId: '1', id: '2' });
    await user.click(await dialog.findByRole('button', { name: '查看 京A1 2.jpg' }));
    const viewer = await dialogOf('京A1 · 第 1 / 2 个');
    expect(viewer.getByAltText('京A1 2.jpg').getAttribute('src')).toBe('/api/WebGis/media/2');
    expect(viewer.getByText('无定位')).toBeTruthy();
  });
});

describe('the records of a vehicle', () => {
  const record = { id: '1', version: 1, createdAt: 0, updatedAt: 0 };
  const info = {
    vehicle: { ...record, carNo: '京A1', vin: 'LGWEF4A57KF000001', nativePlace: '110105', phone: '13900000001', brand: null },
    driver: { ...record, driverName: '王伟', mobile: '138****8000' },
  };
  const owner = { vehicle: { ...record, ownerName: '通达物流', ownerTel: '13712345678' } };

  it('show vehicle, owner, driver and terminal, each loaded when its tab opens', async () => {
    const { server, user } = setUp({
      'car/getCarInfo': () => info,
      'car/getOwnerInfo': () => owner,
      'location/rs/getProvince': () => ({ list: [{ areaId: '110000', areaName: '北京市' }] }),
      'location/rs/getCity': () => ({ list: [{ areaId: '110100', areaName: '北京市' }] }),
      'location/rs/getArea': () => ({ list: [{ areaId: '110105', areaName: '朝阳区' }] }),
    });
    await user.click(screen.getByRole('button', { name: '车辆信息' }));
    const dialog = await dialogOf('京A1 资料');
    expect(await dialog.findByText('LGWEF4A57KF000001')).toBeTruthy();
    expect(await dialog.findByText('北京市 朝阳区')).toBeTruthy();
    expect(dialog.queryByText('13900000001')).toBeNull();
    expect(server.of('car/getOwnerInfo')).toHaveLength(0);
    await user.click(dialog.getByRole('tab', { name: '驾驶员' }));
    expect(await dialog.findByText('138****8000')).toBeTruthy();
    await user.click(dialog.getByRole('tab', { name: '终端' }));
    expect(await dialog.findByText('13900000001')).toBeTruthy();
    await user.click(dialog.getByRole('tab', { name: '车主' }));
    expect(await dialog.findByText('通达物流')).toBeTruthy();
  });

  it('show only the owner to users with only that permission', async () => {
    const { user } = setUp({ 'car/getOwnerInfo': () => owner }, ['20205']);
    await user.click(screen.getByRole('button', { name: '车主信息' }));
    const dialog = await dialogOf('京A1 资料');
    expect(await dialog.findByText('通达物流')).toBeTruthy();
    expect(dialog.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['车主']);
  });

  it('show a message if no driver or no terminal exists', async () => {
    const { user } = setUp({ 'car/getCarInfo': () => ({ vehicle: { ...record, carNo: '京A1', phone: null }, driver: null }) });
    await user.click(screen.getByRole('button', { name: '车辆信息' }));
    const dialog = await dialogOf('京A1 资料');
    await user.click(dialog.getByRole('tab', { name: '驾驶员' }));
    expect(await dialog.findByText('未绑定驾驶员')).toBeTruthy();
    await user.click(dialog.getByRole('tab', { name: '终端' }));
    expect(await dialog.findByText('未安装终端')).toBeTruthy();
  });
});

describe('tyre pressures', () => {
  const open = async (list: readonly object[], time: number | null = 1_000) => {
    const { user } = setUp({ 'setting/queryTirePressure': () => ({ time, list }) });
    await user.click(screen.getByRole('button', { name: '胎压' }));
    return dialogOf('京A1 胎压');
  };
  const tyre = { no: 1, pressureKpa: null, temperatureC: null, batteryPercent: null, alarms: [], value: null };

  it('show a message if the terminal reported none', async () => {
    const dialog = await open([], null);
    expect(await dialog.findByText('终端未上报胎压')).toBeTruthy();
  });

  it('of a tyre monitor have units and alarms', async () => {
    const dialog = await open([{ ...tyre, pressureKpa: 800, temperatureC: 30, batteryPercent: 80, alarms: [2, 6] }]);
    expect((await dialog.findByRole('columnheader', { name: '压力 kPa' })).textContent).toBe('压力 kPa');
    expect(dialog.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['800', '30', '80', '压力过低、慢漏气']);
  });

  it('without a unit are shown as reported', async () => {
    const dialog = await open([{ ...tyre, value: 82 }]);
    expect(await dialog.findByRole('columnheader', { name: '上报值' })).toBeTruthy();
    expect(dialog.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['82']);
  });
});
