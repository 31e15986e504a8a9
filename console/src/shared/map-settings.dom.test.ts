import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../api/session.ts';
import { changeMapSettings, flushMapSettings } from '../shared/map-settings.ts';
import { refuse, stubServer, userInfo } from '../ui/testing.tsx';

const PATH = 'setting/saveMapSetting';

beforeEach(() => {
  vi.useFakeTimers();
  useSession.setState({ token: 'a.b', userInfo, rights: ['20108'] });
  return () => {
    vi.useRealTimers();
    useSession.setState({ token: null, userInfo: null, rights: null });
  };
});
const kept = () => useSession.getState().userInfo?.settings.map;

describe('settings of the map', () => {
  it('apply immediately, and several changes are saved in one request with only the changed fields', async () => {
    const server = stubServer({ [PATH]: ({ data }) => ({ ...userInfo.settings.map, ...data }) });
    changeMapSettings({ treesetting: '1' });
    changeMapSettings({ treesetting: '1,9' });
    changeMapSettings({ refreshsetting: '2' });
    expect(kept()).toEqual({ ...userInfo.settings.map, treesetting: '1,9', refreshsetting: '2' });
    expect(server.requests).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(500);
    expect(server.of(PATH).map(({ data }) => data)).toEqual([{ treesetting: '1,9', refreshsetting: '2' }]);
  });

  it('that could not be saved are sent with the next change', async () => {
    let up = false;
    const server = stubServer({ [PATH]: ({ data }) => (up ? data : refuse('5000', 'later')) });
    changeMapSettings({ treesetting: '2' });
    await flushMapSettings();
    up = true;
    changeMapSettings({ refreshsetting: '5' });
    await flushMapSettings();
    expect(server.of(PATH).at(-1)?.data).toEqual({ treesetting: '2', refreshsetting: '5' });
  });

  it('of one user are never saved for another user', async () => {
    const server = stubServer({});
    changeMapSettings({ treesetting: '2' });
    useSession.setState({ token: 'c.d' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.of(PATH)).toHaveLength(0);
  });
});
