import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts, switchLanguage } from '../../api/i18n.ts';
import { endSession, useSession } from '../../api/session.ts';
import { flushUserSettings } from '../../api/user-settings.ts';
import { page, refuse, userInfo } from '../../ui/testing.tsx';
import { FakeSocket, H265, mediaDoubles, showPicture } from './testing.ts';
import { car, type Options, open, openedTiles, PATH, row, tile, tiles, videoOf } from './testing-wall.tsx';

beforeEach(async () => {
  for (const [name, double] of Object.entries(mediaDoubles())) vi.stubGlobal(name, double);
  HTMLMediaElement.prototype.play = async () => undefined;
  HTMLMediaElement.prototype.load = () => undefined;
  await startTexts('zh');
});
afterEach(async () => {
  cleanup();
  await flushUserSettings();
  vi.restoreAllMocks();
});

describe('access to the video wall', () => {
  it('without a session offers to sign in, and then returns to the wall', async () => {
    const { server, router, user } = open({ address: `${PATH}?targId=1` });
    endSession();
    await user.click(await screen.findByRole('button', { name: '去登录' }));
    expect(await screen.findByText('the login')).toBeTruthy();
    expect(new URLSearchParams(router.state.location.search).get('redirect')).toBe(`${PATH}?targId=1`);
    expect(server.of('video/realtime')).toEqual([]);
  });
  it('with a ticket in the URL signs in before any other call, and only if no session exists', async () => {
    const rights = ['2', '20401'];
    const { server, router } = open({
      address: `${PATH}?ticket=t-1&targId=1&channel=1`,
      calls: { 'user/loginProxy': () => ({ token: 'fedcba9876543210.secret', userInfo, rights }) },
      signedIn: false,
    });
    await waitFor(() => expect(server.of('video/realtime')).toHaveLength(1));
    expect(server.requests[0]).toMatchObject({ path: 'user/loginProxy', data: { ticket: 't-1' } });
    expect(router.state.location.search).toBe('?targId=1&channel=1');
    cleanup();
    const second = open({ address: `${PATH}?ticket=t-2` });
    expect(await screen.findByRole('tree')).toBeTruthy();
    expect(second.router.state.location.search).toBe('');
    expect(second.server.of('user/loginProxy')).toEqual([]);
  });
  it('with a used ticket shows the error, and offers to sign in', async () => {
    const calls = { 'user/loginProxy': () => refuse('4001', '票据无效或已过期') };
    open({ address: `${PATH}?ticket=t-1`, calls, signedIn: false });
    expect(await screen.findByText('票据无效或已过期')).toBeTruthy();
    expect(screen.getByRole('button', { name: '去登录' })).toBeTruthy();
  });
  it.each([
    ['a user with only other video permissions', ['2', '20405', '20408'], null],
    ['a user in inspection mode', ['20401'], { carNo: '京A1', carId: '91', targId: '1', color: 2 }],
  ])('is refused for %s', async (_title, rights, inspection) => {
    const { server } = open({ rights, address: `${PATH}?targId=1` });
    useSession.setState({ userInfo: { ...userInfo, inspection } });
    expect(await screen.findByText('无操作权限')).toBeTruthy();
    expect(screen.queryByRole('tree')).toBeNull();
    expect(server.of('video/realtime')).toEqual([]);
  });
});

describe('opening video', () => {
  it('a double click on a vehicle plays all of its channels as sub streams in small tiles', async () => {
    const { server, user } = open();
    await user.dblClick(await row(/京A1/));
    await waitFor(() => expect(server.of('video/realtime')).toHaveLength(2));
    expect(server.of('video/realtime').map(({ data }) => data)).toEqual(
      [1, 2].map((channel) => ({ targId: '1', channel, streamType: 1, dataType: 0 })),
    );
    expect(await openedTiles()).toEqual(['京A1 前方', '京A1 车厢', '', '']);
  });

  it('a double click on a channel plays it as the main stream in one tile', async () => {
    const { server, user } = open({ layout: 1 });
    await user.click(await row(/京A1/));
    await user.keyboard('{ArrowRight}');
    await user.dblClick(await row(/车厢/));
    await waitFor(() => expect(server.of('video/realtime')).toHaveLength(1));
    expect(server.of('video/realtime')[0]!.data).toMatchObject({ channel: 2, streamType: 0 });
  });

  it('offers the default channels for a vehicle without recorded channels', async () => {
    const { user } = open();
    await user.dblClick(await row(/京A2/));
    await waitFor(async () => expect((await openedTiles())[3]).toBe('京A2 通道 4'));
  });

  it('marks a channel that is closed by a privacy rule', async () => {
    const channel = { kind: 0, icon: 1, yuntai: false };
    const list = [
      { ...channel, channel: 1, name: '前方', closed: false },
      { ...channel, channel: 2, name: '车厢', closed: true },
    ];
    const { user } = open({ calls: { 'video/listChannel': () => ({ list }) } });
    await user.dblClick(await row(/京A1/));
    expect((await row(/车厢/)).textContent).toContain('已关闭');
    expect((await row(/前方/)).textContent).not.toContain('已关闭');
  });

  it('shows how many channels of a department and of a vehicle are online', async () => {
    const department = { ltId: 'd7', ltName: '华东', ltType: 0, deptId: '7', parentId: null, total: 2, online: 1 };
    const { server } = open({
      calls: {
        'mainPage/getLeftTree2': ({ data }) => page(data['deptId'] ? [car('1', '京A1'), car('2', '京A2')] : [department]),
        'video/countChannel': () => ({
          departments: [{ deptId: '7', total: 2_000, online: 4 }],
          vehicles: [
            { targId: '1', total: 4, online: 4 },
            { targId: '2', total: 0, online: 0 },
          ],
        }),
      },
    });
    await waitFor(async () => expect((await row(/华东/)).textContent).toContain('4/2,000'));
    expect((await row(/京A1/)).textContent).toContain('4/4');
    expect((await row(/京A2/)).textContent).not.toContain('/');
    expect(server.of('video/countChannel').at(-1)!.data).toEqual({ deptIds: ['7'], targIds: ['1', '2'] });
  });

  it('marks channels that are playing in any window of the account, such as the second screen', async () => {
    const { user, common } = open();
    await user.dblClick(await row(/京A1/));
    const tell = (sessionId: string, state: string, channel = 1) => {
      const data = { sessionId, kind: 'live', targId: '1', channel, streamType: 1, state };
      act(() => common.publish({ type: 'videoState', data } as never));
    };
    tell('a', 'playing');
    tell('b', 'playing', 2);
    tell('b', 'paused', 2);
    expect((await row(/前方/)).textContent).toContain('播放中');
    expect((await row(/车厢/)).textContent).not.toContain('播放中');
    tell('a', 'ended');
    expect((await row(/前方/)).textContent).not.toContain('播放中');
  });

  it('rotates through a complete department with one button', async () => {
    const department = { ltId: 'd7', ltName: '华东', ltType: 0, deptId: '7', parentId: null, total: 2, online: 1 };
    const vehicleOf = (id: string, more: object) => ({
      targId: id,
      carNo: `京A${id}`,
      color: 2,
      online: true,
      recorded: true,
      ...more,
    });
    const { server, user } = open({
      layout: 1,
      calls: {
        'mainPage/getLeftTree2': ({ data }) => page(data['deptId'] ? [] : [department]),
        'video/countChannel': () => ({ departments: [], vehicles: [] }),
        'video/listDeptChannel': () => ({
          list: [
            vehicleOf('1', { channels: [{ channel: 2, name: '车厢' }] }),
            vehicleOf('2', { channels: [], recorded: false }),
            // a privacy rule closes all of its channels
            vehicleOf('3', { channels: [] }),
          ],
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: '轮巡“华东”的全部通道' }));
    const bar = await screen.findByRole('region', { name: '轮巡' });
    expect(server.of('video/listDeptChannel')[0]!.data).toEqual({ deptId: '7' });
    expect(within(bar).getByText('轮巡通道 5')).toBeTruthy();
    expect(within(bar).getByText('第 1 页，共 5 页')).toBeTruthy();
    await waitFor(async () => expect(await openedTiles()).toEqual(['京A1 车厢']));
  });

  it.each([
    [3, ['京A1 通道1', '京A2 通道1', '京A3 通道1', '']],
    // more than any layout has tiles: they take turns
    [17, ['京A1 通道1', '京A2 通道1', '京A3 通道1', '京A4 通道1']],
  ])('opens the channels of a dragged department: %i', async (count, expected) => {
    const department = { ltId: 'd7', ltName: '华东', ltType: 0, deptId: '7', parentId: null, total: count, online: count };
    const list = Array.from({ length: count }, (_, at) => ({
      targId: String(at + 1),
      carNo: `京A${at + 1}`,
      color: 2,
      online: true,
      recorded: true,
      channels: [{ channel: 1, name: '通道1' }],
    }));
    open({
      calls: {
        'mainPage/getLeftTree2': ({ data }) => page(data['deptId'] ? [] : [department]),
        'video/listDeptChannel': () => ({ list }),
      },
    });
    fireEvent.dragStart(await row(/华东/), { dataTransfer: {} });
    fireEvent.drop(await tile(1));
    await waitFor(async () => expect(await openedTiles()).toEqual(expected));
    expect(screen.queryByText('第 1 页，共 5 页') !== null).toBe(count > 16);
  });

  it('shows a message if a dragged department has no channels', async () => {
    const department = { ltId: 'd7', ltName: '华东', ltType: 0, deptId: '7', parentId: null, total: 0, online: 0 };
    open({
      calls: {
        'mainPage/getLeftTree2': ({ data }) => page(data['deptId'] ? [] : [department]),
        'video/listDeptChannel': () => ({ list: [] }),
      },
    });
    fireEvent.dragStart(await row(/华东/), { dataTransfer: {} });
    fireEvent.drop(await tile(1));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['该部门没有可播放的通道']));
    expect(await openedTiles()).toEqual(['', '', '', '']);
  });

  it('can show only vehicles with video, also in the search, and saves this choice', async () => {
    const { server, user } = open({ calls: { 'mainPage/getTreeByCarNo': () => ({ list: [car('2', '京A2')] }) } });
    await row(/京A1/);
    await user.click(screen.getByRole('checkbox', { name: '只看有视频通道的车辆' }));
    await waitFor(() => expect(server.of('mainPage/getLeftTree2').at(-1)!.data).toEqual({ hasVideo: true }));
    await user.type(screen.getByRole('searchbox'), '京A2{Enter}');
    await waitFor(() => expect(server.of('mainPage/getTreeByCarNo').at(-1)!.data).toEqual({ hasVideo: true, carNo: '京A2' }));
    await flushUserSettings();
    expect(server.of('setting/saveUserSetting').at(-1)!.data).toMatchObject({ videoWall: { videoOnly: true } });
  });

  it('a vehicle or a channel can be dragged to a tile, and a tile to another tile', async () => {
    open();
    fireEvent.dragStart(await row(/京A1/), { dataTransfer: {} });
    fireEvent.dragOver(await tile(3));
    fireEvent.drop(await tile(3));
    await waitFor(async () => expect((await openedTiles())[2]).toBe('京A1 前方'));
    fireEvent.dragStart((await tile(3)).querySelector('[draggable]')!, { dataTransfer: {} });
    fireEvent.drop(await tile(2));
    await waitFor(async () => expect((await openedTiles())[1]).toBe('京A1 前方'));
  });

  it('ignores items that are dragged in from elsewhere', async () => {
    const { server } = open();
    fireEvent.drop(await tile(1), { dataTransfer: { getData: () => '{"targId":"1"}' } });
    expect([await openedTiles(), server.of('video/realtime')]).toEqual([['', '', '', ''], []]);
  });

  it.each([
    ['?targId=1', ['京A1 前方', '京A1 车厢', '', '']],
    ['?targId=1&channel=2', ['京A1 车厢', '', '', '']],
  ])('the URL %s opens its channels', async (query, expected) => {
    open({ address: PATH + query });
    await waitFor(async () => expect(await openedTiles()).toEqual(expected));
  });
});

it('selects the tile when the keyboard focus reaches its buttons', async () => {
  open({ address: `${PATH}?targId=1` });
  await waitFor(async () => expect((await openedTiles())[1]).toBe('京A1 车厢'));
  for (const n of [1, 2, 1]) {
    const shown = await tile(n);
    act(() => within(shown).getAllByRole('button')[0]!.focus());
    await waitFor(async () => expect((await tile(n)).dataset['selected']).toBe('true'));
  }
});

describe('the layout', () => {
  it('is one of 1, 4, 6, 9 and 16 tiles, by buttons or keys, and is saved for the user', async () => {
    const { server, user } = open();
    expect(await tiles()).toHaveLength(4);
    await user.click(screen.getByRole('tab', { name: '6 画面' }));
    expect(await tiles()).toHaveLength(6);
    for (const [key, count] of [
      ['1', 1],
      ['4', 4],
      ['9', 9],
      ['6', 16],
    ] as const) {
      await user.keyboard(key);
      expect(await tiles()).toHaveLength(count);
    }
    await flushUserSettings();
    expect(server.of('setting/saveUserSetting').at(-1)?.data).toEqual({
      videoWall: { layout: 16, keepsRetrying: false, rotationSeconds: 30, videoOnly: false },
    });
  });

  it('a double click shows one tile alone with the main stream, and a button restores the layout', async () => {
    const { server, user } = open({ address: `${PATH}?targId=1` });
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(2));
    await user.dblClick(videoOf(await tile(1)));
    expect(await tiles()).toHaveLength(1);
    await waitFor(() => expect(server.of('video/realtime').at(-1)!.data).toMatchObject({ channel: 1, streamType: 0 }));
    expect(FakeSocket.opened.slice(0, 2).map(({ readyState }) => readyState)).toEqual([3, 3]);
    await user.click(screen.getByRole('button', { name: '单画面显示' }));
    expect(await tiles()).toHaveLength(4);
  });

  it('all tiles stop with one button', async () => {
    const { user } = open({ address: `${PATH}?targId=1` });
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: '全部停止' }));
    expect(await openedTiles()).toEqual(['', '', '', '']);
    expect(FakeSocket.opened.map(({ readyState }) => readyState)).toEqual([3, 3]);
  });
});

describe('a tile', () => {
  const playing = async (options: Options = {}) => {
    const opened = open({ address: `${PATH}?targId=1&channel=1`, ...options });
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
    return { ...opened, region: await tile(1) };
  };

  it('shows its waiting state, then plays and shows the stream statistics', async () => {
    const { region } = await playing();
    const { last } = FakeSocket;
    expect(within(region).getByRole('status').textContent).toBe('正在请求终端');
    last.tell({ type: 'state', state: 'waitingStream' });
    expect(await within(region).findByText('终端已应答，等待视频流')).toBeTruthy();
    last.tell({ type: 'state', state: 'waitingKeyFrame' });
    expect(await within(region).findByText('已收到视频流，等待关键帧')).toBeTruthy();
    showPicture(last, videoOf(region));
    last.tell({ type: 'stats', bitrate: 512_400, frameRate: 25, lost: 2, lossPercent: 4 });
    expect(await within(region).findByText('512 kbit/s')).toBeTruthy();
    for (const text of ['25 fps', '延迟 0 s', '丢包 4%']) expect(within(region).getByText(text)).toBeTruthy();
    expect(within(region).queryByRole('status')).toBeNull();
    last.cut();
    expect(await within(region).findByText('连接中断，正在重连')).toBeTruthy();
  });

  it.each([
    ['terminalOffline', '车辆不在线'],
    ['refused', '终端拒绝'],
    ['noAnswer', '终端未应答'],
    ['noStream', '终端未推流'],
    ['notAllowed', '无权观看该车辆的视频'],
  ] as const)('shows that it ended by %s, and can retry', async (reason, text) => {
    const { server, region, user } = await playing();
    FakeSocket.last.tell({ type: 'state', state: 'ended', reason });
    expect(await within(region).findByText(text)).toBeTruthy();
    await user.click(within(region).getByRole('button', { name: '重试' }));
    await waitFor(() => expect(server.of('video/realtime')).toHaveLength(2));
  });

  it('shows the reason for a refused call', async () => {
    open({ address: `${PATH}?targId=1&channel=1`, realtime: () => refuse('4029', '视频画面已达上限 16 个，请先关闭其他画面') });
    expect(await screen.findByText('视频画面已达上限 16 个，请先关闭其他画面')).toBeTruthy();
  });

  it('names a codec that the browser cannot play, and suggests a solution', async () => {
    const { region } = await playing();
    FakeSocket.last.tell({ type: 'init', mime: H265, width: 1920, height: 1080 });
    expect(await within(region).findByText('浏览器不支持H.265,请使用Chrome/Edge 新版本')).toBeTruthy();
    expect(within(region).getByText('或将终端的视频编码改为 H.264')).toBeTruthy();
  });

  it('continues at the time limit if the user requests it', async () => {
    const { region, user } = await playing();
    FakeSocket.last.tell({ type: 'limit', remainingMs: 30_000 });
    expect((await within(region).findByRole('alert')).textContent).toContain('视频即将关闭');
    await user.click(within(region).getByRole('button', { name: '继续播放' }));
    expect(FakeSocket.last.sent).toEqual(['keepPlaying']);
  });

  it('is the only tile with sound', async () => {
    const { user } = open({ address: `${PATH}?targId=1` });
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(2));
    for (const socket of FakeSocket.opened) socket.tell({ type: 'audio', rate: 8_000, codec: 'g711a', isSupported: true });
    const [first, second] = [await tile(1), await tile(2)];
    await user.click(await within(first).findByRole('button', { name: '监听' }));
    expect([videoOf(first).muted, videoOf(second).muted]).toEqual([false, true]);
    await user.click(within(second).getByRole('button', { name: '监听' }));
    expect([videoOf(first).muted, videoOf(second).muted]).toEqual([true, false]);
    fireEvent.change(within(second).getByRole('slider', { name: '音量' }), { target: { value: '40' } });
    expect(videoOf(second).volume).toBe(0.4);
    expect(within(first).queryByRole('slider')).toBeNull();
    await user.click(within(second).getByRole('button', { name: '静音' }));
    expect([videoOf(first).muted, videoOf(second).muted]).toEqual([true, true]);
  });

  it('switches between main and sub stream in the same video element', async () => {
    const { server, region, user } = await playing();
    const before = videoOf(region);
    await user.click(within(region).getByRole('button', { name: '切换到主码流' }));
    await waitFor(() => expect(server.of('video/realtime').map(({ data }) => data['streamType'])).toEqual([1, 0]));
    expect(videoOf(region)).toBe(before);
    expect(within(region).getByText('主码流')).toBeTruthy();
  });

  it('continues with the other stream on the same socket if the server switches it, otherwise requests it', async () => {
    const control = { applied: true };
    const { server, region, user } = await playing({ calls: { 'video/controlRealtime': () => control } });
    const { last: socket } = FakeSocket;
    showPicture(socket, videoOf(region));
    await user.click(await within(region).findByRole('button', { name: '切换到主码流' }));
    await waitFor(() => expect(server.of('video/controlRealtime')).toHaveLength(1));
    expect(server.of('video/controlRealtime')[0]!.data).toEqual({ sessionId: '1', control: 'switchStream', streamType: 0 });
    expect([server.of('video/realtime').length, FakeSocket.opened.length]).toEqual([1, 1]);
    // the terminal refuses
    socket.tell({ type: 'state', state: 'ended', reason: 'refused' });
    await waitFor(() => expect(server.of('video/realtime').map(({ data }) => data['streamType'])).toEqual([1, 0]));
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(2));
    showPicture(FakeSocket.last, videoOf(region));
    // others watch it
    control.applied = false;
    await user.click(await within(region).findByRole('button', { name: '切换到子码流' }));
    await waitFor(() => expect(server.of('video/realtime').map(({ data }) => data['streamType'])).toEqual([1, 0, 1]));
  });

  it('pauses and resumes', async () => {
    const calls = { 'video/controlRealtime': () => ({ applied: true }) };
    const { server, region, user } = await playing({ calls });
    showPicture(FakeSocket.last, videoOf(region));
    await waitFor(() => expect(within(region).queryByRole('status')).toBeNull());
    await user.click(within(region).getByRole('button', { name: '暂停' }));
    FakeSocket.last.tell({ type: 'state', state: 'paused' });
    const paused = await within(region).findByRole('status');
    expect(paused.textContent).toContain('已暂停');
    await user.click(within(paused).getByRole('button', { name: '继续播放' }));
    await waitFor(() =>
      expect(server.of('video/controlRealtime').map(({ data }) => data['control'])).toEqual(['pause', 'resume']),
    );
  });

  it('saves a screenshot whose file name has plate, channel and time', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: () => undefined } as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'])));
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { region, user } = await playing();
    Object.defineProperties(videoOf(region), { videoWidth: { value: 352 }, videoHeight: { value: 288 } });
    showPicture(FakeSocket.last, videoOf(region));
    await waitFor(() => expect(within(region).queryByRole('status')).toBeNull());
    await user.click(within(region).getByRole('button', { name: '抓拍' }));
    await waitFor(() => expect(names[0]).toMatch(/^京A1_1_\d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.png$/));
  });

  it('requests a photo from the terminal, and shows a notice', async () => {
    const sent = { targId: '1', seqId: '9', state: 1, resultCode: null };
    const calls = { 'terminal/sendCommand': () => ({ list: [sent] }) };
    const { server, region, user } = await playing({ rights: ['2', '20401', '20203'], calls });
    await user.click(within(region).getByRole('button', { name: '终端抓拍，存入多媒体库' }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['已向终端下发抓拍，照片上传后存入多媒体库']));
    expect(server.of('terminal/sendCommand')[0]!.data).toEqual({ cmdCode: '8801', targIds: ['1'], params: { channel: 1 } });
    // it answered before the call did
    Object.assign(sent, { seqId: '11', state: 2 });
    await user.click(within(region).getByRole('button', { name: '终端抓拍，存入多媒体库' }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['已向终端下发抓拍，照片上传后存入多媒体库']));
    Object.assign(sent, { seqId: '10', state: 3, resultCode: 4020 });
    await user.click(within(region).getByRole('button', { name: '终端抓拍，存入多媒体库' }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual([expect.stringMatching(/^终端抓拍失败：/)]));
  });

  it('offers capture and the main stream only with their permissions', async () => {
    const { server, region } = await playing({ rights: ['2', '20401'], layout: 1 });
    expect(within(region).queryByRole('button', { name: '抓拍' })).toBeNull();
    expect(within(region).queryByRole('button', { name: /主码流/ })).toBeNull();
    expect(server.of('video/realtime')[0]!.data['streamType']).toBe(1);
  });

  it('uses the language of its user', async () => {
    const { region } = await playing();
    await switchLanguage('en');
    expect(await within(region).findByRole('button', { name: 'Stop' })).toBeTruthy();
    await switchLanguage('zh');
  });
});
