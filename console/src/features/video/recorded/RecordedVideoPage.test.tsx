import { HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { businessToday } from '../../../api/business-clock.ts';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { endSession, useSession } from '../../../api/session.ts';
import { createCommonMessages } from '../../../live/common-messages.ts';
import { findDialog, giveSize, page, refuse, renderLive, storeOf, stubServer, userInfo, vehicle } from '../../../ui/testing.tsx';
import { FakeSocket, mediaDoubles, showPicture } from '../testing.ts';
import { RecordedScreenPage } from './RecordedScreenPage.tsx';
import { RecordedVideoPage } from './RecordedVideoPage.tsx';
import type { TimeSource } from './time-source.ts';
import { VideoFileWatch } from './VideoFileWatch.tsx';

const { key: DAY, startAt: START } = businessToday(businessToday().startAt - 1);
const ADDRESS = `/?targId=1&day=${DAY}`;
const ALL = ['3', '301', '302', '303', '304', '305', '306', '307', '20401', '20402'];
const at = (hours: number, minutes = 0) => START + hours * HOUR_MS + minutes * MINUTE_MS;

const onTerminal = (channel: number, from: number, to: number, more: object = {}) => ({
  channel,
  startTime: from,
  endTime: to,
  alarmBits: 0,
  videoAlarmBits: 0,
  mediaType: 0,
  streamType: 1,
  storage: 1,
  sizeBytes: 10 * 1_048_576,
  ...more,
});
const onServer = (fileId: string, channel: number, from: number, to: number | null, more: object = {}) => ({
  fileId,
  channel,
  source: 0,
  state: 1,
  streamType: 1,
  startTime: from,
  endTime: to,
  bytes: 1_048_576,
  format: 'mp4',
  playable: true,
  codec: 'avc1.42e01e',
  width: 352,
  height: 288,
  sound: 'none',
  username: 'admin',
  reason: null,
  ...more,
});
const task = (seqId: string, state: number, more: object = {}) => ({
  seqId,
  targId: '1',
  carNo: '京A1',
  color: 2,
  channel: 1,
  startTime: at(8),
  endTime: at(8, 10),
  mediaType: 0,
  streamType: 1,
  storage: 1,
  state,
  sizeBytes: 1_000,
  receivedBytes: 400,
  percent: 40,
  reason: null,
  attempts: 1,
  username: 'admin',
  createdAt: at(9),
  endedAt: null,
  files: [],
  ...more,
});

type Options = {
  rights?: readonly string[];
  address?: string;
  terminal?: readonly object[];
  server?: readonly object[];
  answers?: Parameters<typeof stubServer>[0];
};
const replayed = { url: '/media/replay', sessionId: 's1', lifeMs: 10_000, limitMs: 300_000, watermark: false };
const tracked: { clock: TimeSource; start: number; end: number }[] = [];
const Track = (props: { targId: string; clock: TimeSource; start: number; end: number }) => {
  tracked.push(props);
  return <p>the track of {props.targId}</p>;
};

function open({ rights = ALL, address = ADDRESS, terminal = [], server: files = [], answers = {} }: Options = {}) {
  giveSize(600, 'still');
  useSession.setState({ token: '0123456789abcdef.secret', userInfo, rights: [...rights] });
  const common = createCommonMessages();
  const server = stubServer({
    'mainPage/getLeftTree2': () =>
      page([
        { ltId: 'v1', ltName: '京A1', ltType: 1, deptId: '1', parentId: '1', carNo: '京A1', targId: '1', carId: '91', color: 2 },
      ]),
    'video/listChannel': () => ({ list: [{ channel: 1, name: '前方', kind: 0, icon: 1 }] }),
    'video/listServerFile': () => ({ list: files }),
    'video/listRecordDay': () => ({ list: [] }),
    'video/replay/filelist': () => ({ seqId: '5', state: 1, resultCode: null }),
    'video/replay/filelist/get': () => ({
      seqId: '5',
      state: 6,
      resultCode: null,
      count: terminal.length,
      list: terminal,
      answeredAt: 1,
    }),
    'video/openFile': ({ data }) => ({
      url: `/api/videoFile/${data['fileId']}`,
      name: 'a.mp4',
      lifeMs: 60_000,
      watermark: false,
    }),
    'video/downloadFile': () => ({ url: '/api/videoFile/d', name: 'b.mp4', lifeMs: 60_000 }),
    'video/deleteFile': () => ({}),
    'video/clipFile': () => ({ fileId: '9' }),
    'video/replay': () => replayed,
    'video/controlReplay': () => ({ seqId: '6', state: 1, resultCode: null }),
    'video/fileUpload': () => ({ seqId: '9' }),
    'video/controlUpload': () => ({ state: 2 }),
    'video/fileDownload': () => ({ url: '/api/videoFile/u', name: 'u.mp4' }),
    'video/listUploadTask': () => page([]),
    ...answers,
  });
  const router = createMemoryRouter(
    [
      { path: '/', element: <RecordedVideoPage Track={Track} /> },
      { path: '/screen', element: <RecordedScreenPage Track={null} /> },
      { path: '/login', element: <p>the login</p> },
    ],
    { initialEntries: [address] },
  );
  renderLive(<RouterProvider router={router} />, storeOf([vehicle('1')]), common);
  return { server, router, common, user: userEvent.setup() };
}

// without roles: they are slow to compute for a table
const rows = () =>
  [...document.querySelectorAll('tr[data-row-key]')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
  );
const stretches = () =>
  [...document.querySelectorAll<HTMLElement>('[data-channel] span')].map(({ dataset, style, parentElement }) => [
    parentElement!.dataset['channel'],
    dataset['source'],
    dataset['alarm'] ?? '',
    style.left,
  ]);
const video = (name: string) => screen.findByLabelText<HTMLVideoElement>(name);

/** Gives a video element of the test document a picture. */
function load(element: HTMLVideoElement, currentTime?: number) {
  Object.defineProperty(element, 'readyState', { configurable: true, value: 4 });
  element.dispatchEvent(new Event('loadedmetadata'));
  element.dispatchEvent(new Event('loadeddata'));
  if (currentTime !== undefined) element.currentTime = currentTime;
}

beforeEach(async () => {
  for (const [name, double] of Object.entries(mediaDoubles())) vi.stubGlobal(name, double);
  HTMLMediaElement.prototype.play = async () => undefined;
  HTMLMediaElement.prototype.pause = () => undefined;
  HTMLMediaElement.prototype.load = () => undefined;
  tracked.length = 0;
  takeNotices();
  await startTexts('zh');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the list of recordings', () => {
  it('combines terminal and server on one timeline per channel, with alarms in red, and in the table', async () => {
    const { server } = open({
      terminal: [onTerminal(1, at(8), at(8, 10)), onTerminal(1, at(12), at(12, 10), { alarmBits: 1 })],
      server: [onServer('7', 2, at(6), at(6, 30))],
    });
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(stretches()).toEqual([
      ['1', 'terminal', '', `${(8 / 24) * 100}%`],
      ['1', 'terminal', 'true', '50%'],
      ['2', 'server', '', '25%'],
    ]);
    const [first, second, third] = rows();
    expect(first!.slice(3, 9)).toEqual(['10', '10', '终端', '主码流', '主存储', '音视频']);
    expect(second![9]).toBe('紧急报警');
    expect([first![0], third![0], third![5]]).toEqual(['前方', '通道 2', '服务器']);
    expect(server.of('video/replay/filelist')[0]!.data).toMatchObject({
      targId: '1',
      channel: 0,
      startTime: START,
      alarmBits: 0,
    });
  });

  it('is requested with the filters of the URL; a single source causes no call to the other source', async () => {
    const { server } = open({
      address: `${ADDRESS}&channel=2&from=08:00&to=08:59&source=terminal&kind=2&stream=1&storage=2&alarms=0,33`,
    });
    await waitFor(() => expect(server.of('video/replay/filelist')).toHaveLength(1));
    expect(server.of('video/replay/filelist')[0]!.data).toEqual({
      targId: '1',
      channel: 2,
      startTime: at(8),
      endTime: at(9),
      mediaType: 2,
      streamType: 1,
      storage: 2,
      alarmBits: 1,
      videoAlarmBits: 2,
      fresh: false,
    });
    expect(server.of('video/listServerFile')).toEqual([]);
  });

  it('counts the records that arrive in sub-packages, and continues reading until the list is complete', async () => {
    const list = [onTerminal(1, at(8), at(9)), onTerminal(1, at(9), at(10))];
    let reads = 0;
    const { server } = open({
      answers: {
        'video/replay/filelist/get': () => {
          reads++;
          return { seqId: '5', state: 6, resultCode: null, count: 2, list: list.slice(0, reads), answeredAt: 1 };
        },
      },
    });
    expect(await screen.findByText('已收到 1 条')).toBeTruthy();
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByText(/已收到/)).toBeNull();
    expect(server.of('video/replay/filelist/get')).toHaveLength(2);
  });

  it.each([
    [{ state: 3, resultCode: 1 }, '终端拒绝'],
    [{ state: 3, resultCode: 3 }, '终端不支持录像查询'],
    [{ state: 4, resultCode: null }, '终端未应答'],
  ])('shows why the terminal returns no list (%j), and requests it again', async (answer, text) => {
    const { server, user } = open({
      answers: { 'video/replay/filelist/get': () => ({ seqId: '5', count: null, list: [], answeredAt: null, ...answer }) },
    });
    await user.click(within(await screen.findByText(text)).getByRole('button', { name: '重试' }));
    await waitFor(() => expect(server.of('video/replay/filelist')).toHaveLength(2));
    expect(server.of('video/replay/filelist')[1]!.data).toMatchObject({ fresh: true });
  });

  it('shows the files of the server while the vehicle is offline', async () => {
    open({
      server: [onServer('7', 1, at(6), at(6, 30)), onServer('8', 1, at(7), null)],
      answers: { 'video/replay/filelist': () => refuse('4020', '车辆不在线') },
    });
    expect(await screen.findByText('车辆不在线')).toBeTruthy();
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  it('marks the days with server files in the calendar', async () => {
    const { server, user } = open({ answers: { 'video/listRecordDay': () => ({ list: [DAY] }) } });
    await user.click(await screen.findByLabelText('日期'));
    await waitFor(() => expect(server.of('video/listRecordDay')[0]?.data).toMatchObject({ targId: '1' }));
    const marks = () => [...document.querySelectorAll('td[title] [class*="markedDay"]')].map((mark) => mark.closest('td')!.title);
    await waitFor(() => expect(marks()).toEqual([DAY]));
  });

  it('shows that no recording exists, and first prompts for a vehicle', async () => {
    open();
    expect(await screen.findByText('该时段无录像')).toBeTruthy();
    cleanup();
    const { router, user } = open({ address: '/' });
    expect(await screen.findByText('请选择车辆')).toBeTruthy();
    await user.click(await screen.findByRole('treeitem', { name: /京A1/ }));
    await waitFor(() => expect(router.state.location.search).toContain('targId=1'));
  });
});

describe('playback', () => {
  it('plays server files together, with the track at the same time, at rates 0.7 to 2', async () => {
    const { server, user } = open({ server: [onServer('7', 1, at(6), at(6, 30)), onServer('8', 2, at(6), at(6, 30))] });
    await user.click((await screen.findAllByRole('button', { name: '播放' }))[0]!);
    const [one, two] = [await video('京A1 前方'), await video('京A1 通道 2')];
    await waitFor(() => expect(server.of('video/openFile').map(({ data }) => data['fileId'])).toEqual(['7', '8']));
    await waitFor(() => expect(one.src).toContain('/api/videoFile/7'));
    load(one, 60);
    load(two, 60);
    await waitFor(() => expect(tracked.at(-1)!.clock.time).toBe(at(6, 1)));
    expect(tracked.at(-1)).toMatchObject({ start: START });

    const rate = await screen.findByRole('combobox', { name: '播放倍速' });
    fireEvent.mouseDown(rate);
    const offered = await screen.findAllByText(/^×/, { selector: '.ant-select-item-option-content' });
    expect(offered.map(({ textContent }) => textContent)).toEqual(['×0.7', '×1', '×1.5', '×2']);
    await user.click(offered[0]!);
    expect([one.playbackRate, two.playbackRate]).toEqual([0.7, 0.7]);

    await user.click(screen.getByRole('button', { name: '前进 10 秒' }));
    expect(Math.round(one.currentTime)).toBe(70);
    expect(Math.round(two.currentTime)).toBe(70);
  });

  it.each([true, false])('shows account and time on the picture if the platform requires it: %s', async (watermark) => {
    const answers = {
      'video/openFile': () => ({ url: '/api/videoFile/7', name: 'a.mp4', lifeMs: 60_000, watermark }),
      'video/replay': () => ({ ...replayed, watermark }),
    };
    const { user } = open({ server: [onServer('7', 1, at(6), at(6, 30))], terminal: [onTerminal(1, at(8), at(8, 10))], answers });
    const marks = async () => (await video('京A1 前方')).closest('section')!.querySelectorAll('[aria-hidden] > span').length;
    for (const button of [0, 1]) {
      await user.click((await screen.findAllByRole('button', { name: '播放' }))[button]!);
      await video('京A1 前方');
      await waitFor(async () => expect((await marks()) > 0).toBe(watermark));
    }
  });

  it('shows which recording cannot be played, and opens it again on retry', async () => {
    const { server, user } = open({ server: [onServer('7', 1, at(6), at(6, 30))] });
    await user.click(await screen.findByRole('button', { name: '播放' }));
    (await video('京A1 前方')).dispatchEvent(new Event('error'));
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: '重试' }));
    await waitFor(() => expect(server.of('video/openFile')).toHaveLength(2));
  });

  it('plays from the terminal and controls it with 0x9202', async () => {
    const { server, user } = open({ terminal: [onTerminal(1, at(8), at(8, 10))] });
    await user.click(await screen.findByRole('button', { name: '播放' }));
    await waitFor(() => expect(server.of('video/replay')).toHaveLength(1));
    expect(server.of('video/replay')[0]!.data).toMatchObject({ targId: '1', channel: 1, startTime: at(8), endTime: at(8, 10) });
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
    const picture = await video('京A1 前方');
    showPicture(FakeSocket.last, picture);
    // the test's element does not advance by itself
    picture.currentTime = 0;
    await waitFor(() => expect(tracked.at(-1)!.clock.time).toBeGreaterThanOrEqual(at(8)));
    await user.click(screen.getByRole('button', { name: '暂停' }));
    await user.click(screen.getByRole('toolbar', { name: '播放控制' }).querySelector('[aria-label="播放"]')!);
    await user.click(screen.getByRole('button', { name: '前进 10 秒' }));
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: '播放倍速' }));
    await user.click(await screen.findByText('×4', { selector: '.ant-select-item-option-content' }));
    await waitFor(() => expect(server.of('video/controlReplay')).toHaveLength(4));
    expect(server.of('video/controlReplay').map(({ data }) => data)).toEqual([
      { sessionId: 's1', control: 'pause' },
      { sessionId: 's1', control: 'start' },
      { sessionId: 's1', control: 'seek', position: at(8) + 10_000 },
      { sessionId: 's1', control: 'fast', speed: 4 },
    ]);

    // after a cut, the terminal begins at speed 1 again
    FakeSocket.last.cut();
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(2), { timeout: 5_000 });
    showPicture(FakeSocket.last, picture);
    await waitFor(() => expect(server.of('video/controlReplay')).toHaveLength(5));
    expect(server.of('video/controlReplay').at(-1)!.data).toMatchObject({ control: 'fast', speed: 4 });
  });

  it('a click on the timeline plays the channel from that time', async () => {
    const { server } = open({ terminal: [onTerminal(1, START, at(24))] });
    await waitFor(() => expect(stretches()).toHaveLength(1));
    const line = document.querySelector<HTMLElement>('[data-channel="1"]')!;
    line.getBoundingClientRect = () => ({ left: 0, width: 240 }) as DOMRect;
    fireEvent.click(line, { clientX: 120 });
    await waitFor(() => expect(server.of('video/replay')[0]?.data).toMatchObject({ channel: 1, startTime: at(12) }));
  });

  it('the slider moves all channels at the end of a drag, and to no channel where no recording exists', async () => {
    const { server, user } = open({ server: [onServer('7', 1, at(6), at(7)), onServer('8', 1, at(10), at(11))] });
    await user.click((await screen.findAllByRole('button', { name: '播放' }))[0]!);
    await waitFor(() => expect(server.of('video/openFile')).toHaveLength(1));
    fireEvent.change(screen.getByRole('slider', { name: '播放时间' }), { target: { value: String(at(10, 30)) } });
    await waitFor(() => expect(server.of('video/openFile').map(({ data }) => data['fileId'])).toEqual(['7', '8']));
    expect(tracked.at(-1)!.clock.time).toBe(at(10, 30));
  });
});

describe('uploads from the terminal', () => {
  it('prompts for storage and networks, and queues the upload', async () => {
    const { server, user } = open({ terminal: [onTerminal(1, at(8), at(8, 10))] });
    await user.click(await screen.findByRole('button', { name: '从终端上传' }));
    const dialog = await findDialog('上传网络');
    await user.click(within(dialog).getByRole('checkbox', { name: '3G/4G' }));
    await user.click(within(dialog).getByRole('button', { name: '从终端上传' }));
    await waitFor(() => expect(server.of('video/fileUpload')).toHaveLength(1));
    expect(server.of('video/fileUpload')[0]!.data).toEqual({
      targId: '1',
      channel: 1,
      startTime: at(8),
      endTime: at(8, 10),
      mediaType: 0,
      streamType: 1,
      storage: 1,
      conditionBits: 3,
      sizeBytes: 10 * 1_048_576,
    });
    expect(await screen.findByText('暂无上传任务')).toBeTruthy();
  });

  it('shows the tasks with state, progress and reason, controls them, and downloads finished files', async () => {
    let list = [
      task('9', 1),
      task('10', 4, { reason: 'diskFull' }),
      task('11', 3, { percent: 100, files: [{ fileId: '70', size: 1_000, isPlayable: true }] }),
    ];
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${new URL(this.href).pathname}`);
    });
    const { server, user, common } = open({ answers: { 'video/listUploadTask': () => page(list) } });
    await user.click(await screen.findByRole('tab', { name: '上传任务' }));
    expect(await screen.findByText('上传中')).toBeTruthy();
    expect(screen.getByText('服务器磁盘空间不足')).toBeTruthy();
    expect(screen.getByText('40%')).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: '暂停' }).at(-1)!);
    await waitFor(() => expect(server.of('video/controlUpload')[0]?.data).toEqual({ seqId: '9', control: 0 }));
    await user.click(screen.getByRole('button', { name: /^下载/ }));
    await waitFor(() => expect(saved).toEqual(['u.mp4 /api/videoFile/u']));
    expect(server.of('video/fileDownload')[0]!.data).toEqual({ seqId: '11', fileId: '70' });

    // the push reads tasks and files again
    list = [];
    const before = server.of('video/listServerFile').length;
    common.publish({ type: 'videoFile', data: { seqId: '9', targId: '1', state: 3, url: null } } as never);
    expect(await screen.findByText('暂无上传任务')).toBeTruthy();
    await waitFor(() => expect(server.of('video/listServerFile').length).toBeGreaterThan(before));
  });
});

describe('the notification of an uploaded file', () => {
  const news = { seqId: '9', targId: '1', state: 3, url: '/api/video/fileDownload?seqId=9' };
  const hear = (rights: readonly string[], data: object) => {
    useSession.setState({ token: 'a.b', userInfo, rights: [...rights] });
    const common = createCommonMessages();
    renderLive(<VideoFileWatch />, storeOf([vehicle('1', { cno: '京A1' })]), common);
    act(() => common.publish({ type: 'videoFile', data } as never));
    return takeNotices().map(({ text }) => text);
  };
  it('is shown on every page to users with permission, once the upload is complete', () => {
    expect(hear(['20402'], news)).toEqual(['京A1 录像文件已上传到服务器']);
    expect(hear(['20402'], { ...news, state: 1 })).toEqual([]);
    expect(hear(['3'], news)).toEqual([]);
  });
});

describe('permissions', () => {
  it('limit the offered actions to those of the user', async () => {
    open({ rights: ['3', '301'], terminal: [onTerminal(1, at(8), at(9))], server: [onServer('7', 1, at(6), at(7))] });
    await waitFor(() => expect(rows()).toHaveLength(2));
    for (const name of ['播放', '从终端上传', '下载', '剪辑', '删除']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
  it('allow deleting a server file after a confirmation', async () => {
    const { server, user } = open({ server: [onServer('7', 1, at(6), at(7))] });
    await user.click(await screen.findByRole('button', { name: '删除' }));
    await user.click(within(await findDialog('删除 前方 的这段服务器录像？')).getByRole('button', { name: '删除' }));
    await waitFor(() => expect(server.of('video/deleteFile')[0]?.data).toEqual({ fileId: '7' }));
  });
  it('allow cutting a range of a server file, but not of an upload, and the clip is listed', async () => {
    const { server, user } = open({
      server: [onServer('7', 1, at(6), at(6, 10)), onServer('8', 1, at(7), at(7, 10), { source: 1 })],
    });
    await waitFor(() => expect(rows()).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: '剪辑' }));
    const dialog = await findDialog('剪辑 · 前方');
    const press = (name: string, keyCode: number) => fireEvent.keyDown(within(dialog).getByRole('slider', { name }), { keyCode });
    const [LEFT, RIGHT] = [37, 39];
    press('开始时间', RIGHT);
    press('开始时间', RIGHT);
    press('结束时间', LEFT);
    expect(within(dialog).getByText(/06:00:02.*06:09:59/)).toBeTruthy();
    const before = server.of('video/listServerFile').length;
    await user.click(within(dialog).getByRole('button', { name: '剪辑' }));
    await waitFor(() =>
      expect(server.of('video/clipFile')[0]?.data).toEqual({
        fileId: '7',
        startTime: at(6) + 2_000,
        endTime: at(6, 10) - 1_000,
      }),
    );
    await waitFor(() => expect(server.of('video/listServerFile').length).toBe(before + 1));
    expect(takeNotices().map(({ text }) => text)).toEqual(['片段已保存到服务器']);
  });
  it('are required by the separate page, which offers to sign in', async () => {
    const { router, user } = open({ address: '/screen?targId=1' });
    endSession();
    await user.click(await screen.findByRole('button', { name: '去登录' }));
    expect(new URLSearchParams(router.state.location.search).get('redirect')).toContain('targId=1');
    cleanup();
    open({ address: '/screen', rights: ['20401'] });
    expect(await screen.findByText('无操作权限')).toBeTruthy();
  });
});
