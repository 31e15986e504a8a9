import { terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import { PARAMETER_GROUPS } from '@fleetwarden/contract/terminal-settings/parameter-groups';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { formReceiver } from '../../api/testing-upload.ts';
import { page, userInfo } from '../../ui/testing.tsx';
import { type SetupPageRow, setupPages } from './setup-pages.ts';
import { openSetupPage } from './testing.tsx';

vi.mock('jsencrypt', () => import('../../api/testing-jsencrypt.ts'));

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const READ_AT = Date.UTC(2026, 10, 26, 4);
const stored = (values: Record<string, unknown>, version: number | null = 2019) => ({
  targId: '1',
  carNo: '京A1',
  color: 2,
  deptName: '一队',
  version,
  readAt: READ_AT,
  list: Object.entries(values).map(([id, value]) => ({ id, value, raw: null, readAt: READ_AT, pending: null })),
});
const OVERSPEED = '/setup/common/terminaloverspeedset';
const OVERSPEED_RIGHTS = ['704', '70402', '7040201', '7040209'];
const setReply = (...targIds: string[]) => ({
  batchIds: [],
  setId: '5',
  list: targIds.map((targId) => ({
    targId,
    carNo: `京A${targId}`,
    seqId: `7${targId}`,
    state: 'sent',
    resultCode: null,
    notApplicable: [],
  })),
});
const speed = () => screen.findByRole<HTMLInputElement>('spinbutton', { name: '最高速度' });
const lineOf = (input: HTMLElement) => within(input.closest<HTMLElement>('[data-line]')!);
const results = () => within(screen.getByRole('region', { name: '下发结果' }));

describe('the table of setup pages', () => {
  const rows = Object.entries<SetupPageRow>(setupPages);

  it('has a route with code and title for each page', () => {
    for (const [path, { code, title }] of rows)
      expect(consoleRoutes.find((route) => route.path === path)).toMatchObject({ roles: [code], title });
  });

  it('uses only commands and parameters with codes of the page', () => {
    for (const [path, { code, sections }] of rows)
      for (const section of Object.values(sections)) {
        if (section.kind === 'parameters')
          for (const group of section.groups) expect(PARAMETER_GROUPS[group].page, `${path} ${group}`).toBe(code);
        else if (section.kind === 'commands')
          for (const cmdCode of section.codes)
            expect(
              terminalCommands[cmdCode].permissions.some((each) => each.startsWith(code)),
              `${path} ${cmdCode}`,
            ).toBe(true);
      }
  });
});

describe('a page without permission', () => {
  it('shows no fields, and sends no requests', async () => {
    const { server } = openSetupPage(OVERSPEED, { rights: ['704', '70402'] });
    expect(await screen.findByText('无操作权限')).toBeTruthy();
    expect(screen.queryByRole('spinbutton')).toBeNull();
    expect(server.requests).toEqual([]);
  });

  it('offers no sending to users with read-only permission', async () => {
    openSetupPage(OVERSPEED, { rights: ['70402', '7040201'] });
    expect((await speed()).disabled).toBe(true);
    for (const name of [/下发/, /读取/]) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('shows that it is read-only if the user can send none of its commands', async () => {
    openSetupPage('/setup/terminal/oilElectricDoor', { rights: ['70110', '7011001', '7011009'] });
    expect(await screen.findByText('您只能查看，不能下发')).toBeTruthy();
  });
});

describe('a parameter page', () => {
  const answers = {
    'terminal/getParams': () => stored({ 85: 80, 86: 10 }),
    'terminal/setParams': ({ data }: { data: Record<string, unknown> }) => setReply(...(data['targIds'] as string[])),
    'terminal/readParams': () => ({ list: [{ targId: '1', seqId: '61', state: 1, resultCode: null }] }),
  };

  it('shows the terminal value next to the new value, and marks the difference', async () => {
    const { choose, user } = openSetupPage(OVERSPEED, { rights: OVERSPEED_RIGHTS, answers });
    await choose('京A1');
    await waitFor(async () => expect((await speed()).value).toBe('80'));
    const line = lineOf(await speed());
    expect(line.getByText('80 km/h')).toBeTruthy();
    expect(lineOf(screen.getByRole('spinbutton', { name: '超速预警差值' })).getByText('未读取')).toBeTruthy();
    expect(screen.getByText(/终端值读取于/)).toBeTruthy();
    await user.clear(await speed());
    await user.type(await speed(), '90');
    expect(line.getByText('与终端不同')).toBeTruthy();
    expect(screen.getByRole('button', { name: '下发 1 项' })).toBeTruthy();
    await user.clear(await speed());
    await user.type(await speed(), '80');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '下发' }).disabled).toBe(true);
  });

  it('refuses a value outside its limits', async () => {
    const { choose, user, server } = openSetupPage(OVERSPEED, { rights: OVERSPEED_RIGHTS, answers });
    await choose('京A1');
    await user.clear(await speed());
    await user.type(await speed(), '221');
    expect(lineOf(await speed()).getByRole('alert').textContent).toBe('最大值为220');
    await user.click(screen.getByRole('button', { name: '下发 1 项' }));
    expect(server.of('terminal/setParams')).toEqual([]);
  });

  it('sends only changed values, and shows the result for each vehicle', async () => {
    const { choose, user, server, common } = openSetupPage(OVERSPEED, { rights: OVERSPEED_RIGHTS, answers });
    await choose('京A1', '京A2');
    expect(await screen.findByText(/已选 2 辆车/)).toBeTruthy();
    await user.type(await speed(), '90');
    await user.click(screen.getByRole('button', { name: '下发 1 项' }));
    await waitFor(() =>
      expect(server.of('terminal/setParams').map(({ data }) => data)).toEqual([
        { targIds: ['1', '2'], values: { 85: 90 }, queueOffline: true },
      ]),
    );
    expect(await results().findAllByText('已下发，等待应答')).toHaveLength(2);
    const tell = (targId: string, setState: string) =>
      act(() =>
        common.publish({ type: 'terminalParams', data: { targId, ids: [], seqId: `7${targId}`, setId: '5', setState } } as never),
      );
    tell('1', 'confirmed');
    tell('2', 'failed');
    expect(await results().findByText('已生效，回读一致')).toBeTruthy();
    expect(results().getByText('下发失败')).toBeTruthy();
    expect((await speed()).value).toBe('');
  });

  it('shows the value that the terminal returned instead', async () => {
    const { choose, user, common } = openSetupPage(OVERSPEED, {
      rights: OVERSPEED_RIGHTS,
      answers: {
        ...answers,
        'terminal/listParamSet': () =>
          page([{ setId: '5', targId: '1', state: 'differs', resultCode: 0, differing: { 85: 85 }, changedAt: READ_AT }]),
      },
    });
    await choose('京A1');
    await user.clear(await speed());
    await user.type(await speed(), '90');
    await user.click(screen.getByRole('button', { name: '下发 1 项' }));
    await results().findByText('已下发，等待应答');
    act(() =>
      common.publish({
        type: 'terminalParams',
        data: { targId: '1', ids: [], seqId: '71', setId: '5', setState: 'differs' },
      } as never),
    );
    expect(await results().findByText('最高速度 85 km/h')).toBeTruthy();
  });

  it('reads on request, and fills in the values of the terminal', async () => {
    let now = stored({});
    const { choose, user, server, common } = openSetupPage(OVERSPEED, {
      rights: OVERSPEED_RIGHTS,
      answers: { ...answers, 'terminal/getParams': () => now },
    });
    await choose('京A1');
    await user.click(await screen.findByRole('button', { name: '读取' }));
    await waitFor(() => expect(server.of('terminal/readParams')[0]?.data).toEqual({ targIds: ['1'], groups: ['overspeed'] }));
    now = stored({ 85: 100 });
    act(() =>
      common.publish({
        type: 'terminalParams',
        data: { targId: '1', ids: ['85'], seqId: '61', setId: null, setState: null },
      } as never),
    );
    await waitFor(async () => expect((await speed()).value).toBe('100'));
  });

  it('opens the template form with the entered values', async () => {
    const { user, server } = openSetupPage(OVERSPEED, {
      rights: [...OVERSPEED_RIGHTS, '7040110'],
      answers: {
        ...answers,
        'terminal/listParamTemplate': () => ({ list: [] }),
        'terminal/saveParamTemplate': () => ({ id: '3', version: 1 }),
        'mainPage/getDeptTree': () => ({
          list: [{ deptId: '1', deptName: '总公司', parentId: null, total: 0, online: 0, checked: false }],
        }),
      },
    });
    await user.type(await speed(), '90');
    await user.click(screen.getByRole('button', { name: '参数模板' }));
    await user.click(await screen.findByRole('menuitem', { name: '存为模板' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByRole<HTMLInputElement>('spinbutton', { name: '最高速度' })).value).toBe('90');
    expect(dialog.getByText('参数（已选 1 项）')).toBeTruthy();
    expect(server.of('terminal/saveParamTemplate')).toEqual([]);
  });

  it('prompts before unsent changes are lost', async () => {
    const { user, router } = openSetupPage('/setup/common/alarmKey', {
      rights: ['70404', '7040401', '7040409'],
      tab: 'collision',
    });
    await user.type(await screen.findByRole('spinbutton', { name: '侧翻角度' }), '30');
    await user.click(screen.getByRole('tab', { name: '报警屏蔽字' }));
    await user.click(await screen.findByRole('button', { name: '继续编辑' }));
    expect(router.state.location.search).toBe('?tab=collision');
  });

  it('requires a selected vehicle', async () => {
    const { user, server } = openSetupPage(OVERSPEED, { rights: OVERSPEED_RIGHTS, answers });
    await user.type(await speed(), '90');
    await user.click(screen.getByRole('button', { name: '下发 1 项' }));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'warning', text: '没有已选中车辆,请选择！' }]));
    expect(server.of('terminal/setParams')).toEqual([]);
  });

  it('disables a parameter that the terminal version lacks', async () => {
    const { choose } = openSetupPage('/setup/terminal/illegalDrivingPeriod', {
      rights: ['70103', '7010301', '7010309'],
      answers: { 'terminal/getParams': () => stored({}, 2013) },
    });
    await choose('京A1');
    expect(await screen.findByText(/该终端（2013 版）没有此参数/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('开始时间').disabled).toBe(true);
  });

  it('sends a time entered in minutes as seconds', async () => {
    const { choose, user, server } = openSetupPage('/setup/common/fatigueDriving', {
      rights: ['70403', '7040301', '7040309'],
      answers: { ...answers, 'terminal/getParams': () => stored({ 87: 14_400 }) },
    });
    await choose('京A1');
    const limit = await screen.findByRole<HTMLInputElement>('spinbutton', { name: '连续驾驶时间门限' });
    await waitFor(() => expect(limit.value).toBe('240'));
    await user.clear(limit);
    await user.type(limit, '200');
    await user.click(screen.getByRole('button', { name: '下发 1 项' }));
    await waitFor(() => expect(server.of('terminal/setParams')[0]?.data['values']).toEqual({ 87: 12_000 }));
  });

  it('sends only the changed fields of a struct that supports partial updates', async () => {
    const { choose, user, server } = openSetupPage('/setup/adasalarm', {
      rights: ['703', '70301', '70309'],
      tab: 'bsd',
      answers: { ...answers, 'terminal/getParams': () => stored({ [0xf3_67]: { rearS: 3, sideRearS: 4 } }) },
    });
    await choose('京A1');
    const [rear] = await screen.findAllByRole<HTMLInputElement>('spinbutton');
    await waitFor(() => expect(rear!.value).toBe('3'));
    await user.clear(rear!);
    await user.type(rear!, '5');
    await user.click(screen.getByRole('button', { name: '下发 1 项' }));
    await waitFor(() => expect(server.of('terminal/setParams')[0]?.data['values']).toEqual({ [0xf3_67]: { rearS: 5 } }));
  });
});

describe('alarm masks', () => {
  const rights = ['70404', '7040401', '7040409'];
  const answers = {
    'terminal/getParams': () => stored({ 80: 2 }),
    'terminal/setParams': () => setReply('1'),
  };

  it('are a table of alarm names, and a change sets one bit', async () => {
    const { choose, user, server } = openSetupPage('/setup/common/alarmKey', { rights, answers });
    await choose('京A1');
    const overspeed = await screen.findByRole<HTMLInputElement>('checkbox', { name: '超速报警：报警屏蔽字' });
    await waitFor(() => expect(overspeed.checked).toBe(true));
    await user.click(screen.getByRole('checkbox', { name: '疲劳驾驶报警：报警屏蔽字' }));
    await user.click(screen.getByRole('button', { name: '下发 1 项' }));
    await waitFor(() => expect(server.of('terminal/setParams')[0]?.data['values']).toEqual({ 80: 6 }));
  });

  it('require confirmation before the emergency alarm is masked', async () => {
    const { choose, user, server } = openSetupPage('/setup/common/alarmKey', { rights, answers });
    await choose('京A1');
    await user.click(await screen.findByRole('checkbox', { name: '紧急报警：报警屏蔽字' }));
    await user.click(screen.getByRole('button', { name: '下发 1 项' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/屏蔽紧急报警后/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: '取消' }));
    expect(server.of('terminal/setParams')).toEqual([]);
  });
});

describe('the server address', () => {
  it('accepts an unusual port, with a warning', async () => {
    const { choose, user, server } = openSetupPage('/setup/common/serverManage', {
      rights: ['70406', '7040601', '7040609'],
      answers: { 'terminal/getParams': () => stored({}, 2013), 'terminal/setParams': () => setReply('1') },
    });
    await choose('京A1');
    const port = await screen.findByRole('spinbutton', { name: '服务器 TCP 端口' });
    await user.type(port, '80');
    expect(await screen.findByText('不常用的端口，请核对：端口范围1024-65535')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '下发 1 项' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(server.of('terminal/probeServer')).toEqual([]);
    await user.clear(port);
    await user.type(port, '7611');
    await waitFor(() => expect(screen.queryByText(/不常用的端口/)).toBeNull());
  });

  it('is sent only after confirmation for these vehicles, even if an address is unreachable', async () => {
    const { choose, user, server } = openSetupPage('/setup/common/serverManage', {
      rights: ['70406', '7040601', '7040609'],
      answers: {
        'terminal/getParams': () => stored({}),
        'terminal/setParams': () => setReply('1', '2'),
        'terminal/probeServer': () => ({
          list: [
            { host: 'new.example.cn', port: 9000, reachable: true },
            { host: '192.0.2.1', port: 9001, reachable: false },
          ],
        }),
        'user/publicKey': () => ({ publicKey: 'key', nonce: 'once' }),
      },
    });
    await choose('京A1', '京A2');
    const typed = 'new.example.cn:9000;192.0.2.1:9001;old.example.cn';
    await user.type(await screen.findByRole('textbox', { name: '主服务器地址' }), typed);
    await user.click(screen.getByRole('button', { name: '下发 1 项' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('将下发到 2 辆车：京A1、京A2')).toBeTruthy();
    expect(await dialog.findByText('本平台可以连接：new.example.cn:9000')).toBeTruthy();
    expect(dialog.getByText(/^本平台 3 秒内无法连接：192\.0\.2\.1:9001。/)).toBeTruthy();
    expect(dialog.getByText(/^未检测：old\.example\.cn。/)).toBeTruthy();
    expect(server.of('terminal/probeServer').map(({ data }) => data)).toEqual([
      {
        addresses: [
          { host: 'new.example.cn', port: 9000 },
          { host: '192.0.2.1', port: 9001 },
        ],
      },
    ]);
    // the test prevents nothing
    await user.click(dialog.getByRole('button', { name: '下发到 2 辆车' }));
    expect(await dialog.findByText('请先确认')).toBeTruthy();
    expect(server.of('terminal/setParams')).toEqual([]);
    await user.click(dialog.getByRole('checkbox', { name: '我已确认新的地址和参数可用' }));
    await user.type(dialog.getByLabelText('登录密码'), 'secret');
    await user.click(dialog.getByRole('button', { name: '下发到 2 辆车' }));
    await waitFor(() =>
      expect(server.of('terminal/setParams')[0]?.data).toEqual({
        targIds: ['1', '2'],
        values: { 19: typed },
        queueOffline: true,
        confirmation: { cmdCode: '8103server', vehicles: 2, password: expect.any(String) },
      }),
    );
  });
});

describe('a command page', () => {
  const sent = (...targIds: string[]) => ({
    list: targIds.map((targId) => ({ targId, seqId: `8${targId}`, state: 1, resultCode: null })),
  });

  it('sends the command form, and shows the reply', async () => {
    const { choose, user, server, common } = openSetupPage('/setup/terminal/recordingCommand', {
      rights: ['70115', '7011501', '7011509'],
      answers: { 'terminal/sendCommand': () => sent('1') },
    });
    await choose('京A1');
    await user.click(await screen.findByRole('button', { name: '下发' }));
    await waitFor(() =>
      expect(server.of('terminal/sendCommand')[0]?.data).toEqual({
        cmdCode: '8804',
        targIds: ['1'],
        params: { recording: 1, seconds: 0, save: 0, samplingRate: 0 },
        queueOffline: false,
      }),
    );
    expect(await results().findByText('已下发，等待应答')).toBeTruthy();
    act(() =>
      common.publish({
        type: 'cmdResult',
        data: { seqId: '81', targId: '1', cmdCode: '8804', state: 3, resultCode: 1, resultData: null },
      } as never),
    );
    expect(await results().findByText('终端拒绝执行')).toBeTruthy();
  });

  it('sends a list of rows', async () => {
    const { choose, user, server } = openSetupPage('/setup/terminal/phoneBook', {
      rights: ['70111', '7011101', '7011109'],
      answers: { 'terminal/sendCommand': () => sent('1') },
    });
    await choose('京A1');
    await user.click(await screen.findByRole('button', { name: /添加一行/ }));
    await user.type(screen.getByLabelText('第 1 行 电话号码'), '13800000000');
    expect(screen.queryByText('必填')).toBeNull();
    await user.click(screen.getByRole('button', { name: '下发' }));
    expect(await screen.findByText('必填')).toBeTruthy();
    await user.type(screen.getByLabelText('第 1 行 联系人姓名'), '调度');
    await user.click(screen.getByRole('button', { name: '下发' }));
    await waitFor(() =>
      expect(server.of('terminal/sendCommand')[0]?.data).toMatchObject({
        params: { action: 1, contacts: [{ callDirection: 3, phone: '13800000000', contactName: '调度' }] },
        queueOffline: true,
      }),
    );
  });

  it('adds the valid rows of a file to a list, and shows the errors of other rows', async () => {
    const contacts = [{ callDirection: 3, phone: '13800000001', contactName: '调度' }];
    const errors = [{ row: 3, cell: 'B3', header: '电话号码', message: '电话号码格式不正确' }];
    const { choose, user, server } = openSetupPage('/setup/terminal/phoneBook', {
      rights: ['70111', '7011101', '7011109'],
      answers: { 'terminal/sendCommand': () => sent('1') },
    });
    const forms: FormData[] = [];
    vi.stubGlobal('XMLHttpRequest', formReceiver({ rows: contacts, errors }, forms));
    await choose('京A1');
    await user.click(await screen.findByRole('button', { name: /^导入|导入$/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.upload(dialog.getByLabelText('选择文件'), new File(['x'], '电话本.csv'));
    expect(await dialog.findByText('电话号码格式不正确')).toBeTruthy();
    expect(forms.map((form) => JSON.parse(String(form.get('data'))))).toEqual([{ cmdCode: '8401', list: 'contacts' }]);
    await user.click(dialog.getByRole('button', { name: '导入正确的 1 行' }));
    expect(await screen.findByDisplayValue('13800000001')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '下发' }));
    await waitFor(() =>
      expect(server.of('terminal/sendCommand')[0]?.data).toMatchObject({ cmdCode: '8401', params: { action: 1, contacts } }),
    );
  });

  it('refuses a file with more rows than the list can hold', async () => {
    const contact = (at: number) => ({ callDirection: 3, phone: `1380000${1_000 + at}`, contactName: '调度' });
    const { choose, user } = openSetupPage('/setup/terminal/phoneBook', {
      rights: ['70111', '7011101', '7011109'],
    });
    vi.stubGlobal('XMLHttpRequest', formReceiver({ rows: Array.from({ length: 50 }, (_, at) => contact(at)), errors: [] }));
    await choose('京A1');
    await user.click(await screen.findByRole('button', { name: /添加一行/ }));
    await user.click(await screen.findByRole('button', { name: /^导入|导入$/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.upload(dialog.getByLabelText('选择文件'), new File(['x'], '电话本.csv'));
    expect(await dialog.findByText('正确的有 50 行，但最多还能添加 49 行。请删减后重试。')).toBeTruthy();
    expect(screen.queryByDisplayValue('13800001000')).toBeNull();
  });

  it('shows only the fields that the selected content needs', async () => {
    const { choose, user, server } = openSetupPage('/setup/terminal/recorderCollection', {
      rights: ['70113', '7011301', '7011309'],
      answers: { 'terminal/sendCommand': () => sent('1') },
    });
    await choose('京A1');
    expect(await screen.findByText('00H 执行标准版本')).toBeTruthy();
    expect(screen.queryByLabelText('最大数据块数')).toBeNull();
    await user.click(screen.getByRole('button', { name: '下发' }));
    await waitFor(() =>
      expect(server.of('terminal/sendCommand')[0]?.data).toMatchObject({ cmdCode: '8700', params: { command: 0 } }),
    );
  });

  it('shows decoded recorder data, and its bytes only if it cannot be decoded', async () => {
    const { choose, user, server, common } = openSetupPage('/setup/terminal/recorderCollection', {
      rights: ['70113', '7011301', '7011309'],
      answers: { 'terminal/sendCommand': () => sent('1') },
    });
    await choose('京A1');
    await user.click(await screen.findByRole('button', { name: '下发' }));
    await waitFor(() => expect(server.of('terminal/sendCommand')).toHaveLength(1));
    const answer = (resultData: object) =>
      act(() =>
        common.publish({
          type: 'cmdResult',
          data: { seqId: '81', targId: '1', cmdCode: '8700', state: 6, resultCode: 0, resultData },
        } as never),
      );
    answer({ command: 5, block: '557a05', said: { vin: 'LFV2A21K8A4012345' } });
    await user.click(await results().findByRole('button', { name: '查看' }));
    const drawer = within(await screen.findByRole('dialog'));
    expect(await drawer.findByText('LFV2A21K8A4012345')).toBeTruthy();
    expect(drawer.queryByText('557a05')).toBeNull();
    answer({ command: 99, block: '557a63' });
    expect(drawer.getByText('557a63')).toBeTruthy();
  });

  it('shows long recorder data in pages, and saves it as received', async () => {
    const { choose, user, server, common } = openSetupPage('/setup/terminal/recorderCollection', {
      rights: ['70113', '7011301', '7011309', '7011310'],
      answers: {
        'terminal/sendCommand': () => sent('1'),
        'terminal/listRecorderRecord': () => page([{ at: READ_AT, event: 1 }], 120),
        'terminal/saveRecorderData': () => ({ url: 'about:blank' }),
      },
    });
    await choose('京A1');
    await user.click(await screen.findByRole('button', { name: '下发' }));
    await waitFor(() => expect(server.of('terminal/sendCommand')).toHaveLength(1));
    const resultData = { command: 19, said: { blocks: 120 }, stored: { bytes: 70_000, records: 120 } };
    act(() =>
      common.publish({
        type: 'cmdResult',
        data: { seqId: '81', targId: '1', cmdCode: '8700', state: 6, resultCode: 0, resultData },
      } as never),
    );
    await user.click(await results().findByRole('button', { name: '查看' }));
    const drawer = within(await screen.findByRole('dialog'));
    expect(await drawer.findByText(/12:00:00/)).toBeTruthy();
    await user.click(drawer.getByText('3', { selector: 'a' }));
    await waitFor(() =>
      expect(server.of('terminal/listRecorderRecord').map(({ data, pageModel }) => [data, pageModel])).toEqual([
        [{ seqId: '81' }, { page: 1, limit: 50 }],
        [{ seqId: '81' }, { page: 3, limit: 50 }],
      ]),
    );
    await user.click(drawer.getByRole('button', { name: '下载原始数据（VDR）' }));
    await waitFor(() => expect(server.of('terminal/saveRecorderData')[0]?.data).toEqual({ seqId: '81' }));
  });

  it('shows terminal, parameters and sender of each command', async () => {
    const { choose, user } = openSetupPage('/setup/terminal/recordingCommand', {
      rights: ['70115', '7011501', '7011509'],
      answers: {
        'terminal/sendCommand': () => ({
          list: [{ targId: '1', seqId: '81', terminal: 'S000001', version: 2019, state: 1, resultCode: null }],
        }),
      },
    });
    await choose('京A1');
    await user.click(await screen.findByRole('button', { name: '下发' }));
    const table = await results().findByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual([...['车牌号', '指令', '状态', '下发参数', '下发时间', '更新时间', '终端', '协议版本', '下发人', '操作']]);
    for (const text of ['S000001', '2019', userInfo.username]) expect(within(table).getByText(text)).toBeTruthy();
    expect(within(table).getByText('录音命令 开始录音 · 录音时长（0 一直录音） 0 s · 保存方式 上传 · 采样率 8K')).toBeTruthy();
  });

  it('shows peripherals with states and faults, or their device information', async () => {
    const { choose, user, server, common } = openSetupPage('/setup/adasalarm', {
      rights: ['703', '70301', '70309'],
      answers: { 'terminal/sendCommand': () => sent('1') },
      tab: 'peripherals',
    });
    await choose('京A1');
    await user.click(await screen.findByRole('button', { name: '下发' }));
    await waitFor(() => expect(server.of('terminal/sendCommand')[0]?.data).toMatchObject({ cmdCode: '8900status', params: {} }));
    const answer = (peripherals: readonly object[]) =>
      act(() =>
        common.publish({
          type: 'cmdResult',
          data: { seqId: '81', targId: '1', cmdCode: '8900status', state: 6, resultCode: 0, resultData: { peripherals } },
        } as never),
      );
    answer([
      { peripheral: 0x64, workState: 1, faultBits: 0 },
      { peripheral: 0x65, workState: 4, faultBits: 0b1000_0000_0001 },
    ]);
    await user.click(await results().findByRole('button', { name: '查看' }));
    const rows = () =>
      within(screen.getByRole('dialog'))
        .getAllByRole('row')
        .map((row) => row.textContent);
    await screen.findByRole('dialog');
    expect(rows()).toEqual([
      '外设工作状态故障',
      'ADAS 高级驾驶辅助正常无故障',
      'DSM 驾驶员状态监控异常摄像头异常 · 定位模块异常',
    ]);
    answer([{ peripheral: 0x66, company: '公司', product: 'T1', hardware: 'V1', firmware: '2.3', device: 'S1', customer: 'C' }]);
    expect(rows()).toEqual(['外设公司名称产品代码硬件版本固件版本设备 ID客户代码', 'TPMS 胎压监测公司T1V12.3S1C']);
  });

  it('requires the password for a dangerous command, and names the vehicle', async () => {
    const { choose, user, server } = openSetupPage('/setup/terminal/oilElectricDoor', {
      rights: ['70110', '7011001', '7011009', '7011010'],
      answers: { 'terminal/sendCommand': () => sent('1'), 'user/publicKey': () => ({ publicKey: 'key', nonce: 'once' }) },
    });
    await choose('京A1');
    await user.type(await screen.findByRole('textbox', { name: '原因' }), '欠费');
    const press = () => user.click(screen.getByRole('button', { name: '断油断电' }));
    await press();
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('确认下发：断油断电')).toBeTruthy();
    expect(dialog.getByText('将下发到 1 辆车：京A1')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: '下发到 1 辆车' }));
    expect(await dialog.findByText('请输入登录密码')).toBeTruthy();
    expect(server.of('terminal/sendCommand')).toEqual([]);
    await user.type(dialog.getByLabelText('登录密码'), 'secret');
    await user.click(dialog.getByRole('button', { name: '下发到 1 辆车' }));
    await waitFor(() =>
      expect(server.of('terminal/sendCommand')[0]?.data).toEqual({
        cmdCode: '8105relayCut',
        targIds: ['1'],
        params: { reason: '欠费' },
        queueOffline: false,
        confirmation: { cmdCode: '8105relayCut', vehicles: 1, plate: '京A1', password: 'sealed secret' },
      }),
    );
  });
});

describe('received data', () => {
  it.each([
    ['/setup/terminal/transparentData', '70116', 0x0900],
    ['/setup/terminal/gnssCan', '70108', 0x0705],
  ] as const)('on %s is shown for the selected vehicle', async (path, code, messageId) => {
    const message = { id: '9', carId: '1', carNo: '京A1', plateColor: 2, receivedAt: READ_AT, messageId, subType: 65, serial: 7 };
    const { server, choose } = openSetupPage(path, {
      rights: ['701', code, `${code}01`],
      answers: { 'device/listMessage': () => page([{ ...message, reason: 2, bytes: 3, hex: '01ab02' }]) },
      tab: 'received',
    });
    expect(await screen.findByText('请选择一辆车查看其终端发来的数据')).toBeTruthy();
    await choose('京A1');
    expect(await screen.findByText('01ab02')).toBeTruthy();
    expect(server.of('device/listMessage').at(-1)?.data).toEqual({ carId: '1', messageId });
    await choose('京A2');
    expect(await screen.findByText('请选择一辆车查看其终端发来的数据')).toBeTruthy();
  });
});

describe('the multimedia library', () => {
  const PATH = '/setup/terminal/multimediaSearch';
  const file = (id: string, more: object = {}) => ({
    id,
    kind: 0,
    event: 1,
    channel: 2,
    time: READ_AT,
    x: 116.4,
    y: 39.9,
    sp: 40,
    bytes: 2048,
    name: `京A1 ${id}.jpg`,
    url: `/api/WebGis/media/${id}`,
    targId: '1',
    carNo: '京A1',
    color: 2,
    deptName: '一队',
    ...more,
  });
  const open = (rights: readonly string[], files: object[] = [file('2'), file('1', { kind: 2, event: 3 })]) =>
    openSetupPage(PATH, {
      rights,
      answers: {
        'multimedia/leftList': () =>
          page([{ targId: '1', carNo: '京A1', color: 2, deptName: '一队', count: 2, lastTime: READ_AT }]),
        'multimedia/details': () => page(files),
        'multimedia/delMedia': () => ({ removed: 1 }),
        'multimedia/packMedia': () => ({ taskId: '5' }),
        'task/listTask': () => page([]),
        'mainPage/getDeptTree': () => ({ list: [] }),
      },
    });
  const VIEW = ['70114', '7011401'];
  const photo = () => screen.findByAltText('定时 · 通道 2');

  it('is the first tab, lists vehicles and a file gallery, and filters both by vehicle and other filters', async () => {
    const { server, user, router } = open(VIEW);
    expect((await photo()).getAttribute('src')).toBe('/api/WebGis/media/2');
    expect((await photo()).getAttribute('loading')).toBe('lazy');
    expect(server.of('multimedia/details')[0]).toMatchObject({ data: {}, pageModel: { page: 1, limit: 20 } });
    const vehicles = within(screen.getByRole('complementary', { name: '车辆' }));
    await user.click(await vehicles.findByRole('button', { name: /京A1/ }));
    await waitFor(() => expect(server.of('multimedia/details').at(-1)?.data).toEqual({ targId: '1' }));
    await act(() => router.navigate(`${PATH}?targId=1&kind=2&event=3&channel=1&carNo=京&deptId=5`));
    const filter = { kind: 2, event: 3, channel: 1, carNo: '京', deptId: '5' };
    await waitFor(() => expect(server.of('multimedia/details').at(-1)?.data).toEqual({ ...filter, targId: '1' }));
    await waitFor(() => expect(server.of('multimedia/leftList').at(-1)?.data).toEqual(filter));
    await user.click(vehicles.getByRole('button', { name: '全部车辆' }));
    await waitFor(() => expect(server.of('multimedia/details').at(-1)?.data).toEqual(filter));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('opens a file with its details, rotates a photo, and moves to the next with a key', async () => {
    const { user } = open(VIEW);
    await user.click(await photo());
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('京A1 · 第 1 / 2 个')).toBeTruthy();
    const shown = dialog.getByAltText('京A1 2.jpg');
    await user.click(dialog.getByRole('button', { name: '向右旋转' }));
    expect(shown.style.rotate).toBe('90deg');
    expect(dialog.getByText('2 kB')).toBeTruthy();
    expect(dialog.getByText(/下载/).closest('a')?.getAttribute('download')).toBe('京A1 2.jpg');
    expect(dialog.queryByRole('button', { name: /删.?除/ })).toBeNull();
    await user.keyboard('{ArrowRight}');
    expect(dialog.getByText('京A1 · 第 2 / 2 个')).toBeTruthy();
    expect(dialog.getByLabelText('京A1 1.jpg').tagName).toBe('VIDEO');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '下一个' }).disabled).toBe(true);
  });

  it('packs and deletes selected files with permission', async () => {
    const { server, user } = open([...VIEW, '7011404', '7011406']);
    const card = within((await photo()).closest('li')!);
    await user.click(card.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: '打包下载' }));
    await waitFor(() => expect(server.of('multimedia/packMedia')[0]?.data).toEqual({ ids: ['2'] }));
    await user.click(card.getByRole('checkbox'));
    await user.click(screen.getAllByRole('button', { name: /^删.?除$/ })[0]!);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('删除 1 个文件？')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: /删.?除/ }));
    await waitFor(() => expect(server.of('multimedia/delMedia')[0]?.data).toEqual({ ids: ['2'] }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toContain('已删除'));
  });

  it('shows 暂无多媒体 without files', async () => {
    open(VIEW, []);
    expect(await screen.findByText('暂无多媒体')).toBeTruthy();
  });
});
