import { DAY_MS } from '@fleetwarden/domain/durations';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { formReceiver } from '../../api/testing-upload.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import { MomentGraph } from '../../shared/evidence/MomentGraph.tsx';
import { findDialog, page, refuse, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { alarmRow } from '../alarms/testing.ts';
import { EvidencePage } from './EvidencePage.tsx';

const gid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const START = 1_790_000_000_000;
const evidence = (n: number, more: object = {}) => ({
  ...alarmRow({ alarmGid: gid(n), carNo: `粤B0000${n}`, vtime: START, files: 3 }),
  fileTotal: 3,
  fileDone: 2,
  pictures: 1,
  sounds: 0,
  films: 1,
  fileState: 1,
  fileReason: '',
  picture: `/api/WebGis/evidenceFile/${n}`,
  info: {},
  locked: false,
  lockReason: '',
  lockUser: '',
  lockedAt: null,
  holdReason: '',
  note: '',
  expireAt: START + 180 * DAY_MS,
  viewers: 2,
  addedBy: '',
  driverId: '',
  ...more,
});
const RIGHTS = ['50202', '5020201', '5020204', '5020210', '5020211'];

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Rows = readonly ReturnType<typeof evidence>[];

/** The detail of an alarm, another feature's. */
const Detail = ({ alarmGid }: { alarmGid: string }) => (
  <>
    <p>报警 {alarmGid}</p>
    <MomentGraph alarmGid={alarmGid} />
  </>
);

function setUp({ rows = [evidence(1), evidence(2)] as Rows, rights = RIGHTS, query = '', more = {} } = {}) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'activeSafety/evidence/list': ({ data }) =>
      page(
        rows.filter(({ alarmGid }) => (data['alarmGids'] as string[] | undefined)?.includes(alarmGid) ?? true),
        rows.length,
        { more: false },
      ),
    'activeSafety/lockEvidence': ({ data }) => ({ list: data['alarmGids'] }),
    'activeSafety/noteEvidence': ({ data }) => ({ list: data['alarmGids'] }),
    'activeSafety/delEvidence': ({ data }) => ({ list: data['alarmGids'] }),
    'activeSafety/packEvidence': () => ({ taskId: '5' }),
    'activeSafety/holdEvidence': () => ({ id: '1' }),
    'activeSafety/releaseEvidence': () => ({}),
    'activeSafety/listEvidenceHold': () =>
      page([
        {
          id: '4',
          targId: '1',
          carNo: '粤B00001',
          driverId: '',
          driverName: '',
          reason: '事故调查',
          username: '张三',
          heldAt: START,
          releasedAt: null,
          releasedBy: '',
          releaseReason: '',
        },
      ]),
    'activeSafety/listEvidenceView': () =>
      page([{ at: START, username: '李四', ip: '10.0.0.1', action: 0, kind: 2, fileName: '00_65_6501_1.mp4' }]),
    'activeSafety/getEvidenceGraph': () => ({
      alarmTime: START,
      source: 'dataFile',
      list: [
        graphPoint(START - 1_000, { speed: 60, braking: false }),
        graphPoint(START, { speed: 40, braking: true }),
        graphPoint(START + 1_000, { speed: 20, braking: true }),
      ],
    }),
    'task/listTask': () => page([]),
    'mainPage/getDeptTree': () => ({ list: [] }),
    ...more,
  });
  const element = <EvidencePage Detail={Detail} />;
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: [`/${query}`] });
  const common = createCommonMessages();
  renderLive(<RouterProvider router={router} />, storeOf([]), common);
  return { server, router, common, user: userEvent.setup() };
}
const graphPoint = (time: number, more: object) => ({
  time,
  x: 113,
  y: 23,
  speed: 0,
  pulseSpeed: null,
  accelerationX: null,
  accelerationY: null,
  accelerationZ: null,
  engineRpm: null,
  braking: null,
  turnSignal: 0,
  ...more,
});
const listed = (server: ReturnType<typeof stubServer>) =>
  server.of('activeSafety/evidence/list').filter(({ data }) => data['alarmGids'] === undefined);
const cardOf = async (plate: string) => within((await screen.findByText(plate)).closest('li')!);
const choose = async (user: ReturnType<typeof userEvent.setup>, ...plates: string[]) => {
  for (const plate of plates) await user.click((await cardOf(plate)).getByRole('checkbox'));
};

describe('the evidence centre', () => {
  it('is a gallery with the first picture, loaded lazily, the number of files, a video and a lock', async () => {
    const others = [
      evidence(2, { picture: '', films: 0, fileDone: 0, locked: true }),
      evidence(3, { picture: '', fileState: 2 }),
    ];
    const { server } = setUp({ rows: [evidence(1), ...others] });
    const first = await cardOf('粤B00001');
    const picture = first.getByRole<HTMLImageElement>('img', { name: /粤B00001/ });
    expect([picture.getAttribute('src'), picture.getAttribute('loading')]).toEqual(['/api/WebGis/evidenceFile/1', 'lazy']);
    expect(first.getByText('附件 2/3')).toBeTruthy();
    expect(first.getByRole('img', { name: '有视频' })).toBeTruthy();
    expect(first.queryByRole('img', { name: '已锁定' })).toBeNull();
    const second = await cardOf('粤B00002');
    expect(second.getByText('已请求，等待上传')).toBeTruthy();
    // all came, but none is a picture
    expect((await cardOf('粤B00003')).getByText('暂无图片')).toBeTruthy();
    expect(second.getByRole('img', { name: '已锁定' })).toBeTruthy();
    expect(listed(server)[0]).toMatchObject({
      data: { sort: 'newest' },
      pageModel: { page: 1, limit: 20 },
      sign: expect.any(String),
    });
  });

  it('reuses a loaded picture, although each load of the list has a new URL', async () => {
    let loads = 0;
    const { server, common } = setUp({
      more: {
        'activeSafety/evidence/list': () => page([{ ...evidence(1), picture: `/api/WebGis/evidenceFile/1?e=${++loads}` }]),
      },
    });
    const source = async () => (await cardOf('粤B00001')).getByRole('img', { name: /粤B00001/ }).getAttribute('src');
    expect(await source()).toBe('/api/WebGis/evidenceFile/1?e=1');
    await act(() => common.publish({ type: 'asAttachment', data: {} }));
    await waitFor(() => expect(listed(server)).toHaveLength(2));
    expect(await source()).toBe('/api/WebGis/evidenceFile/1?e=1');
    // it is used once more when the old address has ended
    fireEvent.error((await cardOf('粤B00001')).getByRole('img', { name: /粤B00001/ }));
    expect(await source()).toBe('/api/WebGis/evidenceFile/1?e=2');
  });

  it('reloads when an alarm is handled or a file arrives', async () => {
    const { server, common } = setUp();
    await cardOf('粤B00001');
    await act(() => common.publish({ type: 'asAttachment', data: {} }));
    await waitFor(() => expect(listed(server)).toHaveLength(2));
    await act(() => common.publish({ type: 'cases', data: { list: [] } }));
    await waitFor(() => expect(listed(server)).toHaveLength(3));
  });

  it('requests evidence with the filters of the URL', async () => {
    const times = `&startTime=${START}&endTime=${START + 1}`;
    const query = `?deptId=5&carNo=粤B&driverName=马&warnId=77&level=3&hasVideo=1&locked=0&fileState=3&sort=vtime${times}`;
    const { server } = setUp({ query });
    await waitFor(() => expect(listed(server)).toHaveLength(1));
    expect(listed(server)[0]!.data).toEqual({
      deptIds: ['5'],
      carNo: '粤B',
      driverName: '马',
      warnIds: [77],
      levels: [3],
      hasVideo: true,
      locked: false,
      fileStates: [3],
      startTime: START,
      endTime: START + 1,
      sort: 'oldest',
    });
  });

  it('packs, locks with a reason, annotates and deletes the selected evidence', async () => {
    const { server, user } = setUp();
    const alarmGids = [gid(2), gid(1)];
    await choose(user, '粤B00001', '粤B00002');
    await user.click(screen.getByRole('button', { name: '打包下载' }));
    await waitFor(() => expect(server.of('activeSafety/packEvidence')[0]?.data).toEqual({ alarmGids }));
    await choose(user, '粤B00001', '粤B00002');
    await user.click(screen.getByRole('button', { name: /^锁.?定$/ }));
    const lock = within(await findDialog('锁定 2 条证据'));
    await user.click(lock.getByRole('button', { name: /^锁.?定$/ }));
    expect(server.of('activeSafety/lockEvidence')).toEqual([]);
    // given up: the selection stays
    await user.click(lock.getByRole('button', { name: /^取.?消$/ }));
    await user.click(screen.getByRole('button', { name: '备注' }));
    const note = within(await findDialog('备注 2 条证据'));
    await user.type(note.getByRole('textbox', { name: '备注' }), '司机已谈话');
    await user.click(note.getByRole('button', { name: /^保.?存$/ }));
    await waitFor(() => expect(server.of('activeSafety/noteEvidence')[0]?.data).toEqual({ alarmGids, note: '司机已谈话' }));
    await choose(user, '粤B00001', '粤B00002');
    await user.click(screen.getByRole('button', { name: /^锁.?定$/ }));
    const locking = within(await findDialog('锁定 2 条证据'));
    await user.type(locking.getByRole('textbox', { name: '原因' }), '事故调查');
    await user.click(locking.getByRole('button', { name: /^锁.?定$/ }));
    await waitFor(() =>
      expect(server.of('activeSafety/lockEvidence')[0]?.data).toEqual({ alarmGids, locked: true, reason: '事故调查' }),
    );
    await choose(user, '粤B00002');
    await user.click(screen.getByRole('button', { name: /^删.?除$/ }));
    const remove = within(await findDialog('删除 1 条证据？'));
    await user.click(remove.getByRole('button', { name: /^删.?除$/ }));
    await waitFor(() => expect(server.of('activeSafety/delEvidence')[0]?.data).toEqual({ alarmGids: [gid(2)] }));
  });

  it('preserves the selection if the server refuses to delete locked evidence', async () => {
    const { server, user } = setUp({ more: { 'activeSafety/delEvidence': () => refuse('4010', '证据已锁定') } });
    await choose(user, '粤B00001');
    await user.click(screen.getByRole('button', { name: /^删.?除$/ }));
    await user.click(within(await findDialog('删除 1 条证据？')).getByRole('button', { name: /^删.?除$/ }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['证据已锁定']));
    expect(server.of('activeSafety/delEvidence')).toHaveLength(1);
    expect((await cardOf('粤B00001')).getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  });

  it('is read-only for users with view permission, and refused for others', async () => {
    setUp({ rights: ['50202', '5020201'] });
    const card = await cardOf('粤B00001');
    expect(card.queryByRole('checkbox')).toBeNull();
    expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['详情']);
    cleanup();
    const { server } = setUp({ rights: ['50202'] });
    expect(await screen.findByText('无操作权限')).toBeTruthy();
    expect(server.requests).toEqual([]);
  });
});

describe('evidence of an alarm', () => {
  const open = (more: object = {}) => setUp({ query: `?alarmGid=${gid(1)}`, rows: [evidence(1, more), evidence(2)] });

  it('shows its retention, the alarm with a graph of the moment, and who viewed it', async () => {
    open({ locked: true, lockReason: '事故调查', lockUser: '张三', lockedAt: START, note: '司机已谈话' });
    const drawer = within(await findDialog('证据详情'));
    expect(await drawer.findByText(/事故调查/)).toBeTruthy();
    expect(drawer.getByText('司机已谈话')).toBeTruthy();
    expect(drawer.getByText(`报警 ${gid(1)}`)).toBeTruthy();
    const graph = within(await drawer.findByRole('region', { name: /报警前后车辆状态/ }));
    expect(graph.getByText('来自终端数据文件')).toBeTruthy();
    // the value at the alarm, and the range
    expect(graph.getByText('40')).toBeTruthy();
    expect(graph.getByText('0 … 60')).toBeTruthy();
    expect(graph.getByRole('img', { name: '制动' }).querySelectorAll('rect')).toHaveLength(1);
    expect(graph.queryByRole('img', { name: '转向灯' })).toBeNull();
    const row = within((await drawer.findByText('李四')).closest('tr')!);
    expect(row.getByText('查看')).toBeTruthy();
    expect(row.getByText('10.0.0.1')).toBeTruthy();
  });

  it('moves to the next and the previous one with N and P, within the page', async () => {
    const { router, user } = open();
    await cardOf('粤B00001');
    await screen.findByText(`报警 ${gid(1)}`);
    await user.keyboard('n');
    expect(await screen.findByText(`报警 ${gid(2)}`)).toBeTruthy();
    await user.keyboard('n');
    expect(router.state.location.search).toBe(`?alarmGid=${gid(2)}`);
    await user.keyboard('p');
    expect(await screen.findByText(`报警 ${gid(1)}`)).toBeTruthy();
  });

  it('of a driver can be put on hold, if the driver is known', async () => {
    const { server, user } = setUp({ rows: [evidence(1, { driver: '马骏', driverId: '7' }), evidence(2)] });
    await user.click((await cardOf('粤B00002')).getByRole('button', { name: '更多' }));
    expect(await screen.findByText('保全该车辆')).toBeTruthy();
    expect(screen.queryByText('保全该驾驶员')).toBeNull();
    await user.click((await cardOf('粤B00001')).getByRole('button', { name: '更多' }));
    await user.click(await screen.findByText('保全该驾驶员'));
    const hold = within(await findDialog('保全 马骏 的全部证据'));
    await user.type(hold.getByRole('textbox', { name: '原因' }), '工伤');
    await user.click(hold.getByRole('button', { name: /^保.?全$/ }));
    await waitFor(() => expect(server.of('activeSafety/holdEvidence')[0]?.data).toEqual({ driverId: '7', reason: '工伤' }));
  });

  it('of a vehicle can be put on hold, and the hold released, with reasons', async () => {
    const { server, user } = setUp({ rows: [evidence(1)] });
    await user.click((await cardOf('粤B00001')).getByRole('button', { name: '更多' }));
    await user.click(await screen.findByText('保全该车辆'));
    const hold = within(await findDialog('保全 粤B00001 的全部证据'));
    await user.type(hold.getByRole('textbox', { name: '原因' }), '诉讼');
    await user.click(hold.getByRole('button', { name: /^保.?全$/ }));
    await waitFor(() => expect(server.of('activeSafety/holdEvidence')[0]?.data).toEqual({ targId: '1', reason: '诉讼' }));
    await user.click(screen.getByRole('button', { name: '保全记录' }));
    const holds = within(await screen.findByRole('dialog'));
    expect(await holds.findByText('事故调查')).toBeTruthy();
    await user.click(holds.getByRole('button', { name: '解除保全' }));
    const release = within(await findDialog('解除 粤B00001 的保全'));
    await user.type(release.getByRole('textbox', { name: '原因' }), '结案');
    await user.click(release.getByRole('button', { name: '解除保全' }));
    await waitFor(() => expect(server.of('activeSafety/releaseEvidence')[0]?.data).toEqual({ id: '4', reason: '结案' }));
  });
});

describe('the check of a package', () => {
  const drop = async (verdict: object) => {
    const { user } = setUp();
    vi.stubGlobal('XMLHttpRequest', formReceiver(verdict));
    await user.click(await screen.findByRole('button', { name: '校验证据包' }));
    const element = await screen.findByRole('dialog');
    const files = [new File(['zip'], '证据.zip')];
    await act(async () => void fireEvent.drop(within(element).getByText(/拖到此处/), { dataTransfer: { files } }));
    return within(element);
  };

  it('shows that a dropped package is intact, and who exported it', async () => {
    const dialog = await drop({ intact: true, faults: [], files: 6, alarms: 2, createdAt: START, username: '张三' });
    expect(await dialog.findByText('证据.zip 校验通过：签名有效，文件未被改动')).toBeTruthy();
    expect(dialog.getByText(/^张三 于 .* 导出，2 条报警，6 个文件$/)).toBeTruthy();
  });

  it('lists the changed files and other faults', async () => {
    const faults = [
      { file: '粤B00001/a.jpg', fault: 'changed' },
      { file: '', fault: 'badSignature' },
    ];
    const dialog = await drop({ intact: false, faults, files: 6, alarms: 2, createdAt: null, username: '' });
    expect(await dialog.findByText('证据.zip 校验未通过')).toBeTruthy();
    expect(dialog.getByText('粤B00001/a.jpg').closest('li')?.textContent).toBe('粤B00001/a.jpg 内容已被改动');
    expect(dialog.getByText('签名无效')).toBeTruthy();
    expect(dialog.queryByText(/导出，/)).toBeNull();
  });
});
