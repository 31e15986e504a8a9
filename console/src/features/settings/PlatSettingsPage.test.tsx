import { platformSettings } from '@fleetwarden/contract/settings/platform-settings';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { departmentTree } from '../../shared/departments.ts';
import { refuse, stubServer, userInfo } from '../../ui/testing.tsx';
import { PlatSettingsPage } from './PlatSettingsPage.tsx';
import { shownRows } from './shown-settings.ts';

const EDIT = '70203';
const told = (own: Record<string, unknown> = {}, above: Record<string, unknown> = {}) =>
  Object.fromEntries(
    platformSettings.map((row) => {
      const fallback = above[row.key] ?? row.default;
      return [row.key, { value: own[row.key] ?? fallback, inherited: !(row.key in own), fallback }];
    }),
  );
const reply = (deptId: string | null, version = 3, own: Record<string, unknown> = {}, above: Record<string, unknown> = {}) => ({
  deptId,
  version,
  values: told(own, above),
  logoUrl: '',
});

function setUp(options: { address?: string; answers?: Parameters<typeof stubServer>[0]; rights?: string[] } = {}) {
  const { address = '/setup/platsettings', answers = {}, rights = ['702', '70201', EDIT] } = options;
  useSession.setState({ token: '0123456789abcdef.secret', userInfo, rights });
  const server = stubServer({
    'setting/getPlatSetting': ({ data }) =>
      data['deptId'] === '2'
        ? reply('2', 5, { platName: '分公司平台' }, { mapLevel: 9 })
        : reply(null, 3, { footer: '备案号 1' }),
    'setting/savePlatSetting': () => ({ version: 4 }),
    'mainPage/getDeptTree': () => ({
      list: [
        { deptId: '1', deptName: '总公司', parentId: null, total: 0, online: 0, checked: false },
        { deptId: '2', deptName: '分公司', parentId: '1', total: 0, online: 0, checked: false },
      ],
    }),
    ...answers,
  });
  const router = createMemoryRouter(
    [
      { path: '/setup/platsettings', Component: PlatSettingsPage },
      { path: '/elsewhere', element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const saved = () => server.of('setting/savePlatSetting').map(({ data }) => data);
  const save = () => user.click(screen.getByRole('button', { name: '保存设置' }));
  const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
  const fill = async (name: string, text: string) => {
    const input = await field(name);
    await user.clear(input);
    if (text) await user.type(input, text);
  };
  return { server, router, user, saved, save, field, fill };
}

/** antd gives all its parts one id under test, so that a dialog cannot be found by what labels it. */
const dialogOf = async (title: string) => {
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(title)).toBeTruthy();
  return dialog;
};

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

describe('the settings page', () => {
  it('shows effective settings in tabs, and hides settings without effect', async () => {
    const { user, field } = setUp();
    expect((await field('页脚文字')).value).toBe('备案号 1');
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      '基础',
      '地图',
      '在线判定',
      '报警',
      '视频',
      '主动安全',
      '数据',
      '安全',
      '通知',
    ]);
    expect(screen.getAllByRole('textbox')).toHaveLength(5);
    await user.click(screen.getByRole('tab', { name: '安全' }));
    expect(await screen.findByRole('spinbutton', { name: '密码有效期' })).toBeTruthy();
    const switches = screen.getAllByRole('switch').map((one) => one.getAttribute('aria-checked'));
    // the last ones: approval of dangerous commands, watermark
    expect(switches).toEqual(['true', 'true', 'true', 'false', 'false']);
    expect(shownRows(false).map(({ key }) => key)).toEqual(platformSettings.filter((row) => row.inForce).map(({ key }) => key));
  });

  it('shows only department settings for a department, with inherited values', async () => {
    const { field, user } = setUp({ address: '/setup/platsettings?dept=2' });
    expect((await field('平台名称')).value).toBe('分公司平台');
    expect(screen.getByText('沿用上级：无')).toBeTruthy();
    expect(screen.getByRole('button', { name: '恢复沿用上级：平台名称' })).toBeTruthy();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['基础', '地图', '报警', '视频', '数据']);
    await user.click(screen.getByRole('tab', { name: '地图' }));
    expect(await screen.findAllByText('沿用上级')).toBeTruthy();
    expect((await screen.findByRole<HTMLInputElement>('spinbutton', { name: '地图级别' })).value).toBe('9');
  });

  it('saves only changed values, with the version that was read', async () => {
    const { fill, save, saved } = setUp();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: '保存设置' })).disabled).toBe(true);
    await fill('平台名称', '港口监管');
    expect(screen.getByText('1 项未保存')).toBeTruthy();
    await save();
    await waitFor(() => expect(saved()).toEqual([{ version: 3, values: { platName: '港口监管' } }]));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'success', text: '设置已保存' }]));
    await waitFor(() => expect(screen.queryByText('1 项未保存')).toBeNull());
  });

  it('sends the department ID if it saves for a department', async () => {
    const { fill, save, saved } = setUp({ address: '/setup/platsettings?dept=2' });
    await fill('平台名称', '新名称');
    await save();
    await waitFor(() => expect(saved()).toEqual([{ deptId: '2', version: 5, values: { platName: '新名称' } }]));
  });

  it('never shows a stored map key, and saves a typed one', async () => {
    const { user, save, saved } = setUp({
      address: '/setup/platsettings?tab=map',
      answers: { 'setting/getPlatSetting': () => reply(null, 3, { baiduMapKey: true }) },
    });
    const baidu = await screen.findByLabelText<HTMLInputElement>('百度地图密钥（AK）');
    const amap = screen.getByLabelText<HTMLInputElement>('高德地图密钥（Key）');
    expect([baidu.value, baidu.placeholder, amap.placeholder, baidu.type]).toEqual(['', '已设置', '', 'password']);
    await user.type(amap, 'abc');
    await user.type(baidu, 'x');
    await user.clear(baidu);
    await save();
    await waitFor(() => expect(saved()).toEqual([{ version: 3, values: { gaodeMapKey: 'abc' } }]));
  });

  it('offers platform checks by alarm name, and saves them in a fixed order', async () => {
    const { user, save, saved } = setUp({ address: '/setup/platsettings?tab=alarm' });
    const checks = await screen.findByRole('combobox', { name: '平台检查项' });
    const option = (name: string) =>
      waitFor(() => {
        const found = document.querySelector(`.ant-select-item-option[title="${name}"]`);
        if (!found) throw new Error(`${name} is not offered`);
        return found;
      });
    await user.click(checks);
    await user.click(await option('异常停车'));
    expect(screen.getByText('1 项未保存')).toBeTruthy();
    await user.click(await option('异常停车'));
    expect(screen.queryByText('1 项未保存')).toBeNull();
    await user.click(await option('异常停车'));
    await save();
    await waitFor(() =>
      expect(saved()).toEqual([{ version: 3, values: { platformChecks: ['118', '119', '120', '122', '124', '127'] } }]),
    );
  });

  it('resets a custom value to the default', async () => {
    const { user, field, save, saved } = setUp();
    await field('页脚文字');
    await user.click(screen.getByRole('button', { name: '恢复默认：页脚文字' }));
    expect((await field('页脚文字')).value).toBe('');
    expect(screen.queryByRole('button', { name: '恢复默认：页脚文字' })).toBeNull();
    await save();
    await waitFor(() => expect(saved()).toEqual([{ version: 3, values: { footer: null } }]));
  });

  it('has nothing to save after a change is reverted or discarded', async () => {
    const { fill, user } = setUp();
    await fill('页脚文字', '备案号 2');
    expect(screen.getByText('1 项未保存')).toBeTruthy();
    await fill('页脚文字', '备案号 1');
    expect(screen.queryByText('1 项未保存')).toBeNull();
    await fill('页脚文字', 'x');
    await user.click(screen.getByRole('button', { name: '放弃修改' }));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '页脚文字' })).value).toBe('备案号 1');
  });

  it('shows a validation error under a field after it loses focus, and does not save it', async () => {
    const { fill, save, saved, field, user } = setUp();
    await fill('帮助地址', 'javascript:alert(1)');
    await user.tab();
    const input = await field('帮助地址');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const note = document.getElementById(input.getAttribute('aria-describedby') ?? '');
    expect(within(note!).getByText('请输入以 http:// 或 https:// 开头的地址')).toBeTruthy();
    await save();
    expect(saved()).toEqual([]);
  });

  it('shows a server refusal under its field, and opens the tab of that field', async () => {
    const refused = {
      code: '4001',
      msg: '请重新核对输入信息！',
      data: { fields: [{ path: 'mapLevel', message: '请输入3-18的数字' }] },
    };
    const { fill, save, user } = setUp();
    const answer = globalThis.fetch;
    globalThis.fetch = async (address, init) =>
      String(address).endsWith('savePlatSetting') ? Response.json(refused) : answer(address, init);
    await fill('页脚文字', 'x');
    await save();
    expect(await screen.findByText('请输入3-18的数字')).toBeTruthy();
    expect(screen.getByRole('tab', { name: '地图' }).getAttribute('aria-selected')).toBe('true');
    await user.click(screen.getByRole('tab', { name: '基础' }));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '页脚文字' })).value).toBe('x');
  });

  it('shows that another user changed the settings, and reloads them', async () => {
    const { fill, save, user, server } = setUp({
      answers: { 'setting/savePlatSetting': () => refuse('4010', '数据已被他人修改') },
    });
    await fill('页脚文字', 'x');
    await save();
    const dialog = await dialogOf('数据已被他人修改');
    const before = server.of('setting/getPlatSetting').length;
    await user.click(within(dialog).getByRole('button', { name: '重新加载' }));
    await waitFor(() => expect(server.of('setting/getPlatSetting').length).toBeGreaterThan(before));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: '页脚文字' }).value).toBe('备案号 1'));
    expect(takeNotices()).toEqual([]);
  });

  it('prompts before unsaved changes are lost', async () => {
    const { fill, router, user } = setUp();
    await fill('页脚文字', 'x');
    void router.navigate('/elsewhere');
    const dialog = await dialogOf('有未保存的修改');
    await user.click(within(dialog).getByRole('button', { name: '继续编辑' }));
    expect(router.state.location.pathname).toBe('/setup/platsettings');
    // the dialog that is closing is the one that asks again
    await act(() => router.navigate('/setup/platsettings?dept=2'));
    await user.click(await screen.findByRole('button', { name: '不保存离开' }));
    await waitFor(() => expect(router.state.location.search).toBe('?dept=2'));
    expect(await screen.findByDisplayValue('分公司平台')).toBeTruthy();
    void router.navigate('/elsewhere');
    expect(await screen.findByText('elsewhere')).toBeTruthy();
  });

  it('switches tabs without a prompt, and stores the tab in the URL', async () => {
    const { fill, router, user } = setUp();
    await fill('页脚文字', 'x');
    await user.click(screen.getByRole('tab', { name: '安全' }));
    expect(router.state.location.search).toBe('?tab=security');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is read-only without permission 70203', async () => {
    const { field } = setUp({ rights: ['702', '70201'] });
    expect((await field('页脚文字')).disabled).toBe(true);
    expect(screen.getByText('您只能查看，不能修改这些设置')).toBeTruthy();
    for (const name of ['保存设置', '选择图片', /恢复/]) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('shows that it is loading, and an error with a retry', async () => {
    let away = true;
    const { user, field } = setUp({
      answers: { 'setting/getPlatSetting': () => (away ? refuse('5000', '请求失败,请联系管理员') : reply(null)) },
    });
    expect(screen.getByRole('status', { name: '正在加载设置' })).toBeTruthy();
    const failed = await screen.findByRole('alert');
    away = false;
    await user.click(within(failed).getByRole('button', { name: '重试' }));
    expect(await field('页脚文字')).toBeTruthy();
  });
});

describe('the logo', () => {
  const file = (bytes: number) => new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' });

  it('is uploaded when selected, shown, and removed', async () => {
    const { server, user } = setUp({
      answers: { 'dept/uploadLogo': ({ data }) => ({ logoUrl: data['image'] === '' ? '' : '/api/WebGis/dept/logo/ab.png' }) },
    });
    expect(await screen.findByText('未设置标志')).toBeTruthy();
    await user.upload(screen.getByLabelText('选择图片', { selector: 'input' }), file(3));
    expect((await screen.findByRole('img', { name: '当前标志' })).getAttribute('src')).toBe('/api/WebGis/dept/logo/ab.png');
    await user.click(screen.getByRole('button', { name: '移除标志' }));
    expect(await screen.findByText('未设置标志')).toBeTruthy();
    expect(server.of('dept/uploadLogo').map(({ data }) => data)).toEqual([{ image: 'AAAA' }, { image: '' }]);
  });

  it('larger than 512 KB is not sent', async () => {
    const { server, user } = setUp();
    await user.upload(await screen.findByLabelText('选择图片', { selector: 'input' }), file(512 * 1024 + 1));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'error', text: '图片不能超过 512 KB' }]));
    expect(server.of('dept/uploadLogo')).toEqual([]);
  });
});

describe('departmentTree', () => {
  it('puts departments below their parents, or at the top if the parent is not visible', () => {
    const row = (deptId: string, parentId: string | null) => ({ deptId, deptName: `D${deptId}`, parentId });
    expect(departmentTree([row('2', '1'), row('3', '2'), row('4', null)])).toEqual([
      { value: '2', title: 'D2', children: [{ value: '3', title: 'D3', children: [] }] },
      { value: '4', title: 'D4', children: [] },
    ]);
  });
});

describe('setting tests', () => {
  it('send the typed map key to the provider and show its result', async () => {
    const { server, user } = setUp({
      address: '/setup/platsettings?tab=map',
      answers: { 'setting/testMapKey': () => ({ result: 'unknown', code: '200' }) },
    });
    const name = '测试密钥: 百度地图密钥（AK）';
    await user.click(await screen.findByRole('button', { name }));
    expect((await screen.findByRole('alert')).textContent).toBe('服务商不认识此密钥（返回码 200）');
    await user.type(screen.getByLabelText('百度地图密钥（AK）'), 'AK9');
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() =>
      expect(server.of('setting/testMapKey').map(({ data }) => data)).toEqual([
        { key: 'baiduMapKey' },
        { key: 'baiduMapKey', value: 'AK9' },
      ]),
    );
  });

  it('check the media addresses with the typed values', async () => {
    const { server, user, fill } = setUp({
      address: '/setup/platsettings?tab=safety',
      answers: {
        'setting/testMedia': () => ({
          list: [
            { service: 'media', host: '', port: 6_078, reachable: null },
            { service: 'evidence', host: 'files.example.cn', port: 6_060, reachable: false },
          ],
        }),
      },
    });
    await fill('附件服务器地址', 'files.example.cn');
    await user.click(screen.getByRole('button', { name: '测试终端所用的地址' }));
    await screen.findByText('报警附件 files.example.cn:6060: 无法连接');
    expect(screen.getByText(/视频: 未设置 PUBLIC_HOST/)).toBeTruthy();
    expect(server.of('setting/testMedia').map(({ data }) => data)).toEqual([{ values: { evidenceHost: 'files.example.cn' } }]);
  });

  it('are not offered to users with read-only permission', async () => {
    setUp({ address: '/setup/platsettings?tab=map', rights: ['702', '70201'] });
    await screen.findByText('百度地图密钥（AK）');
    expect(screen.queryByRole('button', { name: /测试密钥/ })).toBeNull();
  });
});

it('a list setting has one entry per line, without empty ones', async () => {
  const { user, saved, save, field } = setUp({ address: '/setup/platsettings?tab=security' });
  await user.type(await field('允许登录的 IP'), '10.0.0.0/8{Enter}{Enter} 192.0.2.7 ');
  await save();
  await waitFor(() => expect(saved()).toMatchObject([{ values: { ipList: ['10.0.0.0/8', '192.0.2.7'] } }]));
  expect(saved()).toHaveLength(1);
});
