import { cleanup, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { useSession } from '../../../api/session.ts';
import { flushMapSettings } from '../../../shared/map-settings.ts';
import { configuredView, useMapState } from '../../../shared/map-state.ts';
import { findDialog, renderLive, storeOf, stubServer, userInfo } from '../../../ui/testing.tsx';
import { MapSettingsDrawer } from './MapSettingsDrawer.tsx';

const PATH = 'setting/saveMapSetting';

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
  useSession.setState({ token: 'a.b', userInfo, rights: ['20108'] });
});
afterEach(() => {
  cleanup();
  useSession.setState({ token: null, userInfo: null, rights: null });
  useMapState.setState({ view: null, mode: null, shown: null });
});

async function setUp(map: Partial<typeof userInfo.settings.map> = {}) {
  const settings = { ...userInfo.settings, map: { ...userInfo.settings.map, ...map } };
  useSession.setState({ userInfo: { ...userInfo, settings } });
  const server = stubServer({
    [PATH]: ({ data }) => ({ ...userInfo.settings.map, ...data }),
    'setting/savePopupAlarm': ({ data }) => data,
    'setting/saveUserSetting': () => userInfo.settings,
  });
  renderLive(<MapSettingsDrawer open onClose={vi.fn()} />, storeOf([]));
  const dialog = within(await findDialog('地图设置'));
  const user = userEvent.setup();
  const open = (name: string) => user.click(dialog.getByRole('tab', { name }));
  const saved = async () => {
    await flushMapSettings();
    return server.of(PATH).at(-1)?.data;
  };
  return { server, dialog, user, open, saved };
}
const kept = () => useSession.getState().userInfo?.settings.map;

describe('the map settings drawer', () => {
  it('saves the selected popup alarm types, with alarm numbers one higher up to 64', async () => {
    const { server, dialog, user, open } = await setUp();
    await open('弹窗');
    const box = (name: string) => dialog.getByRole('checkbox', { name }) as HTMLInputElement;
    expect(box('超速报警').checked).toBe(true);
    expect(box('终端主电源欠压').checked).toBe(false);
    await user.click(box('超速报警'));
    await user.click(box('终端主电源欠压'));
    const sent = () => server.of('setting/savePopupAlarm').at(-1)?.data['popupAlarms'] as number[];
    await vi.waitFor(() => expect(server.of('setting/savePopupAlarm')).toHaveLength(2));
    expect(sent()).not.toContain(2);
    expect(sent()).toContain(8);
    expect(sent()).toContain(77);
    await user.type(dialog.getByRole('searchbox', { name: '查找报警类型' }), '超速');
    await user.click(box('普通报警'));
    await vi.waitFor(() => expect(sent()).toContain(2));
    expect(useSession.getState().userInfo?.settings.popupAlarms).toEqual(sent());
    await user.click(dialog.getByRole('button', { name: '恢复默认' }));
    await vi.waitFor(() => expect(sent()).toBeNull());
  });

  it('sets which alarm levels sound, offers a sound test, and mutes all', async () => {
    const { dialog, user, open } = await setUp();
    await open('声音');
    const levels = () => useSession.getState().userInfo?.settings.alarms;
    expect(levels()).toMatchObject({ mute: false, levels: [2, 3] });
    await user.click(dialog.getByRole('checkbox', { name: '低级报警声音' }));
    await user.click(dialog.getByRole('checkbox', { name: '中级报警声音' }));
    await user.click(dialog.getByRole('checkbox', { name: '静音' }));
    expect(levels()).toMatchObject({ mute: true, levels: [1, 3] });
    for (const name of ['试听低级', '试听中级', '试听高级']) expect(dialog.getByRole('button', { name })).toBeTruthy();
  });

  it('enables desktop notifications only with browser permission', async () => {
    const { dialog, user, open } = await setUp();
    await open('声音');
    const box = () => dialog.getByRole('checkbox', { name: '页面不在前台时显示桌面通知' });
    const desktop = () => useSession.getState().userInfo?.settings.alarms.desktop;
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'denied' });
    await user.click(box());
    await vi.waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['浏览器未允许桌面通知']));
    expect(desktop()).toBe(false);
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'granted' });
    await user.click(box());
    await vi.waitFor(() => expect(desktop()).toBe(true));
    vi.unstubAllGlobals();
  });

  it('shows and saves the display options of the tree', async () => {
    const { dialog, user, open, saved } = await setUp();
    await open('车辆树');
    const ticked = () => dialog.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked);
    expect(ticked()).toEqual([true, true, true, true, false, false, false, false]);
    await user.click(dialog.getByRole('checkbox', { name: '在线排前' }));
    await user.click(dialog.getByRole('checkbox', { name: '显示离线车辆' }));
    expect(kept()?.treesetting).toBe('1,2,3,9');
    expect(await saved()).toEqual({ treesetting: '1,2,3,9' });
  });

  it('shows and saves the refresh interval of positions', async () => {
    const { dialog, user, open, saved } = await setUp();
    await open('刷新');
    expect(dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    await user.click(dialog.getByRole('radio', { name: '每 60 秒' }));
    expect(await saved()).toEqual({ refreshsetting: '5' });
  });

  it('sets the fields of the vehicle window and their order', async () => {
    const { dialog, user, open, saved } = await setUp({ carwindowcustomsetting: '3,4' });
    await open('信息窗');
    expect(dialog.getAllByRole('listitem')).toHaveLength(24);
    await user.click(dialog.getByRole('checkbox', { name: '胎压' }));
    expect(kept()?.carwindowcustomsetting).toBe('3,4,21');
    await user.click(dialog.getByRole('button', { name: '上移胎压' }));
    expect(kept()?.carwindowcustomsetting).toBe('3,21,4');
    await user.click(dialog.getByRole('checkbox', { name: '定位时间' }));
    expect(await saved()).toEqual({ carwindowcustomsetting: '21,4' });
  });

  it('allows at most 16 fields', async () => {
    const sixteen = Array.from({ length: 16 }, (_, i) => i + 1).join(',');
    const { dialog, open } = await setUp({ carwindowcustomsetting: sixteen });
    await open('信息窗');
    expect(dialog.getByText('已选 16 项，最多 16 项')).toBeTruthy();
    expect((dialog.getByRole('checkbox', { name: '协议版本' }) as HTMLInputElement).disabled).toBe(true);
    expect((dialog.getByRole('checkbox', { name: '定位时间' }) as HTMLInputElement).disabled).toBe(false);
  });

  it('restores the defaults', async () => {
    const { dialog, user, saved } = await setUp({ treesetting: '9', refreshsetting: '1', carwindowcustomsetting: '24' });
    await user.click(dialog.getByRole('button', { name: '恢复默认' }));
    const defaults = { treesetting: '1,2,3,4', refreshsetting: '3', carwindowcustomsetting: '3,4,5,6,7,8,12,19' };
    expect(kept()).toEqual(defaults);
    expect(await saved()).toEqual(defaults);
  });

  it('saves the current view and map type as a logout does', async () => {
    useMapState.setState({ view: { lng: 121.47, lat: 31.23, zoom: 11.4 }, mode: 1, shown: 0 });
    const { dialog, user, saved } = await setUp();
    expect(dialog.getByText('121.4700, 31.2300')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: '保存当前视图' }));
    await vi.waitFor(() => expect(takeNotices().map(({ text }) => text)).toEqual(['当前视图已保存']));
    expect(await saved()).toEqual({ level: 11, center: expect.stringMatching(/^121\.\d+\|31\.\d+$/), mapType: 1 });
    // the new default view of the map
    expect(configuredView(useSession.getState().userInfo!.configList)).toMatchObject({
      lng: expect.closeTo(121.47, 4),
      zoom: 11,
    });
  });

  it('shows the current map and, if it was not moved, its initial view', async () => {
    useMapState.setState({ mode: 1, shown: 0 });
    const { dialog, user, saved } = await setUp();
    expect(dialog.getByText('内置地图')).toBeTruthy();
    expect(dialog.getByText(/^116\.3\d{3}, 39\.\d{4}$/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: '保存当前视图' }));
    expect(await saved()).toMatchObject({ level: 12, center: '116.396400|39.909300' });
  });
});
