import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../api/feedback.ts';
import { endSession, useSession } from '../api/session.ts';
import { flushUserSettings, saveUserSettings } from '../api/user-settings.ts';
import { refuse, stubServer, userInfo } from '../ui/testing.tsx';

const PATH = 'setting/saveUserSetting';
const { settings } = userInfo;
const dark = { ...settings.ui, mode: 'dark' as const };

beforeEach(() => {
  vi.useFakeTimers();
  endSession();
  useSession.setState({ token: '0123456789abcdef.secret', userInfo, rights: [] });
});
afterEach(() => {
  vi.useRealTimers();
  takeNotices();
});
const setUp = (answer: () => unknown = () => settings) => {
  const server = stubServer({ [PATH]: answer });
  return { sent: () => server.of(PATH).map(({ data }) => data) };
};
/** Loads the modules again, as a page that is loaded again does, and returns its settings. */
async function loadAgain(user: typeof userInfo) {
  vi.resetModules();
  const [session] = await Promise.all([import('../api/session.ts'), import('../api/user-settings.ts')]);
  session.knowUser(user, []);
  return () => session.useSession.getState().userInfo?.settings;
}

describe('saveUserSettings', () => {
  it('changes the session at once and saves 500 ms after the last of several changes', async () => {
    const { sent } = setUp();
    saveUserSettings({ ui: dark });
    expect(useSession.getState().userInfo?.settings).toEqual({ ...settings, ui: dark });
    await vi.advanceTimersByTimeAsync(400);
    saveUserSettings({ quickLinks: ['/index'] });
    await vi.advanceTimersByTimeAsync(499);
    expect(sent()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent()).toEqual([{ ui: dark, quickLinks: ['/index'] }]);
    await flushUserSettings();
    expect(sent()).toHaveLength(1);
  });

  it('saves at once when the page is left', () => {
    const { sent } = setUp();
    saveUserSettings({ ui: dark });
    dispatchEvent(new Event('pagehide'));
    expect(sent()).toEqual([{ ui: dark }]);
  });

  it('shows no error if saving fails, and saves the change with the next one', async () => {
    let away = true;
    const { sent } = setUp(() => (away ? refuse('5000', '') : settings));
    saveUserSettings({ ui: dark });
    await flushUserSettings();
    expect(takeNotices()).toEqual([]);
    away = false;
    saveUserSettings({ quickLinks: ['/index'] });
    await flushUserSettings();
    expect(sent().at(-1)).toEqual({ ui: dark, quickLinks: ['/index'] });
  });

  it('passes unsaved changes to the next page of the tab', async () => {
    const { sent } = setUp(() => new Promise(() => undefined));
    saveUserSettings({ ui: dark });
    dispatchEvent(new Event('pagehide'));
    saveUserSettings({ quickLinks: ['/index'] });
    // settings from before
    const settingsNow = await loadAgain(userInfo);
    expect(settingsNow()).toEqual({ ...settings, ui: dark, quickLinks: ['/index'] });
    await vi.advanceTimersByTimeAsync(500);
    expect(sent().at(-1)).toEqual({ ui: dark, quickLinks: ['/index'] });
  });

  it('passes on nothing that is saved, refused, of another user, or not settings', async () => {
    const shownAfter = async (user = userInfo) => (await loadAgain(user))();
    let away = false;
    setUp(() => (away ? refuse('5000', '') : settings));
    saveUserSettings({ ui: dark });
    await flushUserSettings();
    expect(await shownAfter()).toEqual(settings);
    away = true;
    saveUserSettings({ ui: dark });
    await flushUserSettings();
    expect(await shownAfter()).toEqual(settings);
    saveUserSettings({ ui: dark });
    expect(await shownAfter({ ...userInfo, userId: '77' })).toEqual(settings);
    sessionStorage.setItem('unsavedSettings.user', 'not settings');
    expect(await shownAfter()).toEqual(settings);
  });

  it('never saves for another user', async () => {
    const { sent } = setUp();
    saveUserSettings({ ui: dark });
    endSession();
    useSession.setState({ token: 'fedcba9876543210.other', userInfo, rights: [] });
    await vi.advanceTimersByTimeAsync(1_000);
    await flushUserSettings();
    expect(sent()).toEqual([]);
  });

  it('does nothing without a user', () => {
    const { sent } = setUp();
    endSession();
    saveUserSettings({ ui: dark });
    dispatchEvent(new Event('pagehide'));
    expect(sent()).toEqual([]);
  });
});
