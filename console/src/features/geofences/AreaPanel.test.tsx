import { area } from '@fleetwarden/contract/geofences/area-resource';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { formReceiver } from '../../api/testing-upload.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import type { MapHandle } from '../../map/MapView.tsx';
import type { Shape } from '../../map/overlays/shapes.ts';
import { changeMapToolSettings } from '../../shared/map-tool-settings.ts';
import { findDialog, giveSize, page, refuse, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { areaColours } from '../../ui/theme/theme.ts';
import { AreaEntry, AreaSide } from './AreaTools.tsx';
import { useAreaView } from './area-store.ts';
import { ColourInput } from './ColourInput.tsx';

const EVERYTHING = ['20301', '20302', '20303', '20304', '20305', '20306', '20308', '20309', '20310', '20311'];
const CIRCLE = { shape: 4, lng: 121.5, lat: 31.2, radius: 500 };
const blank = Object.fromEntries(Object.entries(area.fields).map(([key, { kind }]) => [key, kind === 'flag' ? false : null]));
const record = (id: string, more: object) => ({
  id,
  version: 3,
  createdAt: 1_000,
  updatedAt: 2_000,
  ...blank,
  deptId: '1',
  deptName: '演示集团',
  useFor: 1,
  areaNo: Number(id),
  areaName: `区域${id}`,
  shape: 4,
  geo: CIRCLE,
  vehicles: 2,
  terminals: 0,
  ...more,
});
const row = (carId: string, more: object = {}) => ({
  carId,
  carNo: `沪A0000${carId}`,
  color: 2,
  deptName: '华东',
  bound: true,
  action: null,
  state: null,
  resultCode: null,
  seqId: null,
  askedAt: null,
  held: false,
  mayHold: false,
  outdated: false,
  ...more,
});

/** A map that records its shapes and lets tests draw and drag. */
function fakeMap() {
  const shapes = new Set<{ shape: Shape }>();
  const hands: { ended?: (drawn: unknown) => void; changed?: (shape: Shape) => void } = {};
  const fit = vi.fn();
  const map = {
    fit,
    overlays: {
      add: (shape: Shape) => {
        const item = { shape };
        shapes.add(item);
        return {
          remove: () => shapes.delete(item),
          edit: (changed: (shape: Shape) => void) => {
            hands.changed = changed;
            return () => delete hands.changed;
          },
        };
      },
    },
    tools: {
      view: {},
      use: (_tool: unknown, ended: (drawn: unknown) => void) => {
        hands.ended = ended;
      },
      stop: () => {
        const { ended } = hands;
        delete hands.ended;
        ended?.(null);
      },
    },
  } as unknown as MapHandle;
  const draw = (drawn: object) => act(() => hands.ended?.(drawn));
  const drag = (shape: Shape) => act(() => hands.changed?.(shape));
  const names = () => [...shapes].flatMap(({ shape }) => (shape.kind === 'label' ? [shape.text] : []));
  return { map, fit, draw, drag, names, shapes };
}

beforeEach(async () => {
  giveSize(600, 'still');
  localStorage.clear();
  useAreaView.setState({ open: false, shown: new Set(), changing: null });
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

async function setUp(handlers: Parameters<typeof stubServer>[0] = {}, rights: readonly string[] = EVERYTHING) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'area/listArea': () => page([record('1', {}), record('2', { areaName: '东门', terminals: 2 })]),
    'area/nextAreaNo': () => ({ areaNo: 9 }),
    'area/addArea': () => ({ id: '9' }),
    'area/editArea': () => ({ id: '1' }),
    'mainPage/getDeptTree': () => ({ list: [{ deptId: '1', deptName: '演示集团', parentId: null }] }),
    ...handlers,
  });
  const fake = fakeMap();
  const common = createCommonMessages();
  const element = (
    <>
      <AreaEntry map={fake.map} />
      <AreaSide map={fake.map} />
    </>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  renderLive(<RouterProvider router={router} />, storeOf([]), common);
  const user = userEvent.setup();
  if (rights.includes('20301')) {
    await user.click(screen.getByRole('button', { name: '区域围栏' }));
    await screen.findByText('东门');
  }
  return { server, user, common, ...fake };
}

const choose = async (user: ReturnType<typeof userEvent.setup>, name: string, action: string) => {
  await user.click(screen.getByRole('button', { name: `“${name}”的操作` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};

describe('the geofence panel', () => {
  it('is hidden without permission', async () => {
    await setUp({}, ['20302']);
    expect(screen.queryByRole('button', { name: '区域围栏' })).toBeNull();
  });

  it('shows and hides geofences on the map, and remembers the shown ones', async () => {
    const { user, names } = await setUp();
    expect(names()).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: '在地图上显示“东门”' }));
    expect(names()).toEqual(['东门']);
    expect(localStorage.getItem('areas.shown')).toBe('["2"]');
    await user.click(screen.getByRole('button', { name: '全部显示' }));
    expect(names().sort()).toEqual(['东门', '区域1'].sort());
    await user.click(screen.getByRole('button', { name: '全部隐藏' }));
    expect(names()).toEqual([]);
  });

  it('hides all geofences as one map layer, and shows the layer again when one geofence is selected', async () => {
    const { user, names } = await setUp({ 'setting/saveUserSetting': ({ data }) => data });
    await user.click(screen.getByRole('checkbox', { name: '在地图上显示“东门”' }));
    act(() => changeMapToolSettings({ areas: false }));
    expect(names()).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: '在地图上显示“区域1”' }));
    expect(names().sort()).toEqual(['东门', '区域1'].sort());
    expect(useSession.getState().userInfo?.settings.mapTools.areas).toBe(true);
  });

  it('filters by name, zooms to the clicked geofence, and shows a message if none matches', async () => {
    const { user, fit, names } = await setUp();
    await user.type(screen.getByRole('textbox', { name: '搜索区域' }), '东');
    await waitFor(() => expect(screen.queryByText('区域1')).toBeNull());
    await user.click(screen.getByText('东门'));
    expect(fit).toHaveBeenCalledOnce();
    expect(names()).toEqual(['东门']);
    await user.type(screen.getByRole('textbox', { name: '搜索区域' }), 'x');
    expect(await screen.findByText('没有符合条件的区域')).toBeTruthy();
  });

  it('offers only the actions the role permits', async () => {
    const { user } = await setUp({}, ['20301']);
    expect(screen.queryByRole('button', { name: '画圆形' })).toBeNull();
    expect(screen.queryByRole('button', { name: /导入/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: '“东门”的操作' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['定位', '终端']);
  });

  it('disables the export if there are no geofences', async () => {
    useAreaView.setState({ open: true });
    useSession.setState({ token: 'p.s', userInfo, rights: EVERYTHING });
    stubServer({ 'area/listArea': () => page([]) });
    const { map } = fakeMap();
    renderLive(<AreaSide map={map} />, storeOf([]));
    expect(await screen.findByText('暂无区域')).toBeTruthy();
    expect((screen.getByRole('button', { name: /导出/ }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('shows that the geofences could not be loaded', async () => {
    useSession.setState({ token: 'p.s', userInfo, rights: ['20301'] });
    useAreaView.setState({ open: true });
    stubServer({ 'area/listArea': () => refuse('5000', 'away') });
    const { map } = fakeMap();
    renderLive(<AreaSide map={map} />, storeOf([]));
    expect(await screen.findByText('区域加载失败')).toBeTruthy();
  });
});

describe('drawing', () => {
  it('opens the form with the geometry and the next number, and saves both', async () => {
    const { server, user, draw } = await setUp();
    await user.click(screen.getByRole('button', { name: '画圆形' }));
    expect(screen.getByText('在地图上绘制，双击或回车结束，Esc 取消；也可用方向键移动、空格取点')).toBeTruthy();
    draw({ mode: 4, centre: [121.5, 31.2], radiusM: 500.2 });
    const form = await findDialog('新增 - 区域围栏');
    expect(await within(form).findByText('半径 500 米，0.785 平方公里')).toBeTruthy();
    await user.type(within(form).getByLabelText('区域名称'), '北门');
    await user.click(within(form).getByRole('button', { name: /保\s?存/ }));
    await waitFor(() => expect(server.of('area/addArea')).toHaveLength(1));
    expect(server.of('area/addArea')[0]!.data['values']).toMatchObject({
      areaName: '北门',
      areaNo: 9,
      deptId: '1',
      useFor: 1,
      color: '1F5FD6',
      geo: CIRCLE,
      useTime: false,
    });
    await waitFor(() => expect(useAreaView.getState().shown.has('9')).toBe(true));
  });

  it('offers preset colours, and a click selects one', async () => {
    const onChange = vi.fn();
    render(<ColourInput field={area.fields.color} value="1F5FD6" onChange={onChange} />);
    await userEvent.click(screen.getByText('#1F5FD6', { exact: false }));
    const presets = await waitFor(() => {
      const found = document.querySelectorAll<HTMLElement>('.ant-color-picker-presets-color');
      expect(found).toHaveLength(areaColours.length);
      return found;
    });
    await userEvent.click(presets[1]!);
    expect(onChange).toHaveBeenCalledWith(areaColours[1].slice(1).toUpperCase());
  });

  it('shows only the fields of a circle, and limit fields only when the limit is on', async () => {
    const { server, user, draw } = await setUp();
    await user.click(screen.getByRole('button', { name: '画圆形' }));
    draw({ mode: 4, centre: [121.5, 31.2], radiusM: 500.2 });
    const form = within(await findDialog('新增 - 区域围栏'));
    await user.type(await form.findByLabelText('区域名称'), '北门');
    for (const label of ['最高速度', '夜间最高速度', '超速持续时间', '时间类型', '开始时间', '停留上限'])
      expect([label, form.queryByLabelText(label)]).toEqual([label, null]);
    expect(form.getByLabelText('禁止开门')).toBeTruthy();
    await user.click(form.getByLabelText('限速', { selector: 'button, input' }));
    await user.click(form.getByRole('button', { name: /保\s?存/ }));
    // a speed limit needs a duration
    await waitFor(() => expect(form.getAllByText(/不能为空/)).toHaveLength(2));
    await user.type(form.getByLabelText('最高速度'), '60');
    await user.type(form.getByLabelText('超速持续时间'), '10');
    await user.click(form.getByLabelText('按时间生效', { selector: 'button, input' }));
    await user.type(await form.findByLabelText('每天开始（时:分）'), '22:00');
    expect(form.queryByLabelText('开始时间')).toBeNull();
    await user.type(form.getByLabelText('每天结束（时:分）'), '05:00');
    await user.click(form.getByRole('button', { name: /保\s?存/ }));
    await waitFor(() => expect(server.of('area/addArea')).toHaveLength(1));
    expect(server.of('area/addArea')[0]!.data['values']).toMatchObject({
      limitSpeed: true,
      maxSpeed: 60,
      overDuration: 10,
      nightMaxSpeed: null,
      useTime: true,
      timeMode: 2,
      startClock: '22:00',
      endClock: '05:00',
      startAt: null,
      endAt: null,
    });
  });

  it('shows no area-wide limits for a route, but width and overspeed duration for each segment', async () => {
    const { user, draw } = await setUp();
    await user.click(screen.getByRole('button', { name: '画路线' }));
    draw({
      mode: 3,
      points: [
        [121, 31],
        [121.1, 31],
      ],
    });
    const form = within(await findDialog('新增 - 区域围栏'));
    expect(await form.findByLabelText('路宽（米）')).toBeTruthy();
    expect(form.getByLabelText('超速时间（秒）')).toBeTruthy();
    for (const label of ['限速', '最高速度', '禁止开门', '进区域关闭通信', '采集 GNSS 详细数据'])
      expect([label, form.queryByLabelText(label, { selector: 'button, input' })]).toEqual([label, null]);
    expect(form.queryByRole('heading', { name: '限速' })).toBeNull();
    expect(form.getByLabelText('出区域报警给平台')).toBeTruthy();
  });

  it('refuses an invalid polygon and shows the reason', async () => {
    const { user, draw } = await setUp();
    await user.click(screen.getByRole('button', { name: '画多边形' }));
    draw({
      mode: 2,
      ring: [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
    });
    expect(takeNotices().map(({ text }) => text)).toEqual(['多边形的边不能相交或重叠']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('saves an edited geometry, and refuses an invalid one', async () => {
    const { server, user, drag } = await setUp();
    await choose(user, '东门', '编辑图形');
    const save = () => screen.getByRole('button', { name: '保存图形' }) as HTMLButtonElement;
    expect(save().disabled).toBe(true);
    const style = { stroke: { colour: '#000000', width: 1 } };
    drag({ kind: 'circle', centre: [121.5, 31.2], radiusM: 10, style });
    expect(screen.getByRole('alert').textContent).toBe('半径须为 20-50000 米');
    expect(save().disabled).toBe(true);
    drag({ kind: 'circle', centre: [121.5, 31.2], radiusM: 900, style });
    await user.click(save());
    await waitFor(() => expect(server.of('area/editArea')).toHaveLength(1));
    expect(server.of('area/editArea')[0]!.data).toMatchObject({
      id: '2',
      version: 3,
      values: { areaName: '东门', geo: { ...CIRCLE, radius: 900 } },
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: '保存图形' })).toBeNull());
  });
});

describe('removing', () => {
  it('shows how many terminals still store the geofence, and erases it from them', async () => {
    const { server, user } = await setUp({
      'area/listSent': () => page([row('1')], 2),
      'area/eraseArea': () => ({ list: [] }),
      'area/delArea': () => ({ removed: 1 }),
    });
    await choose(user, '东门', '删除');
    const dialog = await findDialog('删除“东门”？');
    expect(await within(dialog).findByText('仍有 2 台终端存有该区域')).toBeTruthy();
    expect(server.of('area/listSent')[0]!.data).toEqual({ id: '2', mayHold: true });
    await user.click(within(dialog).getByRole('button', { name: /删\s?除/ }));
    await waitFor(() => expect(server.of('area/delArea')).toHaveLength(1));
    expect(server.of('area/eraseArea')[0]!.data).toEqual({ id: '2', queueOffline: true });
  });

  it('is possible only when the number of terminals is known', async () => {
    let reply = (_terminals: object) => {};
    const { user } = await setUp({ 'area/listSent': () => new Promise((resolve) => (reply = resolve)) });
    await choose(user, '东门', '删除');
    const remove = within(await findDialog('删除“东门”？')).getByRole<HTMLButtonElement>('button', { name: /删\s?除/ });
    expect(remove.disabled).toBe(true);
    await act(async () => reply(page([])));
    await waitFor(() => expect(remove.disabled).toBe(false));
  });

  it('does not erase the geofence from terminals if the option is off', async () => {
    const { server, user } = await setUp({
      'area/listSent': () => page([row('1')], 1),
      'area/delArea': () => ({ removed: 1 }),
    });
    await choose(user, '东门', '删除');
    const dialog = await findDialog('删除“东门”？');
    await user.click(await within(dialog).findByRole('checkbox', { name: '同时从终端删除' }));
    await user.click(within(dialog).getByRole('button', { name: /删\s?除/ }));
    await waitFor(() => expect(server.of('area/delArea')).toHaveLength(1));
    expect(server.of('area/eraseArea')).toEqual([]);
  });
});

describe('terminals', () => {
  it('accept send and query commands; the list is reloaded and results are shown when they arrive', async () => {
    let command = 71;
    let beforeReply = () => {};
    let rows = [row('1'), row('2', { bound: false, action: 1, state: 2, held: true, mayHold: true, outdated: true })];
    const { server, user, common } = await setUp({
      'area/listSent': () => page(rows),
      'area/sendArea': () => ({ list: [{ targId: '1', seqId: '70', state: 1, resultCode: null }] }),
      'terminal/sendCommand': () => {
        beforeReply();
        return { list: [{ targId: '1', seqId: String(command++), state: 1, resultCode: null }] };
      },
    });
    await choose(user, '东门', '终端');
    const drawer = await findDialog('终端 - 东门');
    expect(await within(drawer).findByText('旧版本')).toBeTruthy();
    expect(within(drawer).getByText('下发 · 成功')).toBeTruthy();
    await user.click(within(drawer).getByRole('button', { name: '下发到全部绑定车辆' }));
    await waitFor(() => expect(server.of('area/sendArea')).toHaveLength(1));
    expect(server.of('area/sendArea')[0]!.data).toEqual({ id: '2', queueOffline: true });
    rows = [row('1', { action: 1, state: 2, held: true, mayHold: true })];
    const news = { targId: '1', resultCode: 0, resultData: null };
    act(() => common.publish({ type: 'cmdResult', data: { ...news, seqId: '70', cmdCode: '8600', state: 2 } }));
    expect(await within(drawer).findByText('已保存')).toBeTruthy();

    await user.click(within(drawer).getAllByRole('checkbox')[2]!);
    await user.click(within(drawer).getByRole('button', { name: '查询终端区域' }));
    await waitFor(() => expect(server.of('terminal/sendCommand')).toHaveLength(1));
    expect(server.of('terminal/sendCommand')[0]!.data).toMatchObject({ cmdCode: '8608', params: { kind: 1, areaNos: [] } });
    await waitFor(() => expect(takeNotices().length).toBeGreaterThan(0));
    const told = { ...news, seqId: '71', cmdCode: '8608', state: 6, resultData: { kind: 1, areas: [{ id: 2 }, { id: 8 }] } };
    act(() => common.publish({ type: 'cmdResult', data: told }));
    expect(await within(drawer).findByText('终端已存区域：2, 8')).toBeTruthy();

    // a terminal that responds before the call does
    const early = { ...told, seqId: '72', resultData: { kind: 1, areas: [{ id: 5 }] } };
    beforeReply = () => common.publish({ type: 'cmdResult', data: early });
    await user.click(within(drawer).getByRole('button', { name: '查询终端区域' }));
    expect(await within(drawer).findByText('终端已存区域：5')).toBeTruthy();
  });
});

describe('files', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  it('are previewed, and only valid geofences are imported and shown', async () => {
    const { server, user } = await setUp({ 'area/addShapes': () => ({ ids: ['21'] }) });
    vi.stubGlobal(
      'XMLHttpRequest',
      formReceiver({
        list: [
          { areaName: '', color: 'FF0000', geo: CIRCLE, problem: '' },
          { areaName: '坏', color: '', geo: null, problem: '多边形的边不能相交或重叠' },
        ],
      }),
    );
    await user.click(screen.getByRole('button', { name: /导入/ }));
    const dialog = await findDialog('导入区域');
    const input = within(dialog).getByLabelText('选择文件', { selector: 'input' });
    await user.upload(input, new File(['{}'], 'areas.geojson'));
    expect(await within(dialog).findByText('多边形的边不能相交或重叠')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: '导入 1 个' }));
    await waitFor(() => expect(server.of('area/addShapes')).toHaveLength(1));
    expect(server.of('area/addShapes')[0]!.data).toEqual({
      deptId: '1',
      useFor: 1,
      areas: [{ areaName: '区域1', color: 'FF0000', geo: CIRCLE }],
    });
    await waitFor(() => expect(useAreaView.getState().shown.has('21')).toBe(true));
  });

  it('export only the filtered geofences', async () => {
    const { server, user } = await setUp({ 'area/exportShapes': () => ({ url: '/file' }) });
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await user.type(screen.getByRole('textbox', { name: '搜索区域' }), '东');
    await user.click(screen.getByRole('button', { name: /导出/ }));
    await user.click(await screen.findByText('导出为 KML'));
    await waitFor(() => expect(open).toHaveBeenCalledWith('/file', '_blank', 'noopener'));
    expect(server.of('area/exportShapes')[0]!.data).toEqual({ format: 'kml', ids: ['2'] });
  });
});
