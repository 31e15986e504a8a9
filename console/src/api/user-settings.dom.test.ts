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

  it('says nothing where saving fails, and takes it along with the next change', async () => {
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

  it('never saves as somebody else', async () => {
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
