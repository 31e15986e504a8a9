import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { flushUserSettings } from '../../api/user-settings.ts';
import { FakeSocket, H264, mediaDoubles } from './testing.ts';
import { open, openedTiles, PATH, row, tile, videoOf } from './testing-wall.tsx';

beforeEach(async () => {
  for (const [name, double] of Object.entries(mediaDoubles())) vi.stubGlobal(name, double);
  HTMLMediaElement.prototype.play = async () => undefined;
  HTMLMediaElement.prototype.load = () => undefined;
  await startTexts('zh');
});
afterEach(async () => {
  cleanup();
  await flushUserSettings();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const bar = () => screen.getByRole('region', { name: '轮巡' });
const press = (name: string) => fireEvent.click(within(bar()).getByRole('button', { name }));

describe('the rotation', () => {
  const listed = async () => {
    const opened = open({ layout: 1, address: `${PATH}?targId=1&channel=1` });
    await waitFor(async () => expect(await openedTiles()).toEqual(['京A1 前方']));
    await opened.user.click(screen.getByRole('button', { name: '轮巡' }));
    await opened.user.dblClick(await row(/京A1/));
    await within(bar()).findByRole('button', { name: '轮巡通道 2' });
    return opened;
  };

  it('lists the open channels and later channels, which do not open in tiles', async () => {
    const { user } = await listed();
    expect(await openedTiles()).toEqual(['京A1 前方']);
    await user.click(within(bar()).getByRole('button', { name: '轮巡通道 2' }));
    await user.click(await screen.findByRole('button', { name: '移除 京A1 车厢' }));
    expect(within(bar()).getByRole('button', { name: '轮巡通道 1' })).toBeTruthy();
  });

  it('shows one page after another, and closes each before the next', async () => {
    const { server } = await listed();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    press('开始轮巡');
    expect(FakeSocket.opened.map(({ readyState }) => readyState)).toEqual([3]);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(within(bar()).getByRole('status').textContent).toBe('第 1 页，共 2 页');
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(within(bar()).getByRole('status').textContent).toBe('第 2 页，共 2 页');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    press('下一页');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(server.of('video/realtime').map(({ data }) => data['channel'])).toEqual([1, 1, 2, 1]);
    expect(server.of('video/realtime').map(({ data }) => data['patrol'])).toEqual([undefined, true, true, true]);
    expect(FakeSocket.opened.slice(0, -1).every(({ readyState }) => readyState === 3)).toBe(true);
  });

  it('stays on its page while it is paused, or while a tile is enlarged', async () => {
    await listed();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    press('开始轮巡');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    const enlarge = () => fireEvent.click(screen.getByRole('button', { name: '单画面显示' }));
    enlarge();
    await act(() => vi.advanceTimersByTimeAsync(90_000));
    expect(within(bar()).getByRole('status').textContent).toBe('第 1 页，共 2 页');
    enlarge();
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(within(bar()).getByRole('status').textContent).toBe('第 2 页，共 2 页');
    press('暂停轮巡');
    await act(() => vi.advanceTimersByTimeAsync(90_000));
    press('开始轮巡');
    expect(within(bar()).getByRole('status').textContent).toBe('第 2 页，共 2 页');
  });

  it('has an interval of 10 to 300 s, which is saved for the user', async () => {
    const { server } = await listed();
    const field = within(bar()).getByRole('spinbutton', { name: '每页秒数' });
    for (const [typed, saved] of [
      ['5', 10],
      ['400', 300],
      ['45', 45],
    ] as const) {
      fireEvent.change(field, { target: { value: typed } });
      fireEvent.blur(field);
      await flushUserSettings();
      expect(server.of('setting/saveUserSetting').at(-1)?.data).toMatchObject({ videoWall: { rotationSeconds: saved } });
    }
  });
});

describe('digital zoom', () => {
  it('zooms with the wheel, moves with a drag, and resets', async () => {
    const { user } = open({ address: `${PATH}?targId=1&channel=1` });
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
    const video = videoOf(await tile(1));
    const picture = video.parentElement!;
    picture.getBoundingClientRect = () => ({ left: 0, top: 0, width: 400, height: 200 }) as DOMRect;
    picture.setPointerCapture = () => undefined;
    const turn = { deltaY: -400, clientX: 200, clientY: 100 };
    fireEvent(picture, Object.assign(new Event('wheel', { cancelable: true }), turn));
    expect(video.style.transform).toBe('translate(0%, 0%) scale(2)');
    fireEvent.pointerDown(picture, { button: 0, clientX: 100, clientY: 100, pointerId: 1 });
    fireEvent.pointerMove(picture, { clientX: 140, clientY: 90, pointerId: 1 });
    fireEvent.pointerUp(picture, { pointerId: 1 });
    fireEvent.pointerMove(picture, { clientX: 300, clientY: 90, pointerId: 1 });
    expect(video.style.transform).toBe('translate(10%, -5%) scale(2)');
    await user.click(screen.getByRole('button', { name: '还原画面（2 倍）' }));
    expect(video.style.transform).toBe('');
  });

  it('of the selected tile uses the keys + - 0 and the arrows', async () => {
    const { user } = open({ address: `${PATH}?targId=1` });
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(2));
    const [first, second] = [videoOf(await tile(1)), videoOf(await tile(2))];
    fireEvent.pointerDown(await tile(1));
    await user.keyboard('{ArrowRight}++{ArrowRight}');
    expect([first.style.transform, second.style.transform]).toEqual(['translate(-10%, 0%) scale(1.5625)', '']);
    fireEvent.pointerDown(await tile(2));
    await user.keyboard('+');
    expect(second.style.transform).toBe('translate(0%, 0%) scale(1.25)');
    await user.keyboard('-');
    expect([first.style.transform, second.style.transform]).toEqual(['translate(-10%, 0%) scale(1.5625)', '']);
    // the keys of a field are its own
    await user.type(screen.getByRole('searchbox'), '+');
    expect(second.style.transform).toBe('');
    fireEvent.pointerDown(await tile(1));
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('0');
    expect(first.style.transform).toBe('');
  });
});

it('shows codec, resolution and stream statistics on request', async () => {
  const { user } = open({ address: `${PATH}?targId=1&channel=1` });
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
  const region = await tile(1);
  await user.click(within(region).getByRole('button', { name: '码流信息' }));
  act(() => {
    FakeSocket.last.tell({ type: 'init', mime: H264, width: 704, height: 576 });
    FakeSocket.last.tell({ type: 'audio', rate: 8_000, codec: 'g711a', isSupported: true });
    FakeSocket.last.tell({ type: 'stats', bitrate: 512_400, frameRate: 25, lost: 2, lossPercent: 4 });
  });
  const facts = [...region.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(facts).toEqual(['H.264', '704 × 576', 'G711A', '512 kbit/s', '25 fps', '2', '0 s']);
});

describe('the second screen', () => {
  it('is a separate window, on another screen if the browser supports it', async () => {
    const moves: unknown[] = [];
    const second = {
      moveTo: (...to: number[]) => moves.push(to),
      resizeTo: (...to: number[]) => moves.push(to),
      focus: () => {},
    };
    const opened = vi.spyOn(window, 'open').mockReturnValue(second as never);
    const here = { availLeft: 0, availTop: 0, availWidth: 1920, availHeight: 1080 };
    const there = { availLeft: 1920, availTop: 0, availWidth: 2560, availHeight: 1400 };
    vi.stubGlobal('getScreenDetails', async () => ({ screens: [here, there], currentScreen: here }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '第二屏' }));
    expect(opened.mock.calls[0]?.slice(0, 2)).toEqual([`${PATH}?screen=2`, 'videoWall2']);
    await waitFor(() =>
      expect(moves).toEqual([
        [1920, 0],
        [2560, 1400],
      ]),
    );
  });

  it('shows a message if the browser blocks it', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '第二屏' }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['浏览器阻止了新窗口，请允许本站打开弹出窗口']));
  });

  it('has a separate layout', async () => {
    const { server, user } = open({ address: `${PATH}?screen=2` });
    await user.click(await screen.findByRole('tab', { name: '9 画面' }));
    expect(screen.queryByRole('button', { name: '第二屏' })).toBeNull();
    await flushUserSettings();
    expect(server.of('setting/saveUserSetting')).toEqual([]);
  });
});
