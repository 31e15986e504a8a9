import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { flushUserSettings } from '../../api/user-settings.ts';
import { page, refuse, vehicle } from '../../ui/testing.tsx';
import { usePictures } from './pictures.ts';
import { useRecordings } from './recordings.ts';
import { stopTalking, useTalk } from './talk/use-talk.ts';
import { FakeSocket, heard, mediaDoubles, microphone, showPicture } from './testing.ts';
import { type Options, open, openedTiles, PATH, tile, videoOf } from './testing-wall.tsx';

const KEYS: Readonly<Record<string, number>> = { ArrowLeft: 37, ArrowRight: 39 };
const RIGHTS = ['2', '20401', '20403', '20404', '20405', '20406', '20407', '20408', '301'];

beforeEach(async () => {
  for (const [name, double] of Object.entries(mediaDoubles())) vi.stubGlobal(name, double);
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: microphone.devices });
  HTMLMediaElement.prototype.play = async () => undefined;
  HTMLMediaElement.prototype.load = () => undefined;
  await startTexts('zh');
});
afterEach(async () => {
  stopTalking();
  cleanup();
  useTalk.setState({ key: '', session: null });
  useRecordings.setState({}, true);
  usePictures.setState({}, true);
  takeNotices();
  await flushUserSettings();
  vi.restoreAllMocks();
});

const CHANNELS = { list: [{ channel: 1, name: '前方', kind: 0, icon: 1, yuntai: true, closed: false }] };
const file = { fileId: '7', channel: 1, state: 1, startTime: 1, endTime: 2, reason: null };

/** A tile that plays, with the control panel. */
async function playing(calls: NonNullable<Options['calls']>, options: Options = {}) {
  const opened = open({
    rights: RIGHTS,
    address: `${PATH}?targId=1&channel=1`,
    calls: { 'video/listChannel': () => CHANNELS, 'video/listServerFile': () => ({ list: [] }), ...calls },
    ...options,
  });
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
  const region = await tile(1);
  act(() => showPicture(FakeSocket.last, videoOf(region)));
  fireEvent.click(screen.getByRole('button', { name: '控制' }));
  const panel = await screen.findByRole('complementary', { name: '控制' });
  return { ...opened, region, panel };
}

describe('a recording', () => {
  it('runs on the server, is shown with a mark and its time, and links to its file', async () => {
    const { server, region, user } = await playing({
      'video/startRecord': () => ({ fileId: '7', startedAt: Date.now(), limitMs: 1_800_000 }),
      'video/stopRecord': () => ({ list: [file] }),
    });
    await user.click(await within(region).findByRole('button', { name: '开始录像' }));
    expect(await within(region).findByRole('status', { name: '正在录像' })).toBeTruthy();
    expect(server.of('video/startRecord')[0]!.data).toEqual({ targId: '1', channel: 1, streamType: 1 });
    await user.click(within(region).getByRole('button', { name: '停止录像' }));
    const link = await within(region).findByRole('link', { name: '查看录像' });
    expect(server.of('video/stopRecord')[0]!.data).toEqual({ fileId: '7' });
    expect(new URL(link.getAttribute('href')!, 'http://x').search).toBe('?targId=1&channel=1&source=server');
  });

  it('is shown if it was already running', async () => {
    const { region } = await playing({
      'video/listServerFile': () => ({ list: [{ ...file, state: 0, endTime: null, startTime: Date.now() - 5_000 }] }),
    });
    expect(await within(region).findByRole('button', { name: '停止录像' })).toBeTruthy();
  });

  it('shows that it was interrupted, for example by a server restart, when the tile plays again', async () => {
    const { region, user } = await playing({
      'video/startRecord': () => ({ fileId: '7', startedAt: Date.now(), limitMs: 1_800_000 }),
      'video/stopRecord': () => ({ list: [{ ...file, reason: 'interrupted' }] }),
    });
    await user.click(await within(region).findByRole('button', { name: '开始录像' }));
    await within(region).findByRole('status', { name: '正在录像' });
    act(() => FakeSocket.last.tell({ type: 'state', state: 'waitingStream' }));
    act(() => FakeSocket.last.tell({ type: 'state', state: 'playing' }));
    expect(await within(region).findByText(/服务器中断，录像保留到最后一个关键帧/)).toBeTruthy();
  });

  it('shows the reason if it has no file', async () => {
    const { region, user } = await playing({
      'video/startRecord': () => ({ fileId: '7', startedAt: Date.now(), limitMs: 1_800_000 }),
      'video/stopRecord': () => ({ list: [{ ...file, state: 2, reason: 'diskFull' }] }),
    });
    await user.click(await within(region).findByRole('button', { name: '开始录像' }));
    await user.click(await within(region).findByRole('button', { name: '停止录像' }));
    expect((await within(region).findByRole('alert')).textContent).toContain('录像失败 服务器磁盘空间不足');
    expect(within(region).queryByRole('link')).toBeNull();
  });
});

describe('a talk', () => {
  const calls = { 'video/startTalk': () => ({ url: '/media/talk', sessionId: 't', lifeMs: 1_000, limitMs: 300_000 }) };
  const press = (panel: HTMLElement) => fireEvent.click(within(panel).getByRole('button', { name: '与 京A1 对讲' }));

  it('sends the microphone once the terminal is connected, plays the sound of the terminal, and ends', async () => {
    const { server, panel } = await playing(calls);
    press(panel);
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(2));
    expect(server.of('video/startTalk')[0]!.data).toEqual({ targId: '1' });
    const { last } = FakeSocket;
    microphone.speak(0.5);
    act(() => {
      last.tell({ type: 'state', state: 'playing' });
      last.tell({ type: 'audio', rate: 8_000, codec: 'g711a', isSupported: true });
      last.sendPart(2, 0, 0, 0, 0, 0, 64);
    });
    microphone.speak(-1, 0.5);
    expect(last.sent.map((message) => [...new Int16Array(message as ArrayBuffer)])).toEqual([[-32_767, 16_384]]);
    expect(heard.map(({ samples }) => samples)).toEqual([[0.5]]);
    expect(within(panel).getByText(/正在对讲，请讲话/)).toBeTruthy();
    fireEvent.click(within(panel).getByRole('button', { name: '结束' }));
    expect([microphone.isOpen, last.readyState]).toEqual([false, 3]);
    expect(within(panel).getByText(/对讲已结束/)).toBeTruthy();
  });

  it.each([
    ['NotAllowedError', /浏览器已拒绝使用麦克风/],
    ['NotFoundError', /未找到麦克风/],
    ['NotReadableError', /麦克风无法打开/],
  ])('shows a solution after %s, and sends nothing to the terminal', async (fault, text) => {
    const { server, panel } = await playing(calls);
    microphone.fault = fault;
    press(panel);
    expect(await within(panel).findByText(text)).toBeTruthy();
    expect(server.of('video/startTalk')).toEqual([]);
  });

  it('needs https', async () => {
    const { panel } = await playing(calls);
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined });
    press(panel);
    expect(await within(panel).findByText(/请通过 https 访问平台/)).toBeTruthy();
  });

  it('names a colleague who is already talking, and closes the microphone', async () => {
    const { panel } = await playing({ 'video/startTalk': () => refuse('4029', '该车辆正在对讲中(张三)') });
    press(panel);
    expect(await within(panel).findByText(/该车辆正在对讲中\(张三\)/)).toBeTruthy();
    expect(microphone.isOpen).toBe(false);
  });

  it('ends when the wall is closed', async () => {
    const { panel } = await playing(calls);
    press(panel);
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(2));
    cleanup();
    expect([microphone.isOpen, FakeSocket.last.readyState]).toEqual([false, 3]);
  });
});

it('broadcasts to the vehicles of the wall, and shows the state of each and the vehicles that are left out', async () => {
  const failed = [{ targId: '1', error: 'talkBusy', values: { name: '张三' } }];
  const { server, panel } = await playing({
    'video/startBroadcast': () => ({ url: '/media/b', sessionId: 'b', lifeMs: 1_000, limitMs: 300_000, failed }),
  });
  fireEvent.click(within(panel).getByRole('button', { name: '向画面中的车辆广播（1 辆）' }));
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(2));
  expect(server.of('video/startBroadcast')[0]!.data).toEqual({ targIds: ['1'] });
  act(() => FakeSocket.last.tell({ type: 'target', targId: '1', state: 'ended', reason: 'terminalOffline' }));
  expect(within(panel).getByText('京A1 车辆不在线')).toBeTruthy();
  expect(within(panel).getByText('京A1 该车辆正在对讲中(张三)')).toBeTruthy();
});

describe('PTZ', () => {
  const calls = { 'video/controlPtz': () => ({ list: [] }) };

  it('moves while a direction is held, at the selected speed, and then stops', async () => {
    const { server, panel } = await playing(calls);
    fireEvent.click(await within(panel).findByRole('tab', { name: '云台' }));
    const pad = await within(panel).findByRole('region', { name: '云台' });
    fireEvent.pointerDown(within(pad).getByRole('button', { name: '左上' }));
    fireEvent.pointerUp(within(pad).getByRole('button', { name: '左上' }));
    fireEvent.keyDown(within(pad).getByRole('button', { name: '向右' }), { key: 'Enter' });
    fireEvent.keyUp(within(pad).getByRole('button', { name: '向右' }), { key: 'Enter' });
    fireEvent.click(within(pad).getByRole('button', { name: '变倍 +' }));
    fireEvent.click(within(pad).getByRole('button', { name: '雨刷 开' }));
    await waitFor(() => expect(server.of('video/controlPtz')).toHaveLength(6));
    expect(server.of('video/controlPtz').map(({ data }) => data['action'])).toEqual([
      ...['upLeft', 'stop', 'right', 'stop'],
      ...['zoomIn', 'wiperOn'],
    ]);
    expect(server.of('video/controlPtz')[0]!.data).toEqual({ targId: '1', channel: 1, action: 'upLeft', speed: 128 });
  });

  it('is offered for cameras that can move, and only with its permission', async () => {
    const fixed = { list: [{ ...CHANNELS.list[0], yuntai: false }] };
    const { panel, server } = await playing({ 'video/listChannel': () => fixed });
    await waitFor(() => expect(server.of('video/listChannel').length).toBeGreaterThan(1));
    expect(within(panel).queryByRole('tab', { name: '云台' })).toBeNull();
  });
});

it('offers talk, broadcast, PTZ and recording only with their permissions', async () => {
  const { panel, region } = await playing({}, { rights: ['2', '20401'] });
  expect(
    within(panel)
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(['图像', '记录']);
  expect(within(region).queryByRole('button', { name: '开始录像' })).toBeNull();
});

describe('the picture', () => {
  const openTab = async (calls: NonNullable<Options['calls']> = {}) => {
    const opened = await playing(calls);
    fireEvent.click(within(opened.panel).getByRole('tab', { name: '图像' }));
    return opened;
  };

  it('is adjusted in the browser for one tile, and can be reset', async () => {
    const { panel, region } = await openTab();
    const press = (name: string, key: string) =>
      fireEvent.keyDown(within(panel).getByRole('slider', { name }), { key, keyCode: KEYS[key] });
    press('亮度', 'ArrowRight');
    press('对比度', 'ArrowLeft');
    await waitFor(() => expect(videoOf(region).style.filter).toBe('brightness(101%) contrast(99%) saturate(100%)'));
    fireEvent.click(within(panel).getByRole('button', { name: '还原' }));
    await waitFor(() => expect(videoOf(region).style.filter).toBe(''));
  });

  it('is shown with the audio and video attributes of the terminal', async () => {
    const attributes = {
      audioCodec: 6,
      audioChannels: 1,
      sampleRateHz: 8_000,
      sampleBits: 16,
      audioFrameBytes: 320,
      hasAudioOutput: true,
      videoCodec: 99,
      maxAudioChannels: 2,
      maxVideoChannels: 4,
      readAt: 1_000,
    };
    let answered: object | null = null;
    const { panel, server } = await openTab({
      'video/queryAvAttr': () => ({ seqId: '1', state: 1, resultCode: null, attributes: answered }),
    });
    fireEvent.click(within(panel).getByRole('button', { name: '查询终端音视频属性' }));
    expect(await within(panel).findByText('终端尚未应答，请稍后再查')).toBeTruthy();
    answered = attributes;
    fireEvent.click(await within(panel).findByRole('button', { name: /查询终端音视频属性/ }));
    for (const text of ['H.265', 'G.711A', '8 kHz', '4', '2']) expect(await within(panel).findByText(text)).toBeTruthy();
    expect(server.of('video/queryAvAttr')[0]!.data).toEqual({ targId: '1' });
  });
});

it('shows an active talk on every tab', async () => {
  const { panel } = await playing({
    'video/startTalk': () => ({ url: '/media/talk', sessionId: 't', lifeMs: 1_000, limitMs: 300_000 }),
    'video/listView': () => page([]),
  });
  fireEvent.click(within(panel).getByRole('button', { name: '与 京A1 对讲' }));
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(2));
  fireEvent.click(within(panel).getByRole('tab', { name: '记录' }));
  expect(microphone.isOpen).toBe(true);
  fireEvent.click(within(panel).getByRole('button', { name: '结束' }));
  expect(microphone.isOpen).toBe(false);
});

it('shows status, speed, location and alarms of the vehicle in the selected tile', async () => {
  await playing({}, { vehicles: [vehicle('1', { status: '2', sp: 62, x: 113.2, y: 23.1, alarmStrs: ['超速报警'] })] });
  const strip = await screen.findByRole('region', { name: '所选画面的车辆' });
  for (const text of ['京A1', /行驶/, '62 km/h', /113\.200000/, '超速报警']) expect(within(strip).getByText(text)).toBeTruthy();
});

describe('saved layouts', () => {
  const preset = {
    id: '3',
    name: '夜班',
    layout: 9,
    rotateSeconds: null,
    tiles: [null, { targId: '2', channel: 3, carNo: '京A2' }],
  };

  it('are applied', async () => {
    const { user } = await playing({ 'video/listPreset': () => ({ list: [preset] }) });
    await user.click(screen.getByRole('button', { name: '预设布局' }));
    await user.click(await screen.findByRole('button', { name: '夜班' }));
    await waitFor(async () => expect(await openedTiles()).toEqual(['', '京A2 通道 3', ...Array<string>(7).fill('')]));
  });

  it('rotate if they have an interval', async () => {
    const { user } = await playing({ 'video/listPreset': () => ({ list: [{ ...preset, layout: 1, rotateSeconds: 60 }] }) });
    await user.click(screen.getByRole('button', { name: '预设布局' }));
    await user.click(await screen.findByRole('button', { name: '夜班' }));
    const bar = await screen.findByRole('region', { name: '轮巡' });
    expect((within(bar).getByRole('spinbutton') as HTMLInputElement).value).toBe('60');
    expect(within(bar).getByRole('button', { name: '暂停轮巡' })).toBeTruthy();
    await waitFor(async () => expect(await openedTiles()).toEqual(['京A2 通道 3']));
  });

  it('are saved under a name, overwrite a layout of the same name, and can be deleted', async () => {
    const { server, user } = await playing({
      'video/listPreset': () => ({ list: [preset] }),
      'video/savePreset': () => ({ id: '3' }),
      'video/delPreset': () => ({}),
    });
    await user.click(screen.getByRole('button', { name: '预设布局' }));
    await screen.findByRole('button', { name: '夜班' });
    await user.type(screen.getByRole('textbox', { name: '布局名称' }), '夜班{Enter}');
    await waitFor(() => expect(server.of('video/savePreset')).toHaveLength(1));
    expect(server.of('video/savePreset')[0]!.data).toEqual({
      id: '3',
      name: '夜班',
      layout: 4,
      rotateSeconds: null,
      tiles: [{ targId: '1', channel: 1 }, null, null, null],
    });
    await user.click(screen.getByRole('button', { name: '删除布局“夜班”' }));
    await waitFor(() => expect(server.of('video/delPreset')[0]?.data).toEqual({ id: '3' }));
  });
});

describe('on the picture', () => {
  const reply = { url: '/media/1', sessionId: '1', lifeMs: 1_000, limitMs: 300_000, traffic: null };

  it.each([true, false])('account and time are shown if the platform requires it: %s', async (watermark) => {
    const { region } = await playing({}, { realtime: () => ({ ...reply, watermark }) });
    await waitFor(() => expect(within(region).queryByText('正在请求终端')).toBeNull());
    expect(region.querySelectorAll('[aria-hidden] > span').length > 0).toBe(watermark);
  });

  it('the traffic of the vehicle is shown when it is near its budget', async () => {
    const { region } = await playing({});
    act(() => FakeSocket.last.tell({ type: 'traffic', usedBytes: 850, limitBytes: 1_000 }));
    expect(within(region).getByText(/本月流量已用 85%/)).toBeTruthy();
  });
});

it('lists the users who watched the vehicle', async () => {
  const view = {
    id: '1',
    channel: 2,
    kind: 'talk',
    streamType: 1,
    dataType: 2,
    username: '李四',
    peerIp: '10.0.0.9',
    startedAt: 1_000,
    playedAt: 2_000,
    endedAt: 65_000,
    bytes: 2_048,
    reason: 'timeLimit',
  };
  const { panel } = await playing({ 'video/listView': () => page([view]) });
  fireEvent.click(within(panel).getByRole('tab', { name: '记录' }));
  expect((await within(panel).findByRole('listitem')).textContent).toContain('李四 对讲 通道 2');
  fireEvent.click(within(panel).getByRole('button', { name: '视频查看记录' }));
  const dialog = await screen.findByRole('dialog', { name: '视频查看记录 - 京A1' });
  await within(dialog).findByText('李四');
  for (const text of ['对讲', '1 分 3 秒', '10.0.0.9', '已到播放时限']) expect(within(dialog).getByText(text)).toBeTruthy();
});
