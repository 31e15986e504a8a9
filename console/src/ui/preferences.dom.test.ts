import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../api/session.ts';
import { stubServer, userInfo } from './testing.tsx';

const KEY = 'ui';
/** The debounce of ui/user-settings. */
const SAVE_DELAY_MS = 500;
const defaults = userInfo.settings.ui;

let server: ReturnType<typeof stubServer>;

/** Simulates a page load that reads the stored settings. */
async function load() {
  vi.resetModules();
  const preferences = await import('./preferences.ts');
  const session = await import('../api/session.ts');
  return { ...preferences, ...session, settings: () => preferences.usePreferences.getState().settings };
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  server = stubServer({ 'setting/saveUserSetting': ({ data }) => ({ ...userInfo.settings, ...data }) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  endSession();
});

describe('preferences', () => {
  it('have defaults for a new account: size medium, tag bar and fixed header on, no sidebar logo', async () => {
    const { settings } = await load();
    expect(settings()).toEqual(defaults);
    expect(defaults).toMatchObject({ size: 'medium', tagsView: true, fixedHeader: true, sidebarLogo: false, pinyinSearch: true });
  });
  it('are saved for the next page load', async () => {
    const first = await load();
    first.changeSettings({ mode: 'dark', colour: '#0f766e', size: 'small' });
    const next = await load();
    expect(next.settings()).toEqual({ ...defaults, mode: 'dark', colour: '#0f766e', size: 'small' });
    expect(next.usePreferences.getState().mode).toBe('dark');
  });
  it.each(['{', 'null', '"x"', '{"mode":"pink","size":9,"colour":"red","tagsView":"yes"}'])(
    'fall back to the defaults if the storage contains %s',
    async (kept) => {
      localStorage.setItem(KEY, kept);
      expect((await load()).settings()).toEqual(defaults);
    },
  );
  it('apply until the page is left if the browser cannot store them', async () => {
    const { changeSettings, settings } = await load();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    changeSettings({ size: 'mini' });
    expect(settings().size).toBe('mini');
    expect(document.documentElement.style.getPropertyValue('--control')).toBe('24px');
  });
  it('are those of the account after a sign-in', async () => {
    const { settings, knowUser: know } = await load();
    know({ ...userInfo, settings: { ...userInfo.settings, ui: { ...defaults, mode: 'dark', size: 'mini' } } }, []);
    expect(settings()).toMatchObject({ mode: 'dark', size: 'mini' });
    await vi.runAllTimersAsync();
    expect(server.requests).toEqual([]);
  });
  it('are saved on the server, once for several changes', async () => {
    const { changeSettings, startSession } = await load();
    startSession('abc.secret', userInfo, []);
    changeSettings({ colour: '#111111' });
    changeSettings({ colour: '#222222' });
    expect(server.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
    expect(server.of('setting/saveUserSetting').map(({ data }) => data)).toEqual([{ ui: { ...defaults, colour: '#222222' } }]);
  });
  it('include the choices from the login page after a sign-in', async () => {
    const { toggleMode, settings, startSession } = await load();
    toggleMode();
    const { mode } = settings();
    expect(mode).not.toBe('system');
    startSession('abc.secret', { ...userInfo, settings: { ...userInfo.settings, ui: { ...defaults, size: 'small' } } }, []);
    expect(settings()).toEqual({ ...defaults, mode, size: 'small' });
    await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
    expect(server.of('setting/saveUserSetting')).toHaveLength(1);
  });
  it('of an inspection are not sent to the server', async () => {
    const { toggleMode, settings, startSession } = await load();
    const inspection = { carNo: '京A12345', carId: '1', targId: '1', color: 2 };
    startSession('abc.secret', { ...userInfo, inspection }, []);
    toggleMode();
    await vi.runAllTimersAsync();
    expect(settings().mode).not.toBe('system');
    expect(server.requests).toEqual([]);
  });
});
