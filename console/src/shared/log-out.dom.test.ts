import { afterEach, describe, expect, it } from 'vitest';
import { readCookie } from '../api/cookie.ts';
import { takeNotices } from '../api/feedback.ts';
import { endSession, startSession, useSession } from '../api/session.ts';
import { logOut } from '../shared/log-out.ts';
import { useMapState } from '../shared/map-state.ts';
import { refuse, stubServer, userInfo } from '../ui/testing.tsx';

afterEach(() => {
  useMapState.setState({ view: null });
  endSession();
  takeNotices();
});

describe('logging out', () => {
  it('sends the map state to the server, with the token that ends', async () => {
    const server = stubServer({ 'user/loginOut': () => ({}) });
    startSession('abc.secret', userInfo, ['2']);
    useMapState.setState({ view: { lng: 116.39, lat: 39.9, zoom: 11 } });
    await logOut();
    const [told] = server.of('user/loginOut');
    expect(told?.authorization).toBe('abc.secret');
    expect(told?.data).toEqual({ level: 11, center: expect.stringMatching(/^[\d.]+\|[\d.]+$/), mapType: 1 });
    expect(useSession.getState()).toEqual({ token: null, userInfo: null, rights: null });
    expect(readCookie('token') || null).toBeNull();
  });

  it.each([
    ['refuses', () => refuse('5000', '请求失败,请联系管理员')],
    [
      'does not answer',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('ends the session without a message, even if the server %s', async (_how, answer) => {
    stubServer({ 'user/loginOut': answer });
    startSession('abc.secret', userInfo, ['2']);
    await logOut();
    expect(useSession.getState().token).toBeNull();
    expect(takeNotices()).toEqual([]);
  });
});
