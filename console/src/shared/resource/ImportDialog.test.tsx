import { driver } from '@fleetwarden/contract/fleet/driver-resource';
import { user as users } from '@fleetwarden/contract/identity/user-resource';
import type { ImportResult } from '@fleetwarden/contract/resources/import-result';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { cleanup, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { formReceiver } from '../../api/testing-upload.ts';
import { findDialog, page, refuse, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { resourceCallRows } from './resource-call-rows.ts';

const CHECK = '11';
const APPLY = '12';
const good: ImportResult = { adds: 2, changes: 1, removes: 0, good: 3, bad: 0, errors: [], errorFile: false, applied: false };
const bad: ImportResult = {
  ...good,
  bad: 1,
  errors: [{ row: 3, cell: 'C3', header: '手机号', message: '请输入正确的手机号码' }],
  errorFile: true,
};
const task = (id: string, state: string, result: ImportResult | null, more: object = {}) => ({
  id,
  kind: 'resource.check',
  state,
  title: '导入',
  done: 1,
  total: 2,
  error: null,
  fileName: null,
  fileBytes: null,
  fileUntil: null,
  mayRetry: false,
  createdAt: 1,
  startedAt: 1,
  finishedAt: null,
  result,
  ...more,
});

beforeEach(async () => {
  await startTexts('zh');
  useSession.setState({ token: 'p.s', userInfo, rights: [] });
  vi.stubGlobal('XMLHttpRequest', formReceiver({ taskId: CHECK }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Told = { readonly resource?: Resource; readonly key?: string; readonly tell?: () => object };
const done = task(APPLY, 'done', { ...good, applied: true });

async function setUp(checked: object, applied: object = done, { resource = driver, key, tell = () => ({}) }: Told = {}) {
  const server = stubServer({
    'user/applyUserImport': () => ({ taskId: APPLY, key }),
    'user/tellUserImport': tell,
    'task/getTask': ({ data }) => (data['id'] === CHECK ? checked : applied),
    'task/listTask': () => page([]),
    'driver/applyDriverImport': () => ({ taskId: APPLY }),
    'driver/getDriverTemplate': () => ({ url: '/template' }),
    'task/getTaskFile': () => ({ url: '/errors' }),
  });
  const onDone = vi.fn();
  const element = <ImportDialog resource={resource} rows={resourceCallRows(resource)} onClose={vi.fn()} onDone={onDone} />;
  renderLive(<AntdProvider>{element}</AntdProvider>, storeOf([]));
  const dialog = within(await findDialog(resource === driver ? '导入 - 驾驶员管理' : '导入 - 用户管理'));
  const user = userEvent.setup({ applyAccept: false });
  const choose = (name = 'drivers.xlsx', content = 'a') =>
    user.upload(dialog.getByLabelText('选择文件'), new File([content], name));
  return { server, dialog, user, choose, onDone };
}

describe('an import', () => {
  it('shows the changes of a valid file, and writes nothing before the confirmation', async () => {
    const { server, dialog, user, choose, onDone } = await setUp(task(CHECK, 'done', good));
    await choose();
    const all = await dialog.findByRole('button', { name: '全部导入' });
    expect(dialog.getByText('新增').nextSibling?.textContent).toBe('2');
    expect(dialog.getByText('修改').nextSibling?.textContent).toBe('1');
    expect(server.of('driver/applyDriverImport')).toHaveLength(0);
    await user.click(all);
    expect(await dialog.findByText('导入完成')).toBeDefined();
    expect(dialog.getByText('已新增').nextSibling?.textContent).toBe('2');
    expect(server.of('driver/applyDriverImport')[0]?.data).toEqual({ taskId: CHECK, mode: 'all' });
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('names each refused cell, offers the error file, and imports only the valid rows', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { server, dialog, user, choose } = await setUp(task(CHECK, 'done', bad));
    await choose('drivers.CSV');
    const errors = within(await dialog.findByRole('region', { name: '错误明细' }));
    expect(errors.getByText('C3')).toBeDefined();
    expect(errors.getByText('手机号')).toBeDefined();
    expect(errors.getByText('请输入正确的手机号码')).toBeDefined();
    expect(dialog.queryByRole('button', { name: '全部导入' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: '下载错误文件' }));
    await waitFor(() => expect(open).toHaveBeenCalledWith('/errors', '_blank', 'noopener'));
    await user.click(dialog.getByRole('button', { name: '导入正确的 3 行' }));
    await waitFor(() => expect(server.of('driver/applyDriverImport')[0]?.data).toEqual({ taskId: CHECK, mode: 'good' }));
    open.mockRestore();
  });

  it('shows the error of an invalid file, and accepts another file', async () => {
    const { dialog, user, choose } = await setUp(task(CHECK, 'failed', null, { error: '表头不正确' }));
    await choose();
    expect(await dialog.findByText('表头不正确')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: '重新选择文件' }));
    expect(dialog.getByRole('button', { name: '选择文件' })).toBeDefined();
  });

  it('shows that nothing was written if records changed in the meantime', async () => {
    const { dialog, user, choose, onDone } = await setUp(task(CHECK, 'done', good), task(APPLY, 'done', bad));
    await choose();
    await user.click(await dialog.findByRole('button', { name: '全部导入' }));
    expect(await dialog.findByText('数据已变化，未导入任何数据，请重新检查文件')).toBeDefined();
    expect(onDone).not.toHaveBeenCalled();
  });

  it('shows the progress of a task', async () => {
    const { dialog, choose } = await setUp(task(CHECK, 'running', null));
    await choose();
    expect(await dialog.findByText('正在检查')).toBeDefined();
    await waitFor(() => expect(dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50'));
  });

  it.each(['drivers.exe', 'drivers.xls'])('does not send %s', async (name) => {
    const { server, dialog, choose } = await setUp(task(CHECK, 'done', good));
    await choose(name);
    expect((await dialog.findByRole('alert')).textContent).toBe('请选择 xlsx 或 csv 文件');
    expect(server.of('task/getTask')).toHaveLength(0);
  });

  it('downloads a template file', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { server, dialog, user } = await setUp(task(CHECK, 'done', good));
    await user.click(dialog.getByRole('button', { name: '下载 csv 模板' }));
    await waitFor(() => expect(open).toHaveBeenCalledWith('/template', '_blank', 'noopener'));
    expect(server.of('driver/getDriverTemplate')[0]?.data).toEqual({ format: 'csv' });
    open.mockRestore();
  });
});

describe('an import of users', () => {
  const told = task(APPLY, 'done', { ...good, applied: true, told: 'box' });
  const passwords = [
    { loginName: 'lijing', password: 'abcd-efgh-2345-6789' },
    { loginName: '=wang', password: 'bcde' },
  ];
  const options = { resource: users, key: 'own key', tell: () => ({ list: passwords }) };

  it('shows the passwords once, and saves them as a CSV file without formulas', async () => {
    const made: Blob[] = [];
    const create = vi.fn((blob: Blob) => `blob:${made.push(blob)}`);
    Object.assign(URL, { createObjectURL: create, revokeObjectURL: vi.fn() });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const { server, dialog, user, choose } = await setUp(task(CHECK, 'done', good), told, options);
    await choose();
    await user.click(await dialog.findByRole('button', { name: '全部导入' }));
    const table = within(await dialog.findByRole('region', { name: '新增记录的一次性信息' }));
    expect(await table.findByText('abcd-efgh-2345-6789')).toBeDefined();
    expect(server.of('user/tellUserImport').map(({ data }) => data)).toEqual([{ taskId: APPLY, key: 'own key' }]);
    await user.click(table.getByRole('button', { name: '保存为 csv' }));
    expect(click).toHaveBeenCalledOnce();
    expect(await made[0]!.text()).toBe("\uFEFF登录名,初始密码\r\nlijing,abcd-efgh-2345-6789\r\n'=wang,bcde\r\n");
    click.mockRestore();
  });

  it('cannot be closed while passwords are still to be shown', async () => {
    const { dialog, user, choose } = await setUp(task(CHECK, 'done', good), task(APPLY, 'running', null), options);
    await choose();
    await user.click(await dialog.findByRole('button', { name: '全部导入' }));
    expect(await dialog.findByText('请勿关闭，导入完成后将显示一次性信息')).toBeDefined();
    expect(
      dialog.queryAllByRole('button', { name: /关\s?闭|Close/ }).map((button) => (button as HTMLButtonElement).disabled),
    ).toEqual([true]);
  });

  it('shows a message if the passwords can no longer be read', async () => {
    const lost = { ...options, tell: () => refuse('4004', 'told already') };
    const { dialog, user, choose } = await setUp(task(CHECK, 'done', good), told, lost);
    await choose();
    await user.click(await dialog.findByRole('button', { name: '全部导入' }));
    expect(await dialog.findByText('一次性信息无法读取，可在列表中逐条重置')).toBeDefined();
  });

  it('requests no passwords if no user was added', async () => {
    const { server, dialog, user, choose } = await setUp(task(CHECK, 'done', good), done, options);
    await choose();
    await user.click(await dialog.findByRole('button', { name: '全部导入' }));
    expect(await dialog.findByText('导入完成')).toBeDefined();
    expect(server.of('user/tellUserImport')).toEqual([]);
  });
});
