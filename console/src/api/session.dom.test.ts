import { afterEach, describe, expect, it, vi } from 'vitest';
import { readCookie } from '../api/cookie.ts';
import { endSession, isInspection, knowUser, startSession, useSession } from '../api/session.ts';
import { userInfo } from '../ui/testing.tsx';

const inspection = { carNo: '京A12345', carId: '3', targId: '4', color: 2 };

afterEach(() => {
  vi.restoreAllMocks();
  endSession();
});

describe('a session', () => {
  it('stores token and user in cookies, username, userId and rights in local storage', () => {
    startSession('0123456789abcdef.x', userInfo, ['2', '205']);
    expect(readCookie('token')).toBe('0123456789abcdef.x');
    expect(JSON.parse(readCookie('userInfo') ?? '')).toEqual({
      userId: '7',
      deptId: '1',
      account: 'admin',
      username: '系统管理员',
      clientType: 4,
    });
    expect(['username', 'userId', 'rights'].map((key) => localStorage.getItem(key))).toEqual(['系统管理员', '7', '["2","205"]']);
    expect(sessionStorage.getItem('carNo')).toBeNull();
  });

  it('stores the plate in session storage only while a vehicle is inspected', () => {
    knowUser({ ...userInfo, inspection }, []);
    expect(sessionStorage.getItem('carNo')).toBe('京A12345');
    knowUser(userInfo, []);
    expect(sessionStorage.getItem('carNo')).toBeNull();
  });

  it('reuses its objects when the same user is loaded again', () => {
    startSession('0123456789abcdef.x', userInfo, ['2', '205']);
    const before = useSession.getState();
    knowUser({ ...userInfo }, ['2', '205']);
    expect(useSession.getState().userInfo).toBe(before.userInfo);
    expect(useSession.getState().rights).toBe(before.rights);
    knowUser({ ...userInfo, username: '李静' }, ['2']);
    expect(useSession.getState()).toMatchObject({ userInfo: { username: '李静' }, rights: ['2'] });
  });

  it('removes everything when it ends', () => {
    startSession('0123456789abcdef.x', { ...userInfo, inspection }, ['2']);
    endSession();
    expect(useSession.getState()).toEqual({ token: null, userInfo: null, rights: null });
    expect([readCookie('token') || null, readCookie('userInfo') || null]).toEqual([null, null]);
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it('fits its cookie for a user name of any length', () => {
    startSession('0123456789abcdef.x', { ...userInfo, username: '车'.repeat(10_000) }, []);
    expect(document.cookie.length).toBeLessThan(2_000);
    expect(JSON.parse(readCookie('userInfo') ?? '').userId).toBe('7');
  });

  it('lasts as long as its page if cookies and storage are blocked', () => {
    vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
    for (const name of ['localStorage', 'sessionStorage'] as const)
      vi.spyOn(window, name, 'get').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError');
      });
    startSession('0123456789abcdef.x', { ...userInfo, inspection }, ['2']);
    expect(useSession.getState()).toMatchObject({ token: '0123456789abcdef.x', rights: ['2'] });
    expect(isInspection(useSession.getState())).toBe(true);
    endSession();
    expect(useSession.getState()).toEqual({ token: null, userInfo: null, rights: null });
  });

  it('works without a storage that refuses writes', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    startSession('0123456789abcdef.x', { ...userInfo, inspection }, ['2']);
    expect(useSession.getState().rights).toEqual(['2']);
  });
});
