import { riskArea } from '@fleetwarden/contract/risks/risk-area-resource';
import { riskEvent } from '@fleetwarden/contract/risks/risk-event-resource';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import type { FieldInputProps } from '../../shared/resource/FieldInput.tsx';
import { giveSize, page, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { RiskReportPage } from './RiskReportPage.tsx';

// WebGL is the browser's edge
vi.mock('../../map/MapView.tsx', () => ({ MapView: () => null }));

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

const EVERYTHING = ['1504', '150401', '150406', '150410', '150411', '150101', '150110', '20105', '20201', '20209'];
const ENTERED = Date.UTC(2026, 10, 21, 4);
const CIRCLE = { shape: 4, lng: 121.5, lat: 31.2, radius: 500 };

const recordOf = (fields: object, values: object) => ({
  ...Object.fromEntries(Object.keys(fields).map((key) => [key, null])),
  id: '5',
  version: 2,
  createdAt: 1_000,
  updatedAt: 2_000,
  ...values,
});
const event = (id: string, more: object = {}) =>
  recordOf(riskEvent.fields, {
    id,
    vehicleId: id,
    carNo: `沪A0000${id}`,
    deptName: '华东',
    driverName: '马骏',
    driverPhone: '13800138000',
    areaName: '新区',
    riskLevel: 1,
    enterAt: ENTERED,
    leaveAt: null,
    minutes: 12,
    state: 1,
    ...more,
  });

/** What draws areas, without a map. */
const Ground = ({ onChange }: FieldInputProps) => (
  <button type="button" onClick={() => onChange?.(CIRCLE)}>
    draw
  </button>
);

function open(
  address = '/',
  rights: readonly string[] = EVERYTHING,
  events: readonly object[] = [event('1'), event('2')],
  areas?: readonly object[],
) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'mainPage/getDeptTree': () => ({ list: [{ deptId: '1', deptName: '演示集团', parentId: null }] }),
    'epidemic/listEvent': () => page(events),
    'epidemic/handleEvent': () => ({ handled: 1 }),
    'epidemic/notifyEvent': () => ({ sent: 1, failed: 1 }),
    'epidemic/listArea': () =>
      page(
        areas ?? [
          recordOf(riskArea.fields, {
            areaName: '新区',
            deptId: '1',
            deptName: '演示集团',
            riskLevel: 1,
            state: 2,
            ground: 1,
            geo: CIRCLE,
          }),
        ],
      ),
    'epidemic/addArea': () => ({ id: '9' }),
    'msg/getTemplate': () => ({ templates: [] }),
    'car/optionCar': () => ({ list: [{ id: '1', name: '沪A00001' }] }),
    'location/rs/getProvince': () => ({ list: [{ areaId: '440000', areaName: '广东省' }] }),
  });
  const router = createMemoryRouter([{ path: '/', element: <RiskReportPage GroundInput={Ground} /> }], {
    initialEntries: [address],
  });
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, router, user: userEvent.setup() };
}
const rowOf = async (text: string) => (await screen.findByText(text, { selector: 'td, td *' })).closest('tr')!;
const said = (text: string) => waitFor(() => expect(takeNotices().map((notice) => notice.text)).toContain(text));

describe('vehicles that entered a risk area', () => {
  it('are listed with driver, area, times and state', async () => {
    open();
    const row = await rowOf('沪A00001');
    const texts = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect(texts).toEqual(expect.arrayContaining(['华东', '马骏', '13800138000', '新区', '高风险', '在区域内', '12', '未处理']));
    for (const title of ['车牌号', '驾驶员', '联系电话', '风险区域', '风险等级', '进入时间', '离开时间', '处理状态'])
      expect(screen.getAllByText(title).length).toBeGreaterThan(0);
  });

  it('link to their tracks for users with permission', async () => {
    open();
    const link = within(await rowOf('沪A00001')).getByRole('link');
    const { pathname, searchParams } = new URL(link.getAttribute('href')!, 'http://x');
    expect([pathname, searchParams.get('targId')]).toEqual(['/mapcontent/trackPlayback', '1']);
    expect(Number(searchParams.get('start'))).toBeLessThan(ENTERED);
    cleanup();
    open('/', ['150401']);
    expect(within(await rowOf('沪A00001')).queryByRole('link')).toBeNull();
  });

  it('are filtered by the alert in the URL, and its row is highlighted', async () => {
    const alert = new URLSearchParams({ tid: '1', cno: '沪A00001', intDate: String(ENTERED), areaName: '新区' });
    const { server, router } = open(`/?${alert}`);
    expect((await rowOf('沪A00001')).getAttribute('aria-current')).toBe('true');
    expect((await rowOf('沪A00002')).getAttribute('aria-current')).toBeNull();
    expect(server.of('epidemic/listEvent').at(-1)?.data).toMatchObject({ vehicleId: '1', areaName: '新区' });
    expect(new URLSearchParams(router.state.location.search).get('vehicleId')).toBe('1');
  });

  it('are handled with observation days and a note', async () => {
    const { server, user } = open();
    await user.click(within(await rowOf('沪A00001')).getByRole('button', { name: '处理' }));
    const form = within(await screen.findByRole('dialog'));
    expect(form.queryByRole('spinbutton')).toBeNull();
    await user.click(form.getByRole('combobox', { name: '处理状态' }));
    await user.click(await screen.findByText('隔离观察', { selector: '.ant-select-item-option-content' }));
    await user.type(await form.findByRole('spinbutton', { name: '观察天数' }), '14');
    await user.type(form.getByRole('textbox', { name: '处理说明' }), '居家');
    await user.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.of('epidemic/handleEvent')[0]?.data).toEqual({ ids: ['1'], state: 3, observeDays: 14, note: '居家' }),
    );
    await said('已保存');
  });

  it('are notified together with a text that names the risk area', async () => {
    const { server, user } = open();
    await rowOf('沪A00001');
    const [all] = screen.getAllByRole('checkbox');
    await user.click(all!);
    await user.click(screen.getByRole('button', { name: '批量通知' }));
    const form = within(await screen.findByRole('dialog'));
    expect(form.queryByText('保存为模板')).toBeNull();
    expect((form.getByRole('textbox', { name: /./ }) as HTMLTextAreaElement).value).toContain('您已进入风险区域新区');
    await user.click(form.getByRole('button', { name: '下发' }));
    await waitFor(() =>
      expect(server.of('epidemic/notifyEvent')[0]?.data).toEqual({
        ids: ['1', '2'],
        channels: [8],
        message: '您已进入风险区域新区，请做好防护并听从安排',
      }),
    );
    await said('已下发 1 辆车，1 辆失败');
  });

  it('show a message if there are none', async () => {
    open('/', EVERYTHING, []);
    expect(await screen.findByText('暂无进入记录')).toBeDefined();
  });

  it('can only be viewed without further permissions', async () => {
    open('/', ['1504', '150401']);
    const row = await rowOf('沪A00001');
    expect(within(row).queryByRole('button', { name: '处理' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('tab', { name: '风险区域' })).toBeNull();
  });
});

describe('risk areas', () => {
  it('have their own tab, stored in the URL', async () => {
    const { router, server, user } = open();
    await rowOf('沪A00001');
    await user.click(screen.getByRole('tab', { name: '风险区域' }));
    await waitFor(() => expect(server.of('epidemic/listArea')).toHaveLength(1));
    expect(router.state.location.search).toBe('?tab=areas');
    expect(await screen.findByText('生效中')).toBeDefined();
  });

  it('are drawn on the map, or chosen as a division', async () => {
    const { user } = open('/?tab=areas');
    await user.click((await screen.findAllByRole('button', { name: /新增/ }))[0]!);
    const form = within(await screen.findByRole('dialog'));
    expect(form.getByRole('button', { name: 'draw' })).toBeDefined();
    expect(form.queryByText('行政区划', { selector: 'label' })).toBeNull();
    const asked = (name: string) => form.getByText(name, { selector: 'label' }).classList.contains('ant-form-item-required');
    expect(['图形', '失效时间'].map(asked)).toEqual([true, false]);
    await user.click(form.getByRole('combobox', { name: '范围' }));
    await user.click(await screen.findByText('行政区划', { selector: '.ant-select-item-option-content' }));
    expect(await form.findByText('行政区划', { selector: 'label' })).toBeDefined();
    expect(form.queryByRole('button', { name: 'draw' })).toBeNull();
  });

  it('show a message and a button to add one if there are none', async () => {
    open('/?tab=areas', EVERYTHING, [], []);
    expect(await screen.findByText('暂无风险区域')).toBeDefined();
    expect(screen.getAllByRole('button', { name: /新增/ })).toHaveLength(2);
  });

  it('can only be viewed without permission to edit them', async () => {
    open('/?tab=areas', ['1504', '150401', '150101']);
    await screen.findByText('生效中');
    expect(screen.queryByRole('button', { name: /新增/ })).toBeNull();
  });
});
