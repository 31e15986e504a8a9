import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../ui/i18n.ts';
import { endSession, useSession } from '../ui/session.ts';
import { stubServer, userInfo } from '../ui/testing.tsx';
import { createRouter } from './router.tsx';

vi.mock('../features/monitor/MonitorPage.tsx', () => ({ MonitorPage: () => null }));

beforeEach(() => startTexts('zh'));
afterEach(endSession);

describe('losing the session', () => {
  it.each([
    { clientType: 4 as const, leads: '/login?redirect=%2Fmapcontent%2Fmapmonitoring%3Fsel%3D7' },
    { clientType: 7 as const, leads: '/loginSF' },
  ])('leads a user of client type $clientType to $leads', async ({ clientType, leads }) => {
    stubServer({ 'user/getLoginInfo': () => ({ userInfo: { ...userInfo, clientType }, rights: ['2'] }) });
    useSession.setState({ token: 'abc.secret' });
    window.history.replaceState(null, '', '/mapcontent/mapmonitoring?sel=7');
    const router = createRouter();
    await vi.waitFor(() => expect(useSession.getState().rights).toEqual(['2']));
    await vi.waitFor(() => expect(router.state.navigation.state).toBe('idle'));
    endSession();
    await vi.waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(leads));
    router.dispose();
  });
});
