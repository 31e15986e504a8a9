import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { useSession } from '../../../api/session.ts';
import { createCommonMessages } from '../../../live/common-messages.ts';
import { takeEvidenceNews } from '../../../shared/evidence/evidence-news.ts';
import { closeAlarmHandling, useAlarmHandling } from '../../../shared/open-alarm-handling.ts';
import { VehicleVideoContext } from '../../../shared/vehicle-video.ts';
import { page, renderLive, runRowAction, storeOf, stubServer, userInfo } from '../../../ui/testing.tsx';
import { AlarmQueuePage, DangerPage, SafetyAlarmPage } from './AlarmPages.tsx';

const gid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const row = (n: number, more: object = {}) => ({
  alarmGid: gid(n),
  alarmId: '0',
  targId: String(n),
  carNo: `粤B0000${n}`,
  color: 2,
  deptId: '1',
  deptName: '演示集团',
  warnId: 77,
  mainType: 2,
  subType: 1,
  subTypeName: '',
  level: 3,
  vtime: 1_790_000_000_000,
  lastTime: 1_790_000_060_000,
  endTime: null,
  receivedAt: 0,
  x: 113,
  y: 23,
  lastX: 113,
  lastY: 23,
  speed: 60,
  maxSpeed: 80,
  value: null,
  limit: null,
  times: 1,
  storm: false,
  brief: false,
  late: false,
  driver: '马骏',
  files: 2,
  fileDone: 0,
  fileKinds: [],
  fileState: 1,
  fileReason: '',
  picture: '',
  ncheckAdasAlarmStatus: 1,
  state: 0,
  version: 4,
  claimedBy: '',
  claimedAt: null,
  mine: false,
  dealType: null,
  dealtBy: '',
  dealtAt: null,
  automatic: false,
  vNotes: '',
  dueAt: null,
  ...more,
});
const file = (attachmentType: number, name: string) => ({
  attachmentType,
  attachmentPath: `/fleetwarden/api/v1/evidenceFile/${name}`,
  bytes: 1,
  fileId: name,
  name,
  thumbPath: attachmentType === 0 ? `/fleetwarden/api/v1/evidenceFile/${name}?l=1` : '',
});
const FILES = [file(0, 'a.jpg'), file(2, 'b.mp4')];
const EVIDENCE = { files: 2, viewed: [{ name: 'a.jpg', kind: 0 }] };
const RIGHTS = ['20501', '20502', '20503', '17030101', '17030110', '17030111', '17030106', '5020301', '5020310'];

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(() => {
  closeAlarmHandling(0);
  cleanup();
});

let reported = (gids: readonly string[]): object => ({ list: gids });

/** `named`: what is of another kind than usual about the alarm that the address names. */
function setUp(
  Component: ComponentType,
  rows: readonly object[] = [row(1)],
  address = '/',
  rights: readonly string[] = RIGHTS,
  named: () => object = () => ({}),
  { total = rows.length, more = false }: { total?: number; more?: boolean } = {},
) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const list = () => page(rows, total, { more });
  const detail = ({ data }: { data: Record<string, unknown> }) => ({
    alarm: row(1, { alarmGid: data['alarmGid'], warnId: 1, ...named() }),
    info: {
      frontKmh: 42,
      frontS: 1.2,
      departure: 1,
      identification: { terminalId: 'T000001', time: '260318120000', serial: 7, attachments: 2 },
    },
    schemeName: '夜间限速',
    driver: { name: '马骏', phone: '138****8000' },
    history: [
      { at: 1_790_000_050_000, username: '李四', action: 'false', detail: { dealType: 6, evidence: EVIDENCE } },
      { at: 1_790_000_060_000, username: '王五', action: 'false', detail: { evidence: { files: 2, viewed: [] } } },
      { at: 1_790_000_100_000, username: '张三', action: 'message', detail: { text: '请减速', commandId: '7' } },
      { at: 1_790_000_200_000, username: '', action: 'answer', detail: { state: 2, commandId: '7' } },
    ],
  });
  const mine = ({ data }: { data: Record<string, unknown> }) => ({ list: data['alarmGids'] });
  const server = stubServer({
    'activeSafety/alarm/list': list,
    'warnScheme/listWarnHistory': list,
    'activeSafety/alarm/processing': mine,
    'activeSafety/releaseAlarm': mine,
    'warnScheme/escalateWarn': mine,
    'plat/reportWarn': ({ data }) => ({ list: [], unbound: [], ...reported(data['alarmGids'] as string[]) }),
    'mainPage/getDeptTree': () => ({ list: [] }),
    'activeSafety/alarm/getTargAsalarmTypeDtl': ({ data }) => ({
      list: [{ warnId: 78, level: 2, count: 3 }],
      driver: data['alarmGid'] === gid(1) ? '张三' : '',
    }),
    'activeSafety/alarm/qryAttachment': () => page(FILES, FILES.length, { state: 2, reason: '' }),
    'activeSafety/refetchAttachment': () => ({ requested: 1 }),
    'activeSafety/alarm/down': () => ({ taskId: '5' }),
    'activeSafety/addEvidence': mine,
    'activeSafety/getEvidenceGraph': () => ({ alarmTime: 1_790_000_000_000, source: 'positions', list: [] }),
    'activeSafety/alarm/dtl': detail,
    'warnScheme/getWarnDetail': detail,
  });
  const router = createMemoryRouter([{ path: '/', Component }], { initialEntries: [address] });
  const common = createCommonMessages();
  const Video = ({ vehicle }: { readonly vehicle: { readonly carNo: string } }) => <p>{`live ${vehicle.carNo}`}</p>;
  const routes = (
    <VehicleVideoContext value={Video}>
      <RouterProvider router={router} />
    </VehicleVideoContext>
  );
  renderLive(routes, storeOf([]), common);
  const asked = (path: string) => server.requests.filter((request) => request.path === path);
  return { asked, common, user: userEvent.setup() };
}
const rowOf = async (plate: string) => within((await screen.findByText(plate)).closest('tr')!);

describe('a list of alarms', () => {
  it('requests undecided alarms first, claimed or not, 20 per page, the most serious and newest first', async () => {
    const { asked } = setUp(SafetyAlarmPage);
    await rowOf('粤B00001');
    expect(asked('activeSafety/alarm/list')[0]).toMatchObject({
      data: { undecided: true, warmStatus: 4, sort: 'serious' },
      pageModel: { page: 1, limit: 20 },
      sign: expect.any(String),
    });
  });

  it.each([
    ['50', 50],
    ['200', 20],
    ['1000', 20],
  ])(
    'requests one page, below the cap of 200 alarms of screen catalogue 4.1, however many exist: size %s',
    async (size, limit) => {
      const { asked, common } = setUp(SafetyAlarmPage, [row(1)], `/?size=${size}`, RIGHTS, undefined, {
        total: 1_000,
        more: true,
      });
      await rowOf('粤B00001');
      act(() => common.publish({ type: 'cases', data: { list: [] } }));
      await waitFor(() => expect(asked('activeSafety/alarm/list')).toHaveLength(2));
      for (const { pageModel } of asked('activeSafety/alarm/list')) expect(pageModel).toMatchObject({ page: 1, limit });
    },
  );

  it('of the queue requests the most urgent alarm first: the one that waits longest', async () => {
    const { asked } = setUp(AlarmQueuePage);
    await rowOf('粤B00001');
    expect(asked('activeSafety/alarm/list')[0]).toMatchObject({ data: { undecided: true, sort: 'urgent' } });
  });

  it('shows that more alarms exist than were counted', async () => {
    setUp(SafetyAlarmPage, [row(1)], '/', RIGHTS, undefined, { total: 1_000, more: true });
    await rowOf('粤B00001');
    expect(screen.getByText('共 1,000+ 条')).toBeTruthy();
  });

  it('requests all alarms in the history, with the filters of the URL', async () => {
    const { asked } = setUp(
      DangerPage,
      [],
      '/?tab=history&warnId=1&level=3&deptId=5&only=late&carNo=粤B&driverName=马&sort=vtime',
    );
    await waitFor(() => expect(asked('warnScheme/listWarnHistory')).toHaveLength(1));
    expect(asked('warnScheme/listWarnHistory')[0]!.data).toEqual({
      classes: ['ordinary', 'event'],
      warnIds: [1],
      levels: [3],
      deptIds: ['5'],
      late: true,
      carNo: '粤B',
      driverName: '马',
      warmStatus: 4,
      sort: 'oldest',
    });
  });

  it.each([
    ['only=overdue', { overdue: true }],
    ['only=late', { late: true }],
    ['only=storm', { storm: true }],
    ['only=hasFiles', { hasFiles: true }],
    ['dealtBy=7', { dealtBy: '7' }],
    ['dealtBy=0', { dealtBy: '0' }],
    ['warmStatus=3', { warmStatus: 3 }],
    ['startTime=1000&endTime=2000', { startTime: 1_000, endTime: 2_000 }],
  ])('is filtered by %s', async (filter, data) => {
    const { asked } = setUp(SafetyAlarmPage, [], `/?tab=history&${filter}`);
    await waitFor(() => expect(asked('activeSafety/alarm/list')).toHaveLength(1));
    expect(asked('activeSafety/alarm/list')[0]!.data).toEqual({ warmStatus: 4, sort: 'newest', ...data });
  });

  it('shows the outcome of each alarm', async () => {
    const rows = [
      row(1, { state: 1, claimedBy: '张三' }),
      row(2, { state: 2, dealtBy: '李四' }),
      row(3, { state: 2, automatic: true }),
      row(4, { state: 3 }),
      row(5, { state: 4 }),
      row(6, { state: null }),
    ];
    setUp(SafetyAlarmPage, rows, '/?tab=history');
    for (const [n, word] of [
      [1, '处理中-张三'],
      [2, '已由李四处理'],
      [3, '已由系统自动处理'],
      [4, '误报'],
      [5, '已升级'],
      [6, '未达到报警条件'],
    ] as const)
      expect((await rowOf(`粤B0000${n}`)).getByText(word)).toBeDefined();
  });

  it('marks the due time in red once it has passed', async () => {
    const rows = [row(1, { dueAt: Date.now() - 60_000 }), row(2, { dueAt: Date.now() + 3_600_000 }), row(3, { dueAt: null })];
    setUp(AlarmQueuePage, rows);
    await rowOf('粤B00003');
    const marks = [...document.querySelectorAll<HTMLElement>('[data-late]')];
    expect(marks.map(({ dataset }) => dataset['late'])).toEqual(['true', 'false', 'false']);
    const styles = readFileSync(join(import.meta.dirname, 'AlarmPages.module.css'), 'utf8');
    expect(styles).toMatch(/\[data-late="true"\] \{[^}]*color: var\(--danger/);
  });

  it('that is empty says that no alarm waits', async () => {
    setUp(DangerPage, []);
    expect(await screen.findByText('暂无待处理报警')).toBeDefined();
  });

  it('is reloaded when cases change elsewhere', async () => {
    const { asked, common } = setUp(SafetyAlarmPage);
    await rowOf('粤B00001');
    common.publish({ type: 'cases', data: { list: [] } });
    await waitFor(() => expect(asked('activeSafety/alarm/list')).toHaveLength(2), { timeout: 10_000 });
  });

  it('has no actions for users with view permission only, and none for decided alarms', async () => {
    setUp(SafetyAlarmPage, [row(1)], '/', ['17030101']);
    expect((await rowOf('粤B00001')).queryByText('处理')).toBeNull();
    cleanup();
    setUp(SafetyAlarmPage, [row(2, { state: 2 })], '/?tab=history');
    expect((await rowOf('粤B00002')).queryByText('处理')).toBeNull();
  });
});

describe('handling', () => {
  it('opens the dialog with the alarm as it was shown', async () => {
    const { user } = setUp(SafetyAlarmPage);
    await user.click((await rowOf('粤B00001')).getByText('处理'));
    await waitFor(() => expect(useAlarmHandling.getState().current?.alarms).toMatchObject([{ alarmGid: gid(1), nLevel: 3 }]));
  });

  it('in the queue claims the alarm first, and releases it when the dialog is cancelled', async () => {
    const { asked, user } = setUp(AlarmQueuePage);
    await user.click((await rowOf('粤B00001')).getByText('处理'));
    await waitFor(() => expect(useAlarmHandling.getState().current?.alarms).toMatchObject([{ alarmGid: gid(1) }]));
    expect(asked('activeSafety/alarm/processing')[0]!.data).toEqual({ alarmGids: [gid(1)] });
    closeAlarmHandling(0);
    await waitFor(() => expect(asked('activeSafety/releaseAlarm')).toHaveLength(1));
  });

  it('continues with the next waiting alarm, and says so if none is left', async () => {
    const rows = [row(1), row(2, { state: 1, claimedBy: '张三' }), row(3)];
    const { user } = setUp(AlarmQueuePage, rows);
    const asked = () => useAlarmHandling.getState().current;
    const goOn = async (n: number) => {
      await waitFor(() => expect(asked()?.alarms).toMatchObject([{ alarmGid: gid(n) }]));
      asked()!.options.next?.();
      closeAlarmHandling(1);
    };
    await user.click((await rowOf('粤B00001')).getByText('处理'));
    await goOn(1);
    await goOn(3);
    await waitFor(() => expect(takeNotices()).toMatchObject([{ text: '暂无待处理报警' }]));
    expect(asked()).toBeNull();
  });

  it('of a false alarm preselects that decision', async () => {
    const { user } = setUp(SafetyAlarmPage);
    await user.click((await rowOf('粤B00001')).getByRole('button', { name: '更多' }));
    await user.click(await screen.findByText('误报'));
    await waitFor(() => expect(useAlarmHandling.getState().current?.options.dealType).toBe(6));
  });

  it('of a kind selects all its waiting alarms, 100 at most', async () => {
    const { asked, user } = setUp(SafetyAlarmPage);
    await user.click((await rowOf('粤B00001')).getByRole('button', { name: '更多' }));
    await user.click(await screen.findByText('批量同类'));
    await waitFor(() => expect(useAlarmHandling.getState().current?.alarms).toMatchObject([{ alarmGid: gid(1) }]));
    expect(asked('activeSafety/alarm/list').at(-1)).toMatchObject({
      data: { warnIds: [77], warmStatus: 0, undecided: true },
      pageModel: { page: 1, limit: 100 },
    });
  });

  it('reloads the list afterwards', async () => {
    const { asked, user } = setUp(AlarmQueuePage);
    await user.click((await rowOf('粤B00001')).getByText('处理'));
    await waitFor(() => expect(useAlarmHandling.getState().current).not.toBeNull());
    closeAlarmHandling(1);
    await waitFor(() => expect(asked('activeSafety/alarm/list')).toHaveLength(2));
    expect(asked('activeSafety/releaseAlarm')).toEqual([]);
  });
});

describe('files of alarms', () => {
  const news = (received: number) => ({ alarmGid: gid(6), targId: '6', state: 1 as const, reason: '', expected: 2, received });

  it('are counted in the list with the first picture and the kinds; a push updates the count in place', async () => {
    const picture = '/fleetwarden/api/v1/evidenceFile/1?l=1';
    const { asked, user } = setUp(SafetyAlarmPage, [row(5, { fileDone: 1, fileKinds: [0, 2], picture }), row(6)]);
    const first = await rowOf('粤B00005');
    expect(first.getByText('1/2')).toBeTruthy();
    expect(first.getByRole('img', { name: '视频' })).toBeTruthy();
    expect(first.getByText('1/2').parentElement!.querySelector('img')?.getAttribute('src')).toBe(picture);
    const second = await rowOf('粤B00006');
    expect(second.getByText('0/2').parentElement?.title).toBe('已请求，等待上传');
    expect(asked('activeSafety/alarm/qryAttachment')).toEqual([]);
    act(() => takeEvidenceNews(news(2)));
    const counted = await second.findByText('2/2');
    await waitFor(() => expect(counted.parentElement!.querySelector('img')?.getAttribute('src')).toBe(FILES[0]!.thumbPath));
    expect(asked('activeSafety/alarm/qryAttachment')).toMatchObject([{ data: { alarmGid: gid(6) } }]);
    expect(asked('activeSafety/alarm/list')).toHaveLength(1);
    // a click shows them over the list
    await user.click(counted);
    expect(await within(await screen.findByRole('dialog')).findByRole('img', { name: '图片 1' })).toBeTruthy();
    expect(asked('activeSafety/alarm/dtl')).toEqual([]);
  });

  it('are shown in the expanded row, one at a time', async () => {
    const { user } = setUp(SafetyAlarmPage, [row(1), row(2, { files: 0 })]);
    const [expand] = (await screen.findAllByRole('button', { name: '展开行' })) as [HTMLElement];
    await user.click(expand);
    const carousel = within(await screen.findByRole('region', { name: '附件' }));
    expect(carousel.getByRole('img', { name: '图片 1' })).toBeTruthy();
    await user.click(carousel.getByRole('button', { name: '下一个附件' }));
    expect(carousel.getByLabelText('视频 2', { selector: 'video' })).toBeTruthy();
    // the graph stands below a film, and the fields of the item below both
    expect(await carousel.findByRole('region', { name: /报警前后车辆状态/ })).toBeTruthy();
    expect(await screen.findByText('前车速度(km/h)')).toBeTruthy();
    expect(screen.getByText('42')).toBeTruthy();
    expect(screen.getByText('T000001 260318120000 7')).toBeTruthy();
  });

  it('can be fetched again by users with permission', async () => {
    const { asked, user } = setUp(SafetyAlarmPage, [row(1)], '/', [...RIGHTS, '17030112']);
    await runRowAction(user, (await screen.findByText('粤B00001')).closest('tr')!, '重新获取附件');
    await waitFor(() => expect(asked('activeSafety/refetchAttachment')).toMatchObject([{ data: { alarmGids: [gid(1)] } }]));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ text: '已重新请求附件' }]));
  });

  it('are downloaded as a package, and added to the evidence', async () => {
    const { asked, user } = setUp(SafetyAlarmPage, [row(1, { fileDone: 1 })], '/', [...RIGHTS, '5020211', '17030110']);
    const line = (await screen.findByText('粤B00001')).closest('tr')!;
    await runRowAction(user, line, '下载附件');
    const data = { alarmGid: gid(1), targId: row(1).targId, targName: '粤B00001', subTypeName: row(1).subTypeName };
    await waitFor(() => expect(asked('activeSafety/alarm/down')).toMatchObject([{ data }]));
    await runRowAction(user, line, '加入证据');
    await waitFor(() => expect(asked('activeSafety/addEvidence')).toMatchObject([{ data: { alarmGids: [gid(1)] } }]));
    await waitFor(() => expect(takeNotices().at(-1)).toMatchObject({ text: '已加入证据' }));
  });

  it('are shown with the data of the open alarm; in the queue its video plays automatically', async () => {
    setUp(SafetyAlarmPage, [], `/?alarmGid=${gid(1)}`);
    expect(await screen.findByRole('img', { name: '图片 1' })).toBeTruthy();
    cleanup();
    setUp(AlarmQueuePage, [], `/?alarmGid=${gid(1)}`);
    const film = (await screen.findByLabelText('视频 2', { selector: 'video' })) as HTMLVideoElement;
    expect([film.autoplay, film.muted]).toEqual([true, true]);
  });

  it('viewed before the decision are listed in the history', async () => {
    setUp(SafetyAlarmPage, [], `/?alarmGid=${gid(1)}`);
    const events = within(await screen.findByRole('list', { name: '处理记录' }));
    expect(events.getByText('确认误报 · 已查看附件 1/2：a.jpg')).toBeTruthy();
    expect(events.getByText('未查看附件（共 2 个）')).toBeTruthy();
  });
});

describe('the open alarm', () => {
  it('is browsed and handled by keyboard', async () => {
    const { asked, user } = setUp(SafetyAlarmPage, [row(1), row(2), row(3)], `/?alarmGid=${gid(2)}`);
    await rowOf('粤B00001');
    await screen.findByRole('button', { name: '下一条报警（N）' });
    const opened = () => asked('activeSafety/alarm/dtl').map(({ data }) => data['alarmGid']);
    await user.keyboard('n');
    await waitFor(() => expect(opened()).toEqual([gid(2), gid(3)]));
    await waitFor(() =>
      expect((screen.getByRole('button', { name: '下一条报警（N）' }) as HTMLButtonElement).disabled).toBe(true),
    );
    await user.keyboard('p');
    await waitFor(() => expect(opened()).toEqual([gid(2), gid(3), gid(2)]));
    await screen.findByRole('button', { name: '上一条报警（P）' });
    await user.keyboard('6');
    const dialog = () => useAlarmHandling.getState().current;
    await waitFor(() => expect(dialog()).toMatchObject({ alarms: [{ alarmGid: gid(2) }], options: { dealType: 6 } }));
    // the dialog goes on to the next alarm
    act(() => dialog()!.options.next!());
    act(() => closeAlarmHandling(1));
    await waitFor(() => expect(opened().at(-1)).toBe(gid(3)));
  });

  it('shows live video of its vehicle on request, to users with permission', async () => {
    const { user } = setUp(SafetyAlarmPage, [], `/?alarmGid=${gid(1)}`, [...RIGHTS, '20401']);
    await user.click(await screen.findByRole('button', { name: '查看实时视频' }));
    expect(await screen.findByText('live 粤B00001')).toBeTruthy();
    cleanup();
    setUp(SafetyAlarmPage, [], `/?alarmGid=${gid(1)}`);
    await screen.findByText('夜间限速');
    expect(screen.queryByRole('button', { name: '查看实时视频' })).toBeNull();
  });
});

describe('reporting to regulators', () => {
  const report = async () => {
    const { asked, user } = setUp(DangerPage, [row(1, { warnId: 1, state: 2 })], '/?tab=history', ['20501', '20504']);
    await runRowAction(user, (await screen.findByText('粤B00001')).closest('tr')!, '上报监管');
    await waitFor(() => expect(asked('plat/reportWarn')).toMatchObject([{ data: { alarmGids: [gid(1)] } }]));
  };

  it.each([
    ['已上报上级平台', (gids: readonly string[]) => ({ list: gids })],
    ['车辆未绑定上级平台，无法上报', (gids: readonly string[]) => ({ unbound: gids })],
    ['此前已上报', () => ({})],
  ])('is offered for decided alarms, too: %s', async (text, reply) => {
    reported = reply;
    await report();
    await waitFor(() => expect(takeNotices()).toMatchObject([{ text }]));
  });

  it('is offered only to users with permission', async () => {
    const { user } = setUp(DangerPage, [row(1, { warnId: 1 })], '/', ['20501', '20502']);
    await user.click((await rowOf('粤B00001')).getByRole('button', { name: '更多' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).not.toContain('上报监管');
  });
});

describe('an alarm named in the URL', () => {
  it.each([
    [DangerPage, 10],
    [SafetyAlarmPage, 5],
  ])('links to the track around its time', async (Component, minutes) => {
    setUp(Component, [], `/?alarmGid=${gid(1)}`, [...RIGHTS, '20105']);
    const [from, to] = [1_790_000_000_000 - minutes * 60_000, 1_790_000_060_000 + minutes * 60_000];
    expect((await screen.findByRole('link', { name: '前后轨迹' })).getAttribute('href')).toBe(
      `/mapcontent/trackPlayback?targId=1&start=${from}&end=${to}`,
    );
  });

  it('of active safety shows the alarms of its driver in the last 7 days', async () => {
    setUp(SafetyAlarmPage, [], `/?alarmGid=${gid(1)}`);
    const lately = within(await screen.findByRole('list', { name: '驾驶员 张三 近 7 天主动安全报警' }));
    expect(lately.getByRole('listitem').textContent).toBe('接打电话报警 3');
    for (const [name, value] of [
      ['前车速度(km/h)', '42'],
      ['与前车时距(秒)', '1.2'],
      ['偏离方向', '左'],
    ] as const)
      expect(screen.getByText(name).nextElementSibling?.textContent).toBe(value);
  });

  it('opens with its rule and its history', async () => {
    setUp(DangerPage, [], `/?alarmGid=${gid(1)}`);
    expect(await screen.findByText('夜间限速')).toBeDefined();
    const events = within(screen.getByRole('list', { name: '处理记录' }));
    expect(events.getByText('下发消息 · 张三')).toBeDefined();
    expect(events.getByText('请减速')).toBeDefined();
    expect(events.getByText('终端应答 · 系统')).toBeDefined();
    expect(events.getByText('成功')).toBeDefined();
  });

  const FIELDS = `alarmGid=${gid(1)}&alarmId=0&targId=1&carNo=粤B00001&vtime=1790000000000&mainType=0&subType=1&nlevel=3`;
  const button = () => within(screen.getByRole('dialog')).findByRole('button', { name: /处\s*理/ });

  it('with its fields is listed with the waiting alarms of its vehicle, and is handled there', async () => {
    let state = 0;
    const { asked, user } = setUp(DangerPage, [], `/?${FIELDS}`, RIGHTS, () => ({ state }));
    await screen.findByText('夜间限速');
    expect(asked('warnScheme/listWarnHistory')[0]!.data).toMatchObject({ carNo: '粤B00001', undecided: true });
    expect(asked('warnScheme/getWarnDetail')[0]!.data).toEqual({ alarmGid: gid(1) });
    await user.click(await button());
    expect(useAlarmHandling.getState().current?.alarms).toMatchObject([{ alarmGid: gid(1), warnId: 1 }]);
    state = 2;
    closeAlarmHandling(1);
    await waitFor(() => expect(within(screen.getByRole('dialog')).queryByRole('button', { name: /处\s*理/ })).toBeNull());
    expect(asked('warnScheme/listWarnHistory')).toHaveLength(2);
  });

  it('claimed by a colleague cannot be handled, and shows the outcome', async () => {
    let now: object = { state: 1, claimedBy: '张三' };
    const { common } = setUp(DangerPage, [], `/?${FIELDS}`, RIGHTS, () => now);
    expect(((await button()) as HTMLButtonElement).disabled).toBe(true);
    now = { state: 2, dealtBy: '张三' };
    common.publish({ type: 'cases', data: { list: [{ alarmGid: gid(1) }] } });
    expect(await screen.findByText('已由张三处理')).toBeDefined();
    expect(screen.queryByRole('button', { name: /处\s*理/ })).toBeNull();
  });

  it('is read-only for users without permission to handle it', async () => {
    setUp(DangerPage, [], `/?${FIELDS}`, ['205', '20501']);
    await screen.findByText('夜间限速');
    expect(screen.queryByRole('button', { name: /处\s*理/ })).toBeNull();
  });
});
