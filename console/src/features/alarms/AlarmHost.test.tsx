import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { endSession, knowUser } from '../../api/session.ts';
import { AlarmStore } from '../../live/alarm-store.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import { alarm } from '../../live/testing-records.ts';
import { silence, useSoundState } from '../../shared/alarm-sound.ts';
import { TONES } from '../../shared/alarm-tones.ts';
import { closeAlarmHandling, useAlarmHandling } from '../../shared/open-alarm-handling.ts';
import { giveSize, page, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { plugSoundCard, soundCard } from '../../ui/testing-audio.ts';
import { AlarmHost } from './AlarmHost.tsx';
import { REPEAT_MS } from './popups/SeriousBanner.tsx';
import { alarmRow } from './testing.ts';

const ALL = ['20101', '20501', '20502', '20503', '17030101', '17030110', '17030111', '20201', '1504'];
const TREE = { list: [{ deptId: '1', deptName: '演示集团', parentId: null }] };

beforeEach(async () => {
  plugSoundCard();
  silence();
  useSoundState.setState({ played: 0 });
  await startTexts('zh');
});
afterEach(() => {
  cleanup();
  closeAlarmHandling(0);
  endSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function setUp(
  options: {
    rights?: readonly string[];
    pending?: () => readonly AlarmRow[];
    user?: Partial<typeof userInfo>;
    files?: unknown[] | (() => unknown[]);
    stateOfFiles?: () => object;
    address?: string;
  } = {},
) {
  const { rights = ALL, pending = () => [], user = {}, files = [], stateOfFiles, address } = options;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  knowUser({ ...userInfo, ...user }, rights);
  const server = stubServer({
    'mainPage/getDeptTree': () => TREE,
    'activeSafety/alarm/list/new': ({ pageModel }) => {
      const all = pending();
      const { page: n, limit } = pageModel ?? { page: 1, limit: 20 };
      return page(all.slice((n - 1) * limit, n * limit), all.length);
    },
    'activeSafety/alarm/qryAttachment': () => {
      const list = typeof files === 'function' ? files() : files;
      return page(list, list.length, stateOfFiles?.() ?? { state: null, reason: '' });
    },
    'activeSafety/refetchAttachment': () => ({ requested: 1 }),
    'location/getAddress': () => (address ? { code: 200, data: { addressInfo: address } } : { code: 404, data: null }),
  });
  const common = createCommonMessages();
  const alarms = new AlarmStore();
  renderLive(
    <MemoryRouter>
      <AlarmHost />
    </MemoryRouter>,
    storeOf([]),
    common,
    undefined,
    undefined,
    alarms,
  );
  const push = (...news: AlarmResult[]) => act(() => alarms.take(news));
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const tell = (type: string, data: unknown) => act(() => common.publish({ type, data }));
  return { server, alarms, push, pass, tell };
}

const file = (attachmentType: number, path: string) => ({
  attachmentType,
  attachmentPath: path,
  bytes: 1,
  fileId: path,
  name: path,
  thumbPath: attachmentType === 0 ? `${path}?l=1` : '',
});
const picture = (path: string) => file(0, path);
const film = (path: string) => file(2, path);

const popupOf = (name: RegExp) => screen.queryByRole('alert', { name });
/** What a pop-up says under a name. */
const said = (popup: HTMLElement, name: string) => within(popup).getByText(name).nextElementSibling?.textContent;

describe('an ordinary alarm that pops up', () => {
  it('says vehicle, level, department, time, speed, kinds, details, place and driver', async () => {
    const { push, pass } = setUp();
    await pass(0);
    push(alarm({ alarms: '1,2', value: 96.4, limit: 80 }));
    await pass(250);
    const popup = popupOf(/普通报警 京A1/)!;
    expect(popup.dataset['level']).toBe('2');
    expect(within(popup).getByText('中')).toBeTruthy();
    expect(said(popup, '所属部门')).toBe('演示集团');
    expect(said(popup, '报警类型')).toBe('超速报警, 疲劳驾驶报警');
    expect(said(popup, '速度')).toBe('80.5 km/h');
    expect(said(popup, '报警信息')).toBe('实测 96.4，限值 80');
    expect(said(popup, '报警位置')).toBe('116.40000,\u00a039.90000');
    expect(said(popup, '驾驶员')).toBe('张三');
    expect(within(popup).queryByText('持续时长')).toBeNull();
    expect(within(popup).queryByText('未找到附件!')).toBeNull();
  });

  it('shows its address after a moment; one that is replaced sooner requests none', async () => {
    const { server, push, pass } = setUp({ address: '北京市东城区' });
    push(alarm({ alarmGid: 'a' }));
    await pass(200);
    push(alarm({ alarmGid: 'b', originalLongitude: 121.47, originalLatitude: 31.23 }));
    await pass(700);
    expect(said(popupOf(/普通报警/)!, '报警位置')).toBe('北京市东城区 121.47000,\u00a031.23000');
    expect(server.of('location/getAddress').map(({ data }) => data)).toEqual([{ lng: 121.47, lat: 31.23 }]);
  });

  it('of level 3 shows its duration', async () => {
    const { push, pass } = setUp();
    push(alarm({ warnType: 3, warnStartDate: 10_000, warnDate: 135_000 }));
    await pass(250);
    const popup = popupOf(/普通报警/)!;
    expect(popup.dataset['level']).toBe('3');
    expect(said(popup, '持续时长')).toBe('2 分 5 秒');
  });

  it('hides after 3 s; another one restarts the timer', async () => {
    const { push, pass } = setUp();
    push(alarm({ alarmGid: 'a' }));
    await pass(2_900);
    push(alarm({ alarmGid: 'b', cno: '京B2' }));
    await pass(2_900);
    expect(popupOf(/京B2/)).toBeTruthy();
    expect(popupOf(/京A1/)).toBeNull();
    await pass(400);
    expect(popupOf(/普通报警/)).toBeNull();
  });

  it('stays unchanged under the pointer while other alarms arrive', async () => {
    const { push, pass } = setUp();
    push(alarm({ alarmGid: 'a' }));
    await pass(1_000);
    fireEvent.pointerEnter(popupOf(/京A1/)!);
    push(alarm({ alarmGid: 'b', cno: '京B2' }));
    await pass(10_000);
    expect(popupOf(/京A1/)).toBeTruthy();
    fireEvent.pointerLeave(popupOf(/京A1/)!);
    await pass(100);
    expect(popupOf(/京B2/)).toBeTruthy();
    await pass(3_100);
    expect(popupOf(/普通报警/)).toBeNull();
  });

  it('of category 2 shows its attachments: a path with the storage address, an http URL unchanged', async () => {
    const { push, pass, server } = setUp({
      user: { storageUrl: 'https://files.example/' },
      files: [picture('a/1.jpg'), picture('http://other.example/2.jpg'), film('a/3.mp4')],
    });
    push(alarm({ files: 3 }));
    await pass(500);
    const popup = popupOf(/普通报警/)!;
    fireEvent.pointerEnter(popup);
    const sourceOf = (name: string) => within(popup).getByRole('img', { name }).getAttribute('src');
    await waitFor(() => expect(sourceOf('图片 1')).toBe('https://files.example/a/1.jpg'));
    const files = within(popup).getByRole('region', { name: '附件' });
    fireEvent.keyDown(files, { key: 'ArrowRight' });
    expect(sourceOf('图片 2')).toBe('http://other.example/2.jpg');
    const thumbs = within(files).getByRole('list').querySelectorAll('img');
    expect([...thumbs].map((thumb) => thumb.getAttribute('src'))).toEqual([
      'https://files.example/a/1.jpg?l=1',
      'http://other.example/2.jpg?l=1',
    ]);
    fireEvent.click(within(files).getByRole('button', { name: '视频 3' }));
    const shown = files.querySelector('video')!;
    // to show it is not to watch it: it loads when it is played
    expect([shown.getAttribute('src'), shown.preload]).toEqual(['https://files.example/a/3.mp4', 'none']);
    expect(server.of('activeSafety/alarm/qryAttachment')[0]).toMatchObject({
      data: { alarmGid: 'a' },
      pageModel: { page: 1, limit: 10 },
    });
    fireEvent.error(shown);
    expect(within(popup).getByText('此视频暂无法播放，请稍后再试')).toBeTruthy();
  });

  it('becomes category 2 when a photo of its time arrives, and shows the photo at once', async () => {
    let files: object[] = [];
    const { push, pass, tell, server } = setUp({ files: () => files });
    push(alarm({ alarmGid: 'photo1' }));
    await pass(250);
    const popup = popupOf(/普通报警/)!;
    fireEvent.pointerEnter(popup);
    expect(server.of('activeSafety/alarm/qryAttachment')).toHaveLength(0);
    files = [picture('/fleetwarden/api/v1/media/1')];
    tell('asAttachment', { alarmGid: 'photo1', targId: '1', state: null, reason: '', expected: 0, received: 1 });
    expect(await within(popup).findByRole('img', { name: '图片 1' })).toBeTruthy();
    expect(within(popup).getByText('有附件')).toBeTruthy();
  });

  it('hidden by its timer appears again for its first photo, once', async () => {
    const { push, pass, tell } = setUp({ files: [picture('a/1.jpg')] });
    push(alarm({ alarmGid: 'photo2' }));
    await pass(3_500);
    expect(popupOf(/普通报警/)).toBeNull();
    const arrive = (received: number) =>
      tell('asAttachment', { alarmGid: 'photo2', targId: '1', state: null, reason: '', expected: 0, received });
    arrive(1);
    expect(await within(popupOf(/普通报警/)!).findByRole('img', { name: '图片 1' })).toBeTruthy();
    await pass(3_500);
    arrive(2);
    expect(popupOf(/普通报警/)).toBeNull();
  });

  it('shows why its files are missing, and offers a retry to users with permission', async () => {
    const states = [
      { state: 0, reason: 'offline' },
      { state: 3, reason: 'refused' },
    ];
    const { push, pass, tell, server } = setUp({
      rights: [...ALL, '17030112'],
      pending: () => [alarmRow({ alarmGid: 'missing', files: 2, carNo: '京A7' })],
      stateOfFiles: () => states[0]!,
    });
    push(alarm({ alarmGid: 'missing', warnId: 77, files: 2 }));
    await pass(1_000);
    const popup = await screen.findByRole('alert', { name: /主动安全报警/ });
    expect(await within(popup).findByText('附件 0/2')).toBeTruthy();
    expect(within(popup).getByText('等待终端上传 · 终端离线')).toBeTruthy();
    expect(within(popup).queryByText('未找到附件!')).toBeNull();
    states.shift();
    tell('asAttachment', { alarmGid: 'missing', targId: '1', state: 3, reason: 'refused', expected: 2, received: 0 });
    expect(await within(popup).findByText('获取失败 · 终端拒绝上传')).toBeTruthy();
    expect(within(popup).getByText('未找到附件!')).toBeTruthy();
    fireEvent.click(within(popup).getByRole('button', { name: '重新获取附件' }));
    await waitFor(() => expect(server.of('activeSafety/refetchAttachment')[0]?.data).toEqual({ alarmGids: ['missing'] }));
  });

  it('says so if its attachments never arrived', async () => {
    const { push, pass } = setUp();
    push(alarm({ files: 2 }));
    await pass(500);
    expect(await screen.findByText('未找到附件!')).toBeTruthy();
  });

  it('outside the kinds that the user selected is not shown, but is listed', async () => {
    const { push, pass } = setUp({ user: { settings: { ...userInfo.settings, popupAlarms: [1] as never } } });
    push(alarm({ alarmGid: 'a', warnId: 1 }), alarm({ alarmGid: 'b', warnId: 0, cno: '京B2' }));
    await pass(250);
    expect(popupOf(/京B2/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /未查看报警 1 条/ })).toBeTruthy();
  });

  it('opens the handling dialog for users with permission', async () => {
    const { push, pass } = setUp();
    push(alarm());
    await pass(250);
    fireEvent.click(screen.getByRole('button', { name: '处理' }));
    expect(useAlarmHandling.getState().current?.alarms).toMatchObject([
      {
        alarmGid: 'a',
        alarmId: '0',
        targId: '1',
        carNo: '京A1',
        warnId: 1,
        vTime: 10_000,
        mainType: 0,
        subType: 1,
        nLevel: 2,
        times: 1,
        ncheckAdasAlarmStatus: 0,
      },
    ]);
  });

  it('links to the page where it is handled, with its fields', async () => {
    const { push, pass } = setUp();
    push(alarm({ behaviorId: '5' }));
    await pass(250);
    const fields = {
      alarmGid: 'a',
      alarmId: '5',
      targId: '1',
      carNo: '京A1',
      vtime: '10000',
      mainType: '0',
      subType: '1',
      nlevel: '2',
    };
    expect(screen.getByRole('link', { name: '查看' }).getAttribute('href')).toBe(
      `/QuickBar/danger?${new URLSearchParams(fields)}`,
    );
  });

  it('has no actions for users without permission', async () => {
    const { push, pass } = setUp({ rights: ['205'] });
    push(alarm());
    await pass(250);
    expect(popupOf(/普通报警/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '处理' })).toBeNull();
    expect(screen.queryByRole('link', { name: '定位' })).toBeNull();
    expect(screen.queryByRole('link', { name: '查看' })).toBeNull();
  });
});

describe('an alarm of level 3', () => {
  const banner = () => screen.queryByRole('region', { name: '严重报警' });
  const emergency = alarm({ alarmGid: 'e', warnId: 0, warnType: 3 });

  it('stays in a banner with kind and plate, and repeats its sound, until it is acknowledged', async () => {
    const { push, pass } = setUp();
    push(emergency, alarm({ alarmGid: 'b', warnType: 2 }));
    await pass(250);
    expect(within(banner()!).getByText('紧急报警 · 京A1')).toBeTruthy();
    expect(within(banner()!).getAllByRole('listitem')).toHaveLength(1);
    const { played } = useSoundState.getState();
    await pass(REPEAT_MS * 3);
    expect(popupOf(/普通报警/)).toBeNull();
    expect(useSoundState.getState().played).toBe(played + 3);
    fireEvent.click(within(banner()!).getByRole('button', { name: '知道了' }));
    await pass(250);
    expect(banner()).toBeNull();
    await pass(REPEAT_MS * 2);
    expect(useSoundState.getState().played).toBe(played + 3);
  });

  it('disappears when it is handled, but not when it is claimed; several are acknowledged at once', async () => {
    const { push, pass, tell } = setUp();
    push(emergency, ...['f', 'g', 'h'].map((alarmGid) => ({ ...emergency, alarmGid, cno: `京${alarmGid}` })));
    const news = (state: number) => ({ list: [{ alarmGid: 'e', targId: '1', warnId: 0, state, version: 2, username: '李四' }] });
    tell('cases', news(1));
    await pass(250);
    expect(within(banner()!).getAllByRole('listitem')).toHaveLength(4);
    tell('cases', news(2));
    await pass(250);
    expect(within(banner()!).queryByText(/京A1/)).toBeNull();
    fireEvent.click(within(banner()!).getByRole('button', { name: '全部知道了（3）' }));
    await pass(250);
    expect(banner()).toBeNull();
  });

  it('is silent if a rule or the user disables its sound', async () => {
    const { push, pass } = setUp();
    push({ ...emergency, sound: false });
    await pass(REPEAT_MS * 2);
    expect([banner() === null, useSoundState.getState().played]).toEqual([false, 0]);
  });
});

describe('an alarm storm', () => {
  it('shows one pop-up at a time and loses no alarm: the others are counted and listed', async () => {
    giveSize(600, 'still');
    const { push, pass } = setUp();
    for (let second = 0; second < 10; second++) {
      push(
        ...Array.from({ length: 50 }, (_, i) =>
          alarm({ alarmGid: `${second}-${i}`, cno: `京A${second * 50 + i}`, warnType: i % 2 === 0 ? 2 : 3 }),
        ),
      );
      await pass(1_000);
      expect(screen.getAllByRole('alert')).toHaveLength(1);
    }
    const chip = screen.getByRole('button', { name: /未查看报警 500 条/ });
    expect(chip.textContent).toContain('高 250');
    expect(chip.textContent).toContain('中 250');
    fireEvent.click(chip);
    const list = await screen.findByRole('list', { name: '报警列表' }, { timeout: 30_000 });
    expect(within(list).getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('500');
    expect(screen.queryByRole('button', { name: /未查看报警/ })).toBeNull();
    fireEvent.change(screen.getByRole('combobox', { name: '等级' }), { target: { value: '3' } });
    expect(within(list).getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('250');
    fireEvent.change(screen.getByRole('searchbox', { name: '车牌号或报警类型' }), { target: { value: '京A499' } });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    fireEvent.change(screen.getByRole('combobox', { name: '类别' }), { target: { value: 'safety' } });
    expect(screen.getByText('没有符合条件的报警')).toBeTruthy();
  });
});

it('the list of all alarms is sorted by start time; locating one closes the list', async () => {
  giveSize(600, 'still');
  const { push, pass } = setUp();
  push(
    alarm({ alarmGid: 'a', warnStartDate: 20_000 }),
    alarm({ alarmGid: 'b', cno: '京B2', warnStartDate: 40_000 }),
    alarm({ alarmGid: 'c', cno: '京C3', warnStartDate: 30_000 }),
  );
  await pass(250);
  fireEvent.click(screen.getByRole('button', { name: /未查看报警 3 条/ }));
  const list = await screen.findByRole('list', { name: '报警列表' }, { timeout: 30_000 });
  const items = within(list).getAllByRole('listitem');
  expect(items.map((item) => /京../.exec(item.textContent!)?.[0])).toEqual(['京B2', '京C3', '京A1']);
  fireEvent.click(within(items[0]!).getByRole('link', { name: '定位' }));
  await pass(1_000);
  expect(screen.queryByRole('list', { name: '报警列表' })).toBeNull();
});

it('handling one alarm of the list leaves the others selected, even those that a colleague claimed', async () => {
  giveSize(600, 'still');
  const { push, pass } = setUp();
  push(alarm({ alarmGid: 'a' }), alarm({ alarmGid: 'b', cno: '京B2' }), alarm({ alarmGid: 'c', cno: '京C3' }));
  await pass(250);
  fireEvent.click(screen.getByRole('button', { name: /未查看报警 3 条/ }));
  const list = await screen.findByRole('list', { name: '报警列表' }, { timeout: 30_000 });
  for (const box of within(list).getAllByRole('checkbox')) fireEvent.click(box);
  fireEvent.click(screen.getByRole('button', { name: '处理所选（3）' }));
  act(() => {
    useAlarmHandling.getState().current?.options.onHandled?.(['b']);
    closeAlarmHandling(1);
  });
  expect(screen.getByRole('button', { name: '处理所选（2）' })).toBeTruthy();
});

it('a storm alarm is in the list of all alarms, which says that it is too frequent for a pop-up', async () => {
  giveSize(600, 'still');
  const { push, pass } = setUp();
  push(alarm({ alarmGid: 'a' }), alarm({ alarmGid: 'b', cno: '京B2', storm: true }));
  await pass(250);
  expect(popupOf(/京B2/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /未查看报警 1 条/ }));
  const list = await screen.findByRole('list', { name: '报警列表' }, { timeout: 30_000 });
  const said = within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent?.includes('报警过于频繁，已合并提示'));
  expect(said).toEqual([true, false]);
});

describe('an alarm signal', () => {
  const mark = () => document.querySelector<HTMLElement>('[data-sound]')!.dataset;
  const user = (alarms: object) => ({ settings: { ...userInfo.settings, alarms: { ...userInfo.settings.alarms, ...alarms } } });

  it('sounds once, at the highest level that the user enabled', async () => {
    const { push, pass } = setUp({ user: user({ levels: [2] }) });
    push(alarm({ alarmGid: 'a' }), alarm({ alarmGid: 'b', warnType: 3 }), alarm({ alarmGid: 'c' }));
    await pass(250);
    expect(mark()).toMatchObject({ sound: 'playing', level: '2', played: '1' });
    expect(soundCard.heard).toEqual(TONES[2].map(({ hz }) => hz));
  });

  it.each([
    ['is muted', user({ mute: true }), {}],
    ['has volume 0', user({ volume: 0 }), {}],
    ['is silenced by a rule', {}, { sound: false as const }],
    ['belongs to an alarm storm', {}, { storm: true }],
  ])('that %s is not heard', async (_how, change, of) => {
    const { push, pass } = setUp({ user: change });
    push(alarm(of));
    await pass(250);
    expect(soundCard.heard).toEqual([]);
  });

  it('is a desktop notification if the user enabled it and the page is hidden', async () => {
    const told: string[] = [];
    class Desktop {
      static permission = 'granted';
      constructor(title: string) {
        told.push(title);
      }
    }
    vi.stubGlobal('Notification', Desktop);
    const { push, pass } = setUp({ user: user({ desktop: true }) });
    push(alarm({ alarmGid: 'a' }));
    await pass(250);
    expect(told).toEqual([]);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    push(alarm({ alarmGid: 'b' }), alarm({ alarmGid: 'c', cno: '京A3' }));
    await pass(250);
    expect(told).toEqual(['京A3 超速报警']);
    hidden.mockRestore();
  });
});

describe('active-safety alarms', () => {
  const rows = () => [alarmRow({ alarmGid: 'r1', carNo: '京A1' }), alarmRow({ alarmGid: 'r2', carNo: '京A2' })];

  it('pop up when one is pushed, with links to the previous and next waiting alarm', async () => {
    const { push, pass } = setUp({ pending: rows });
    await pass(100);
    expect(popupOf(/主动安全报警/)).toBeNull();
    push(alarm({ alarmGid: 'r1', warnId: 77, warnType: 3 }));
    await pass(1_000);
    expect(within(popupOf(/主动安全报警 京A1/)!).getByText('1/2')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '下一条' }));
    expect(within(popupOf(/主动安全报警 京A2/)!).getByText('2/2')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '下一条' }));
    expect(popupOf(/京A2/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '上一条' }));
    const popup = popupOf(/主动安全报警 京A1/)!;
    expect(said(popup, '持续时长')).toBe('1 分 5 秒');
    expect(within(popup).getByText('未找到附件!')).toBeTruthy();
    await pass(60_000);
    expect(popupOf(/主动安全报警/)).toBeTruthy();
  });

  it('are browsed and handled by keyboard while the pop-up has the focus', async () => {
    const { push, pass } = setUp({ pending: rows });
    push(alarm({ alarmGid: 'r1', warnId: 77, warnType: 3 }));
    await pass(1_000);
    fireEvent.keyDown(within(popupOf(/京A1/)!).getByRole('button', { name: '处理' }), { key: 'n' });
    const next = popupOf(/主动安全报警 京A2/)!;
    fireEvent.keyDown(next, { key: '6' });
    expect(useAlarmHandling.getState().current).toMatchObject({ alarms: [{ alarmGid: 'r2' }], options: { dealType: 6 } });
    fireEvent.keyDown(next, { key: 'p' });
    expect(popupOf(/主动安全报警 京A1/)).toBeTruthy();
  });

  it('are polled at the configured interval, seconds times 1000, and pop up if a new one was not pushed', async () => {
    let list = [alarmRow({ alarmGid: 'r1', receivedAt: 1 })];
    const { pass, server } = setUp({
      pending: () => list,
      user: { configList: [{ typeID: 4, content: '7' }] as never },
    });
    await pass(100);
    expect(server.of('activeSafety/alarm/list/new')).toHaveLength(1);
    list = [alarmRow({ alarmGid: 'r2', carNo: '京A2', receivedAt: 2 }), ...list];
    await pass(6_800);
    expect(popupOf(/主动安全报警/)).toBeNull();
    await pass(400);
    expect(server.of('activeSafety/alarm/list/new')).toHaveLength(2);
    expect(popupOf(/主动安全报警 京A2/)).toBeTruthy();
  });

  it('are reloaded after one is handled', async () => {
    let list = rows();
    const { push, pass } = setUp({ pending: () => list });
    push(alarm({ alarmGid: 'r1', warnId: 77, warnType: 3 }));
    await pass(1_000);
    fireEvent.click(within(popupOf(/主动安全报警 京A1/)!).getByRole('button', { name: '处理' }));
    expect(useAlarmHandling.getState().current?.alarms).toMatchObject([{ alarmGid: 'r1', ncheckAdasAlarmStatus: 1 }]);
    list = list.slice(1);
    act(() => closeAlarmHandling(1));
    await pass(500);
    expect(within(popupOf(/主动安全报警 京A2/)!).getByText('1/1')).toBeTruthy();
  });

  it('are not requested for users without permission', async () => {
    const { pass, server } = setUp({ rights: ['205'] });
    await pass(60_000);
    expect(server.of('activeSafety/alarm/list/new')).toHaveLength(0);
  });
});

describe('a vehicle in a risk area', () => {
  const risk = { tid: '1', cno: '京A1', intDate: 1_000, areaName: '新区' };

  it('is shown for 10 s, 200 px high, or 42 when minimised', async () => {
    const { tell, pass } = setUp();
    tell('fyAlarmResult', [risk]);
    const popup = popupOf(/疫情风险提醒/)!;
    expect(within(popup).getByText('京A1 进入风险区域 新区')).toBeTruthy();
    expect(popup.style.height).toBe('200px');
    fireEvent.click(within(popup).getByRole('button', { name: '最小化' }));
    expect(popup.style.height).toBe('42px');
    fireEvent.click(within(popup).getByRole('button', { name: '展开' }));
    expect(popup.style.height).toBe('200px');
    expect(within(popup).getByRole('link', { name: '查看' }).getAttribute('href')).toBe(
      `/epidemic/epidemicReport?${new URLSearchParams({ tid: '1', cno: '京A1', intDate: '1000', areaName: '新区' })}`,
    );
    await pass(9_900);
    expect(popupOf(/疫情风险提醒/)).toBeTruthy();
    await pass(200);
    expect(popupOf(/疫情风险提醒/)).toBeNull();
    // the same once more, as after a cut
    tell('fyAlarmResult', [risk]);
    await pass(0);
    expect(popupOf(/疫情风险提醒/)).toBeNull();
  });
});

it('an inspection session shows no alarms', async () => {
  const { push, pass } = setUp({ user: { inspection: { carNo: '京A1', carId: '1', targId: '1', color: 2 } as never } });
  push(alarm());
  await pass(500);
  expect(screen.queryByRole('alert')).toBeNull();
});
