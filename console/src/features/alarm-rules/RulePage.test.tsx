import { ruleForms } from 'virtual:rule-forms';
import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { RULE_BUTTON, ruleRight } from '@fleetwarden/contract/alarm-rules/rights';
import { texts } from '@fleetwarden/locale/languages';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { findDialog, giveSize, page, refuse, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { browserIn } from '../../ui/testing-browser.ts';
import { RulePage } from './RulePage.tsx';

const PATH = '/rules';
const [SAVE, LIST] = ['warnScheme/save', 'warnScheme/warnSchemeListYL'];
const ALL = Object.keys(RULE_BUTTON) as (keyof typeof RULE_BUTTON)[];

const limitRow = { start: '00:00', end: '00:00', roadGrade: 0, vehicleClass: 0, limit: 80 };
const scheme = (more: object = {}) => ({
  id: '5',
  version: 3,
  schemeType: '130102',
  schemeName: '城区超速',
  deptId: '1',
  deptName: '演示集团',
  enabled: true,
  validFrom: null,
  validTo: null,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  segments: [],
  level: 2,
  priority: 50,
  remark: '',
  actions: { popup: true, sound: true },
  vehicles: 1,
  departments: 0,
  updatedBy: '系统管理员',
  updatedAt: 1_000,
  params: {
    rows: [limitRow],
    nightFactor: 80,
    tolerance: 0,
    duration: 10,
    preDiff: 5,
    levels: { second: 20, third: 50 },
    speedSource: 1,
    repeat: 300,
  },
  ...more,
});
const node = (id: string) => ({
  ltId: `v${id}`,
  ltName: `沪A0000${id}`,
  ltType: 3,
  deptId: '1',
  parentId: '1',
  carId: id,
  carNo: `沪A0000${id}`,
  color: 2,
});
const group = { ltId: 'd1', ltName: '演示集团', ltType: 0, deptId: '1', parentId: null, total: 2 };

function setUp(
  options: {
    code?: RuleCode;
    address?: string;
    may?: readonly (keyof typeof RULE_BUTTON)[];
    calls?: Parameters<typeof stubServer>[0];
  } = {},
) {
  const { code = '130102', address = PATH, may = ALL, calls = {} } = options;
  useSession.setState({ token: 'p.s', userInfo, rights: may.map((button) => ruleRight(code, button)) });
  const server = stubServer({
    [LIST]: ({ data }) => page([scheme({ schemeType: data['schemeType'] })]),
    'warnScheme/warnSchemeDetailsListYL': ({ data }) =>
      data['what'] === 'log'
        ? page([{ at: 1_000, username: '张三', action: 'edit', before: { priority: 50 }, after: { priority: 60 } }])
        : page([{ kind: 2, targetId: '1', name: '沪A00001', deptName: '演示集团', color: 2 }]),
    'warnScheme/countWarnSchemeByName': () => ({ count: 0 }),
    [SAVE]: ({ data }) => ({ id: data['id'] ?? '9', version: 4 }),
    'warnScheme/bindTarget': () => ({ added: 1, removed: 0 }),
    'warnScheme/enableScheme': () => ({ changed: 1 }),
    'warnScheme/del': () => ({ removed: 1 }),
    'mainPage/getDeptTree': () => ({ list: [{ deptId: '1', deptName: '演示集团', parentId: null }] }),
    'mainPage/getLeftTree2': ({ data }) => (data['deptId'] === undefined ? page([group]) : page([node('2'), node('3')])),
    'task/listTask': () => page([]),
    ...calls,
  });
  const router = createMemoryRouter(
    [
      { path: PATH, element: <RulePage code={code} /> },
      { path: '/elsewhere', element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  renderLive(<RouterProvider router={router} />, storeOf([]));
  const user = userEvent.setup();
  const search = () => new URLSearchParams(router.state.location.search);
  const openTab = async (name: string) => user.click(await screen.findByRole('tab', { name }));
  const save = () => user.click(screen.getByRole('button', { name: /^保\s*存$/ }));
  const fill = async (label: string, text: string) => {
    const input = screen.getByLabelText<HTMLInputElement>(label);
    await user.clear(input);
    if (text) await user.type(input, text);
  };
  const pick = async (...plates: string[]) => {
    const left = await screen.findByRole('tree', { name: '可选车辆' });
    // the row itself, not its box alone
    for (const plate of plates) await user.click(await within(left).findByRole('treeitem', { name: plate }));
    await user.click(screen.getByRole('button', { name: '添加所选' }));
  };
  return { server, router, user, search, openTab, save, fill, pick };
}

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

describe('a page of alarm rules', () => {
  it.each(Object.keys(ruleForms) as RuleCode[])('%s shows its own parameters for a new scheme', async (code) => {
    setUp({ code, address: `${PATH}?scheme=new&tab=params` });
    const words = texts.zh.warnScheme as Record<string, string>;
    expect(await screen.findByRole('heading', { name: words[`kind_${code}`]! })).toBeDefined();
    const pane = within(await screen.findByRole('region', { name: '新方案' }));
    for (const { name } of ruleForms[code].params)
      expect(pane.getAllByText(words[`param_${name}`]!).length, name).toBeGreaterThan(0);
  });

  it('finds schemes by name, and opens one in the URL', async () => {
    const { server, user, search } = setUp();
    expect(server.of(LIST)[0]?.data).toEqual({ schemeType: '130102' });
    await user.type(await screen.findByRole('textbox', { name: '方案名称' }), '城区{Enter}');
    await waitFor(() => expect(server.of(LIST).at(-1)?.data).toEqual({ schemeType: '130102', schemeName: '城区' }));
    await user.click(await screen.findByRole('button', { name: '城区超速' }));
    expect(search().get('scheme')).toBe('5');
    expect((await screen.findByLabelText<HTMLInputElement>('方案名称', { selector: '#scheme-130102_schemeName' })).value).toBe(
      '城区超速',
    );
  });

  it('requests only the schemes that match the filters of the URL', async () => {
    const { server } = setUp({ address: `${PATH}?enabled=0&deptId=1` });
    await waitFor(() => expect(server.of(LIST)[0]?.data).toEqual({ schemeType: '130102', enabled: false, deptId: '1' }));
  });

  it('saves changes with the version that was read, and binds the selected vehicles', async () => {
    const { server, openTab, save, fill, pick } = setUp({ address: `${PATH}?scheme=5&tab=params` });
    await screen.findByRole('region', { name: '城区超速' });
    await fill('持续时间', '20');
    await openTab('适用车辆');
    await pick('沪A00002');
    await save();
    await waitFor(() => expect(server.of(SAVE)).toHaveLength(1));
    expect(server.of(SAVE)[0]?.data).toMatchObject({
      id: '5',
      version: 3,
      schemeType: '130102',
      schemeName: '城区超速',
      level: 2,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      params: { duration: 20, rows: [limitRow] },
    });
    expect(server.of('warnScheme/bindTarget')[0]?.data).toEqual({
      schemeType: '130102',
      id: '5',
      addCars: ['2'],
      removeCars: [],
      addDepts: [],
      removeDepts: [],
    });
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'success', text: '已保存' }]));
  });

  it('does not save a scheme if only its targets changed', async () => {
    const { server, openTab, save, pick } = setUp({ address: `${PATH}?scheme=5` });
    await openTab('适用车辆');
    await pick('沪A00002');
    await save();
    await waitFor(() => expect(server.of('warnScheme/bindTarget')).toHaveLength(1));
    await waitFor(() => expect(takeNotices()).toHaveLength(1));
    expect(server.of(SAVE)).toEqual([]);
  });

  it('saves a new scheme only with targets, and opens it', async () => {
    const { server, user, search, openTab, save, fill, pick } = setUp();
    await user.click(await screen.findByRole('button', { name: /新增方案/ }));
    await screen.findByRole('region', { name: '新方案' });
    await user.type(document.getElementById('scheme-130102_schemeName')!, '夜间超速');
    await openTab('参数');
    await fill('第 1 行限速', '90');
    await save();
    // no recipient was chosen: the error stands at that field
    expect(await screen.findByText('没有已选中车辆,请选择！')).toBeDefined();
    expect(search().get('tab')).toBe('targets');
    expect(server.of(SAVE)).toEqual([]);
    await pick('沪A00002', '沪A00003');
    await save();
    await waitFor(() => expect(server.of(SAVE)).toHaveLength(1));
    expect(server.of(SAVE)[0]?.data).toMatchObject({
      schemeName: '夜间超速',
      deptId: '1',
      enabled: true,
      addCars: ['2', '3'],
      addDepts: [],
      params: { rows: [{ ...limitRow, limit: 90 }] },
    });
    await waitFor(() => expect(search().get('scheme')).toBe('9'));
  });

  it('shows errors at their fields, by row, before it sends anything', async () => {
    const { server, openTab, save, fill, search } = setUp({ address: `${PATH}?scheme=5&tab=params` });
    await screen.findByRole('region', { name: '城区超速' });
    await fill('持续时间', '601');
    await fill('第 1 行限速', '161');
    await openTab('记录');
    await save();
    expect(await screen.findByText('最大值为600')).toBeDefined();
    expect(screen.getByText('第 1 行 限速：最大值为160')).toBeDefined();
    expect(search().get('tab')).toBe('params');
    expect(server.of(SAVE)).toEqual([]);
  });

  it('shows errors of the server at their fields', async () => {
    const fields = [
      { path: 'schemeName', message: '方案名称已存在' },
      { path: 'params.rows.0.limit', message: '不能大于 160' },
    ];
    const { save, fill, search } = setUp({
      address: `${PATH}?scheme=5&tab=params`,
      calls: { [SAVE]: () => refuse('4001', '参数错误', fields) },
    });
    await screen.findByRole('region', { name: '城区超速' });
    await fill('持续时间', '20');
    await save();
    expect(await screen.findByText('方案名称已存在')).toBeDefined();
    expect(screen.getByText('第 1 行 限速：不能大于 160')).toBeDefined();
    await waitFor(() => expect(search().get('tab')).toBeNull());
  });

  it('offers to reload a scheme that another user has changed', async () => {
    const { server, user, save, fill } = setUp({
      address: `${PATH}?scheme=5&tab=params`,
      calls: { [SAVE]: () => refuse('4010', '数据已被他人修改') },
    });
    await screen.findByRole('region', { name: '城区超速' });
    await fill('持续时间', '20');
    const reads = server.of(LIST).length;
    await save();
    const question = within(await findDialog('数据已被他人修改'));
    await user.click(question.getByRole('button', { name: '重新加载' }));
    await waitFor(() => expect(server.of(LIST).length).toBeGreaterThan(reads));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('持续时间').value).toBe('10'));
  });

  it('prompts before unsaved changes are lost, by another scheme or page', async () => {
    const { router, user, fill, search } = setUp({ address: `${PATH}?scheme=5&tab=params` });
    await screen.findByRole('region', { name: '城区超速' });
    await fill('持续时间', '20');
    await user.click(screen.getByRole('button', { name: /新增方案/ }));
    await user.click(within(await findDialog('有未保存的修改')).getByRole('button', { name: '继续编辑' }));
    expect(search().get('scheme')).toBe('5');
    expect(screen.getByLabelText<HTMLInputElement>('持续时间').value).toBe('20');
    // the dialog that is closing is the one that asks again
    await act(() => router.navigate('/elsewhere'));
    expect(router.state.location.pathname).toBe(PATH);
    await user.click(within(await findDialog('有未保存的修改')).getByRole('button', { name: '不保存离开' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  });

  it('starts a copy with the parameters and targets of the original, and without a name', async () => {
    const { server, user, search, save } = setUp({ address: `${PATH}?scheme=5` });
    await user.click(await screen.findByRole('button', { name: /^复\s*制$/ }));
    await screen.findByRole('region', { name: '新方案' });
    expect(search().get('from')).toBe('5');
    const name = await waitFor(() => {
      const input = document.querySelector<HTMLInputElement>('#scheme-130102_schemeName')!;
      expect(input.value).toBe('');
      return input;
    });
    await user.type(name, '城区超速二');
    await waitFor(() => expect(server.of('warnScheme/warnSchemeDetailsListYL').length).toBeGreaterThan(0));
    await save();
    await waitFor(() => expect(server.of(SAVE)).toHaveLength(1));
    expect(server.of(SAVE)[0]?.data).toMatchObject({ schemeName: '城区超速二', addCars: ['1'], params: { rows: [limitRow] } });
    expect(server.of(SAVE)[0]?.data).not.toHaveProperty('id');
  });

  it('deletes a scheme after a confirmation with its name', async () => {
    const { server, user, search } = setUp({ address: `${PATH}?scheme=5` });
    const panel = within(await screen.findByRole('region', { name: '城区超速' }));
    await user.click(panel.getByRole('button', { name: /^删\s*除$/ }));
    const question = within(await findDialog('删除“城区超速”？'));
    expect(server.of('warnScheme/del')).toEqual([]);
    await user.click(question.getByRole('button', { name: /^删\s*除$/ }));
    await waitFor(() => expect(server.of('warnScheme/del')[0]?.data).toEqual({ schemeType: '130102', ids: ['5'] }));
    await waitFor(() => expect(search().get('scheme')).toBeNull());
  });

  it('disables selected schemes', async () => {
    const { server, user } = setUp();
    const row = (await screen.findByRole('button', { name: '城区超速' })).closest('tr')!;
    await user.click(within(row).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: /^停\s*用$/ }));
    await waitFor(() =>
      expect(server.of('warnScheme/enableScheme')[0]?.data).toEqual({ schemeType: '130102', ids: ['5'], enabled: false }),
    );
  });

  it('is read-only for users with view permission only', async () => {
    const { openTab } = setUp({ may: ['view'], address: `${PATH}?scheme=5` });
    const panel = within(await screen.findByRole('region', { name: '城区超速' }));
    expect(panel.queryByRole('button', { name: /^保\s*存$/ })).toBeNull();
    expect(panel.queryByRole('button', { name: /^删\s*除$/ })).toBeNull();
    expect(panel.queryByRole('button', { name: /^试\s*算$/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /新增方案/ })).toBeNull();
    expect(document.querySelector<HTMLInputElement>('#scheme-130102_schemeName')!.disabled).toBe(true);
    await openTab('适用车辆');
    expect(await screen.findByText('沪A00001')).toBeDefined();
    expect(screen.queryByRole('tree')).toBeNull();
    await openTab('记录');
    expect(await screen.findByText('优先级: 50 → 60')).toBeDefined();
  });

  it('adds a row for each selected alarm kind, once', async () => {
    const { user } = setUp({ code: '130108', address: `${PATH}?scheme=new&tab=params` });
    const choose = await screen.findByRole('combobox', { name: '选择报警类型' });
    await user.type(choose, '超速报警');
    await user.click(await waitFor(() => document.querySelector('.ant-select-item-option[title="超速报警"]')!));
    await user.click(screen.getByRole('button', { name: /添\s*加$/ }));
    expect(await screen.findByLabelText('第 1 行触发延时')).toBeDefined();
    await user.type(screen.getByRole('combobox', { name: '选择报警类型' }), '紧急报警');
    // nor such as nothing may delay
    expect(document.querySelector('.ant-select-item-option[title="紧急报警"]')).toBeNull();
    await user.click(screen.getByRole('button', { name: '删除第 1 行' }));
    expect(screen.queryByLabelText('第 1 行触发延时')).toBeNull();
  });

  it('prompts for a text only if an alarm is handled by message', async () => {
    setUp({ code: '130103', address: `${PATH}?scheme=new&tab=params` });
    const user = userEvent.setup();
    const way = await screen.findByRole('combobox', { name: '处理方式' });
    await user.click(way);
    await user.click(await waitFor(() => document.querySelector('.ant-select-item-option[title="电话处理"]')!));
    expect(screen.queryByLabelText('内容')).toBeNull();
    await user.click(way);
    await user.click(await waitFor(() => document.querySelector('.ant-select-item-option[title="下发消息"]')!));
    expect(await screen.findByLabelText('内容')).toBeDefined();
  });
});

describe('sent texts', () => {
  const sent = {
    at: 1_000,
    targId: '1',
    carNo: '沪A00001',
    color: 2,
    subject: 'alarm.1',
    text: '请减速',
    state: 2,
    resultCode: 0,
  };
  const list = [sent, { ...sent, at: 900, carNo: '沪A00002', text: '', state: null, resultCode: null }];

  it.each(['130104', '130105', '130110', '130111'] as const)('of a scheme of %s are listed with their results', async (code) => {
    const { server } = setUp({
      code,
      address: `${PATH}?scheme=5&tab=effects`,
      calls: { 'warnScheme/warnSchemeDetailsListYL': () => page(list) },
    });
    expect(within((await screen.findByText('沪A00001')).closest('tr')!).getByText('成功')).toBeDefined();
    expect(within(screen.getByText('沪A00002').closest('tr')!).getByText('未送达')).toBeDefined();
    expect(server.requests.find(({ path }) => path.endsWith('DetailsListYL'))!.data).toMatchObject({ what: 'effects' });
  });

  it('have a tab only for kinds that send texts', async () => {
    setUp({ code: '130112', address: `${PATH}?scheme=5` });
    await screen.findByRole('tab', { name: '记录' });
    expect(screen.queryByRole('tab', { name: '下发结果' })).toBeNull();
  });
});

describe('a dry run', () => {
  const tried = {
    alarms: 2,
    positions: 1440,
    list: [
      {
        targId: '2',
        carNo: '沪A00002',
        typeId: 100,
        level: 2,
        startAt: 1_000,
        endAt: 9_000,
        lng: 1,
        lat: 1,
        maxKmh: 95,
        value: 95,
        limit: 80,
      },
    ],
  };
  const task = {
    id: '7',
    kind: 'x',
    title: '',
    total: 1,
    done: 1,
    error: null,
    fileName: null,
    fileBytes: null,
    fileUntil: null,
    mayRetry: false,
    createdAt: 1,
    startedAt: 1,
    finishedAt: 2,
  };

  it('uses the current values, saved or not, and shows the alarms they would have raised', async () => {
    // it is the 22nd for the platform
    browserIn('America/New_York', '2026-11-21T23:30:00-05:00');
    const { server, user, fill, pick } = setUp({
      address: `${PATH}?scheme=5&tab=params`,
      calls: {
        'warnScheme/tryScheme': () => ({ taskId: '7' }),
        'task/getTask': () => ({ ...task, state: 'done', result: tried }),
      },
    });
    await screen.findByRole('region', { name: '城区超速' });
    await fill('持续时间', '20');
    await user.click(screen.getByRole('button', { name: /^试\s*算$/ }));
    const drawer = within(await findDialog('方案试算'));
    expect(drawer.getByText(/最多 50 辆车、7 天，列出前 500 条/)).toBeDefined();
    await user.click(drawer.getByRole('button', { name: '开始试算' }));
    expect(await drawer.findByText('没有已选中车辆,请选择！')).toBeDefined();
    await pick('沪A00002');
    const days = drawer.getByLabelText('天数');
    await user.clear(days);
    await user.type(days, '8');
    await user.click(drawer.getByRole('button', { name: '开始试算' }));
    expect(await drawer.findByText('请输入1-7的数字')).toBeDefined();
    expect(server.of('warnScheme/tryScheme')).toEqual([]);
    await user.clear(days);
    await user.type(days, '3');
    await user.click(drawer.getByRole('button', { name: '开始试算' }));
    await waitFor(() => expect(server.of('warnScheme/tryScheme')).toHaveLength(1));
    expect(server.of('warnScheme/tryScheme')[0]?.data).toMatchObject({
      schemeType: '130102',
      targIds: ['2'],
      day: '2026-11-21',
      days: 3,
      level: 2,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      segments: [],
      params: { duration: 20, rows: [limitRow] },
    });
    expect(await drawer.findByText('将产生 2 条报警')).toBeDefined();
    expect(drawer.getByText('共计算 1,440 个定位点')).toBeDefined();
    expect(drawer.getByText('仅列出前 500 条')).toBeDefined();
    expect(drawer.getByText('沪A00002', { selector: 'td' })).toBeDefined();
    expect(server.of(SAVE)).toEqual([]);
  });

  it('shows the reason of a failure', async () => {
    const { user, pick } = setUp({
      address: `${PATH}?scheme=5`,
      calls: {
        'warnScheme/tryScheme': () => ({ taskId: '7' }),
        'task/getTask': () => ({ ...task, state: 'failed', error: '试算数据过多，请减少车辆或天数', result: null }),
      },
    });
    await user.click(await screen.findByRole('button', { name: /^试\s*算$/ }));
    const drawer = within(await findDialog('方案试算'));
    await pick('沪A00003');
    await user.click(drawer.getByRole('button', { name: '开始试算' }));
    expect(await drawer.findByText('试算数据过多，请减少车辆或天数')).toBeDefined();
    await user.click(drawer.getByRole('button', { name: '重新选择' }));
    expect(drawer.getByText('已关联 1')).toBeDefined();
  });

  it('is offered only for kinds that raise alarms', async () => {
    setUp({
      code: '130105',
      address: `${PATH}?scheme=5`,
      calls: { [LIST]: () => page([scheme({ params: { types: [1], content: 'x' } })]) },
    });
    await screen.findByRole('region', { name: '城区超速' });
    expect(screen.queryByRole('button', { name: /^试\s*算$/ })).toBeNull();
  });
});

describe('road data', () => {
  const road = {
    id: '3',
    name: 'G15',
    deptId: '1',
    deptName: '演示集团',
    points: 2,
    oneWay: true,
    grade: 1,
    limitPassenger: null,
    limitFreight: 90,
    limitDangerous: null,
    kind: null,
    direction: null,
    lead: null,
    limit: null,
    from: null,
    to: null,
    content: null,
  };
  const open = (calls: Parameters<typeof stubServer>[0] = {}) =>
    setUp({
      code: '130113',
      address: `${PATH}?view=roads`,
      calls: { 'warnScheme/listRoad': () => page([road]), 'warnScheme/delRoad': () => ({ removed: 1 }), ...calls },
    });

  it('is listed, and deleted after a confirmation', async () => {
    const { server, user } = open();
    const row = (await screen.findByText('G15')).closest('tr')!;
    expect(within(row).getByText('高速')).toBeDefined();
    expect(within(row).getByText('90')).toBeDefined();
    await user.click(within(row).getByRole('button', { name: '删除' }));
    const question = within(await findDialog('删除“G15”？'));
    await user.click(question.getByRole('button', { name: /^删\s*除$/ }));
    await waitFor(() => expect(server.of('warnScheme/delRoad')[0]?.data).toEqual({ schemeType: '130113', ids: ['3'] }));
  });

  it('is a separate view: its filters do not apply to the schemes', async () => {
    const { user, search } = open();
    await screen.findByText('G15');
    await user.type(screen.getByRole('textbox', { name: '名称' }), 'G1{Enter}');
    await waitFor(() => expect(search().get('name')).toBe('G1'));
    await user.click(screen.getByRole('tab', { name: '方案' }));
    expect(await screen.findByRole('button', { name: '城区超速' })).toBeDefined();
    expect([...search().keys()]).toEqual([]);
  });

  it('accepts GeoJSON files only', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '导入道路数据' }));
    await waitFor(() => expect(document.querySelector('input[type=file]')).toBeTruthy());
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.setup({ applyAccept: false }).upload(input, new File(['x'], 'roads.kml'));
    expect(await screen.findByText('请选择 GeoJSON 文件')).toBeDefined();
  });
});
