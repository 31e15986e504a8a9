import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import { findDialog, giveSize, page, renderLive, runRowAction, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { FirmwarePage } from './FirmwarePage.tsx';

vi.mock('jsencrypt', () => import('../../api/testing-jsencrypt.ts'));

const Page = () => <FirmwarePage control={<p>control</p>} />;
const PATH = '/setup/terminal/firmwareUpgrade';
const file = {
  id: '1',
  name: 'fw.bin',
  kind: 0,
  maker: 'FWSIM',
  version: 'V2.1.0',
  models: ['FW-T1'],
  bytes: 40_000,
  sha256: 'ab'.repeat(32),
  md5: 'cd'.repeat(16),
  note: '',
  deptName: '演示集团',
  username: '张三',
  createdAt: Date.parse('2026-11-21T06:22:49+08:00'),
  rollouts: 1,
};
const counts = { waiting: 3, sending: 1, sent: 0, succeeded: 0, failed: 1, cancelled: 0, withdrawn: 0 };
const rollout = {
  id: '8',
  firmwareId: '1',
  fileName: 'fw.bin',
  kind: 0,
  version: 'V2.1.0',
  way: 1,
  percent: 40,
  stopAfter: 1,
  autoNext: false,
  state: 2,
  stage: 1,
  firstCars: 2,
  cars: 5,
  counts,
  progress: 0.1,
  note: '刷回 V2.0.9',
  deptName: '演示集团',
  username: '张三',
  createdAt: file.createdAt,
  endedAt: null,
  approveBy: null,
};
const car = (id: string, more: object) => ({
  targId: id,
  carNo: `沪A0000${id}`,
  color: 2,
  deptName: '演示集团',
  model: 'FW-T1',
  stage: 1,
  state: 1,
  parts: 40,
  partsDone: 20,
  attempts: 1,
  resultCode: null,
  startedAt: file.createdAt,
  endedAt: null,
  ...more,
});
const group = { ltId: 'd1', ltName: '演示集团', ltType: 0, deptId: '1', parentId: null, total: 2 };
const node = (id: string) => {
  const plate = `沪A0000${id}`;
  return { ltId: id, ltName: plate, ltType: 3, deptId: '1', parentId: '1', carId: id, carNo: plate, color: 2 };
};

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

function setUp(
  address = PATH,
  rights: readonly string[] = ['7010901', '7010909'],
  handlers: Parameters<typeof stubServer>[0] = {},
) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'firmware/listFirmware': () => page([file]),
    'firmware/listRollout': () => page([rollout]),
    'firmware/listRolloutCar': () => page([car('1', {}), car('2', { state: 4, partsDone: 7, resultCode: 4021 })]),
    'firmware/changeRollout': () => ({ changed: true }),
    'firmware/noteRollout': () => ({}),
    'firmware/delFirmware': () => ({ deleted: 1 }),
    'firmware/addRollout': () => ({ id: '9' }),
    'user/publicKey': () => ({ publicKey: 'key', nonce: 'n' }),
    'mainPage/getLeftTree2': ({ data }) => (data['deptId'] === undefined ? page([group]) : page([node('2'), node('3')])),
    ...handlers,
  });
  const router = createMemoryRouter([{ path: PATH, Component: Page }], {
    initialEntries: [address],
  });
  const common = createCommonMessages();
  renderLive(<RouterProvider router={router} />, storeOf([]), common);
  return { server, router, common, user: userEvent.setup() };
}
const box = (tree: HTMLElement, name: string) => within(within(tree).getByRole('treeitem', { name })).getByTitle('选择');

describe('firmware files', () => {
  it('are listed with version, models and digest', async () => {
    setUp();
    const row = (await screen.findByText('fw.bin')).closest('tr')!;
    for (const text of ['V2.1.0', 'FWSIM', 'FW-T1', '终端']) expect(within(row).getByText(text)).toBeDefined();
    expect(within(row).getByTitle(file.sha256)).toBeDefined();
  });

  it('offer no upload and no roll-out to users with view permission only', async () => {
    setUp(PATH, ['7010901']);
    const row = (await screen.findByText('fw.bin')).closest('tr')!;
    expect(within(row).queryByRole('button')).toBeNull();
    expect(screen.queryByRole('button', { name: '上传升级包' })).toBeNull();
  });

  it('are deleted after a confirmation that names the file', async () => {
    const { server, user } = setUp();
    await runRowAction(user, (await screen.findByText('fw.bin')).closest('tr')!, '删除');
    const dialog = within(await findDialog('删除升级包 fw.bin（V2.1.0）？'));
    await user.click(dialog.getByRole('button', { name: /删\s*除/ }));
    await waitFor(() => expect(server.of('firmware/delFirmware')[0]?.data).toEqual({ id: '1' }));
  });

  it('are selected with a button, which then shows the name and size of the file', async () => {
    const { user } = setUp();
    await user.click(await screen.findByRole('button', { name: '上传升级包' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.upload(dialog.getByLabelText('选择文件', { selector: 'input' }), new File(['1234'], 'new.bin'));
    expect(await dialog.findByText(/^new\.bin \(4/)).toBeDefined();
  });

  it('require a file and a version', async () => {
    const { user } = setUp();
    await user.click(await screen.findByRole('button', { name: '上传升级包' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getAllByRole('button', { name: '上传升级包' })[0]!);
    expect(await within(dialog).findByText('请选择升级文件')).toBeDefined();
    expect((await within(dialog).findAllByText('不能为空')).length).toBeGreaterThan(0);
  });
});

describe('a roll-out', () => {
  it('excludes incompatible vehicles, and starts after a confirmation with plates and number', async () => {
    const { server, user, router } = setUp(PATH, ['7010901', '7010909'], {
      'firmware/checkRollout': () => ({
        cars: 1,
        firstCars: 1,
        plates: ['沪A00002'],
        unfit: [{ targId: '3', carNo: '沪A00003', reason: 'model' }],
      }),
    });
    await runRowAction(user, (await screen.findByText('fw.bin')).closest('tr')!, '下发升级');
    const drawer = within(await findDialog('下发升级 fw.bin V2.1.0'));
    const tree = await drawer.findByRole('tree', { name: '可选车辆' });
    await within(tree).findByRole('treeitem', { name: '沪A00003' });
    await user.click(box(tree, '沪A00002'));
    await user.click(box(tree, '沪A00003'));
    await user.click(drawer.getByRole('button', { name: '添加所选' }));
    await user.click(drawer.getByRole('button', { name: '下发升级' }));
    const unfit = within(await findDialog('以下车辆不能升级'));
    expect(unfit.getByText('沪A00003 终端型号不适用')).toBeDefined();
    await user.click(unfit.getByRole('button', { name: '只升级其余 1 辆' }));
    const confirm = within(await findDialog('确认升级 1 辆车'));
    expect(confirm.getByText('沪A00002')).toBeDefined();
    expect(server.of('firmware/addRollout')).toEqual([]);
    // at once: a dialog that is still opening takes the focus
    fireEvent.change(confirm.getByLabelText('登录密码'), { target: { value: 'Correct-horse-7' } });
    await user.click(confirm.getByRole('button', { name: '下发升级' }));
    await waitFor(() => expect(server.of('firmware/addRollout')).toHaveLength(1));
    expect(server.of('firmware/addRollout')[0]!.data).toEqual({
      firmwareId: '1',
      targIds: ['2'],
      confirmation: { cmdCode: '8108', vehicles: 1, plate: '沪A00002', password: 'sealed Correct-horse-7' },
      way: 1,
      percent: 10,
      stopAfter: 3,
      autoNext: false,
      note: '',
    });
    await waitFor(() => expect(router.state.location.search).toBe('?tab=rollouts'));
  });

  it('shows each vehicle with its progress and failure reason, and the available actions', async () => {
    const { server, user } = setUp(`${PATH}?tab=rollouts`);
    await user.click(await screen.findByRole('button', { name: '详情' }));
    const drawer = within(await findDialog('fw.bin V2.1.0'));
    expect(await drawer.findByText('20 / 40')).toBeDefined();
    expect(drawer.getByText('终端无应答')).toBeDefined();
    expect(drawer.getByText('失败车辆达到 1 辆，任务已自动停止')).toBeDefined();
    expect(drawer.queryByRole('button', { name: '暂停' })).toBeNull();
    await user.click(drawer.getByRole('button', { name: /继\s*续/ }));
    await waitFor(() => expect(server.of('firmware/changeRollout')[0]?.data).toEqual({ id: '8', action: 'resume' }));
    await user.click(drawer.getByRole('button', { name: '升级全部' }));
    const confirm = within(await findDialog('向其余 3 辆车下发升级？'));
    await user.click(confirm.getByRole('button', { name: '升级全部' }));
    await waitFor(() => expect(server.of('firmware/changeRollout')[1]?.data).toEqual({ id: '8', action: 'releaseAll' }));
  });

  it('offers the approval only to users with the permission for dangerous controls', async () => {
    const rights = ['7010901', '7010909', '7010910'];
    const { server, user } = setUp(`${PATH}?tab=rollouts`, rights, {
      'firmware/listRollout': () => page([{ ...rollout, state: 5, approveBy: file.createdAt }]),
    });
    await user.click(await screen.findByRole('button', { name: '详情' }));
    const drawer = within(await findDialog('fw.bin V2.1.0'));
    expect(await drawer.findByText(/需由另一位具有危险控制权限的用户批准/)).toBeDefined();
    expect(drawer.getByText('审批截止：11-21 06:22:49')).toBeDefined();
    await user.click(drawer.getByRole('button', { name: /批\s*准/ }));
    await waitFor(() => expect(server.of('firmware/changeRollout')[0]?.data).toEqual({ id: '8', action: 'approve' }));
  });

  it('stores the roll-back note', async () => {
    const { server, user } = setUp(`${PATH}?tab=rollouts`);
    await user.click(await screen.findByRole('button', { name: '详情' }));
    const drawer = within(await findDialog('fw.bin V2.1.0'));
    const note = await drawer.findByRole('textbox', { name: '回退说明' });
    await user.type(note, '，联系厂家');
    await user.click(drawer.getByRole('button', { name: /保\s*存/ }));
    await waitFor(() => expect(server.of('firmware/noteRollout')[0]?.data).toEqual({ id: '8', note: '刷回 V2.0.9，联系厂家' }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toContain('已保存'));
  });

  it('reloads after a live message', async () => {
    const { server, common } = setUp(`${PATH}?tab=rollouts`);
    await screen.findByText('fw.bin');
    const before = server.of('firmware/listRollout').length;
    common.publish({ type: 'firmware', data: { rolloutIds: ['8'] } });
    await waitFor(() => expect(server.of('firmware/listRollout').length).toBeGreaterThan(before));
  });
});
