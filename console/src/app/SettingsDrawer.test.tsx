import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../api/i18n.ts';
import { endSession, useSession } from '../api/session.ts';
import { unitSystem } from '../api/units.ts';
import { changeSettings, usePreferences } from '../ui/preferences.ts';
import { stubServer, userInfo } from '../ui/testing.tsx';
import { paletteOf } from '../ui/theme/theme.ts';
import { SettingsDrawer } from './SettingsDrawer.tsx';

let server: ReturnType<typeof stubServer>;
const onClose = vi.fn();
const settings = () => usePreferences.getState().settings;
const open = () => render(<SettingsDrawer onClose={onClose} />);
const brand = () => document.documentElement.style.getPropertyValue('--brand');

beforeEach(async () => {
  server = stubServer({ 'setting/saveUserSetting': ({ data }) => ({ ...userInfo.settings, ...data }) });
  await startTexts('zh');
  useSession.setState({ token: 'abc.secret', rights: [], userInfo });
  changeSettings(userInfo.settings.ui);
});
afterEach(() => {
  cleanup();
  endSession();
  onClose.mockClear();
});

describe('the settings drawer', () => {
  it('changes between light, dark and system', async () => {
    open();
    const modes = within(screen.getByRole('group', { name: '外观' }));
    expect(modes.getByRole<HTMLInputElement>('radio', { name: '跟随系统' }).checked).toBe(true);
    await userEvent.click(modes.getByRole('radio', { name: '深色' }));
    expect(settings().mode).toBe('dark');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await userEvent.click(modes.getByRole('radio', { name: '浅色' }));
    expect(document.documentElement.dataset['theme']).toBe('light');
  });
  it('offers the product’s colour and six others', async () => {
    open();
    const colours = within(screen.getByRole('group', { name: '主题色' }));
    expect(colours.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
      '默认蓝',
      '靛青',
      '紫罗兰',
      '品红',
      '湖蓝',
      '青绿',
      '石墨',
    ]);
    await userEvent.click(colours.getByRole('radio', { name: '青绿' }));
    expect(settings().colour).toBe('#0f766e');
    expect(brand()).toBe(paletteOf(usePreferences.getState().mode, '#0f766e').brand);
  });
  it('accepts a custom colour', () => {
    open();
    fireEvent.change(screen.getByLabelText('自定义颜色'), { target: { value: '#ffee00' } });
    expect(settings().colour).toBe('#ffee00');
    expect(brand()).toBe(paletteOf(usePreferences.getState().mode, '#ffee00').brand);
  });
  it.each([
    ['标签栏', 'tagsView', true],
    ['固定顶栏', 'fixedHeader', true],
    ['侧边栏标志', 'sidebarLogo', false],
    ['菜单支持拼音搜索', 'pinyinSearch', true],
  ] as const)('switches %s', async (name, key, before) => {
    open();
    const row = screen.getByRole<HTMLInputElement>('switch', { name });
    expect(row.checked).toBe(before);
    await userEvent.click(row);
    expect(settings()[key]).toBe(!before);
  });
  it('offers pinyin search in Chinese only', async () => {
    await startTexts('en');
    open();
    expect(screen.getAllByRole('switch')).toHaveLength(3);
    expect(screen.queryByRole('switch', { name: 'Pinyin search in menu' })).toBeNull();
  });
  it('saves the settings for the account', async () => {
    open();
    await userEvent.click(screen.getByRole('switch', { name: '侧边栏标志' }));
    await vi.waitFor(() =>
      expect(server.of('setting/saveUserSetting').at(-1)?.data).toMatchObject({ ui: { sidebarLogo: true } }),
    );
  });
  it('changes the units, which are saved for the account', async () => {
    open();
    const units = within(screen.getByRole('group', { name: '单位' }));
    expect(units.getByRole<HTMLInputElement>('radio', { name: '公里' }).checked).toBe(true);
    await userEvent.click(units.getByRole('radio', { name: '英里' }));
    expect(settings().units).toBe('imperial');
    expect(unitSystem()).toBe('imperial');
    await vi.waitFor(() =>
      expect(server.of('setting/saveUserSetting').at(-1)?.data).toMatchObject({ ui: { units: 'imperial' } }),
    );
  });
  it('closes by its button, not on a click outside', async () => {
    open();
    fireEvent.click(screen.getByRole('dialog', { name: '界面设置' }));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
