import type { ClientRoute } from '@fleetwarden/contract/call';
import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refuse, stubServer, userInfo } from '../ui/testing.tsx';
import { call, upload } from './call.ts';
import { clearErrors, useErrorLog } from './error-log.ts';
import { takeNotices, useFeedback } from './feedback.ts';
import { startTexts } from './i18n.ts';
import { hearServerTime, serverNow } from './server-clock.ts';
import { endSession, startSession, useSession } from './session.ts';
import { formServer } from './testing-upload.ts';

const leaving = () => call(identityCalls.loginOut, {}).catch(() => undefined);

beforeEach(async () => {
  await startTexts('zh');
  clearErrors();
  takeNotices();
  startSession('abc.secret', userInfo, ['2']);
});
afterEach(() => {
  useFeedback.setState({ notices: [], elsewhere: false });
  endSession();
});

it('every response, even a failure, sets the server time; one without a date does not change it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-11-25T08:00:00Z');
  const told = async (headers: Record<string, string>) => {
    globalThis.fetch = async () => new Response(JSON.stringify({ code: '5000', msg: 'x', data: null }), { headers });
    await leaving();
    return new Date(serverNow()).toISOString();
  };
  expect(await told({ Date: 'Sun, 22 Nov 2026 15:30:00 GMT' })).toBe('2026-11-22T15:30:00.000Z');
  expect(await told({})).toBe('2026-11-22T15:30:00.000Z');
  vi.useRealTimers();
  hearServerTime(new Date().toUTCString());
});

describe('a failed call of the console', () => {
  it.each([
    ['without a message from the server', '', '请求失败,请联系管理员'],
    ['with a message from the server', '数据正在使用，不能删除', '数据正在使用，不能删除'],
  ])('%s shows it for 3 s', async (_how, msg, shown) => {
    stubServer({ 'user/loginOut': () => refuse('5000', msg) });
    await leaving();
    expect(takeNotices()).toEqual([{ kind: 'error', text: shown, seconds: 3 }]);
    expect(useErrorLog.getState().entries[0]).toMatchObject({ message: shown, info: 'user/loginOut', ofCall: true });
  });

  it('without a network says so for 5 s', async () => {
    stubServer({
      'user/loginOut': () => {
        throw new TypeError('Failed to fetch');
      },
    });
    await leaving();
    expect(takeNotices()).toEqual([{ kind: 'error', text: '网络连接失败，请检查网络后重试', seconds: 5 }]);
  });

  it.each(['expired', 'revoked', 'forged'])('because its token is %s ends the session and says so once', async () => {
    stubServer({ 'user/loginOut': () => refuse('4007', '登录已失效，请重新登录') });
    await Promise.all([leaving(), leaving()]);
    expect(useSession.getState()).toEqual({ token: null, userInfo: null, rights: null });
    expect(takeNotices().map(({ text }) => text)).toEqual(['登录已失效，请重新登录']);
  });

  it('because of a login elsewhere prompts for a new login and retains the token until then', async () => {
    stubServer({ 'user/loginOut': () => refuse('9001', '您的账号已在其他地方登录') });
    await leaving();
    expect(useFeedback.getState()).toEqual({ notices: [], elsewhere: true });
    expect(useSession.getState().token).toBe('abc.secret');
  });
});

describe('a role that is removed while its user is signed in', () => {
  const refusing = (rights: unknown) =>
    stubServer({ 'user/loginOut': () => refuse('4003', '无操作权限'), 'user/getLoginInfo': () => ({ userInfo, rights }) });

  it('is detected by the first refused call: the permissions are loaded again, once', async () => {
    const server = refusing(['3']);
    await Promise.all([leaving(), leaving()]);
    expect(takeNotices().map(({ text }) => text)).toEqual(['无操作权限']);
    await vi.waitFor(() => expect(useSession.getState().rights).toEqual(['3']));
    expect(server.of('user/getLoginInfo')).toHaveLength(1);
    expect(useSession.getState().token).toBe('abc.secret');
    expect(localStorage.getItem('rights')).toBe('["3"]');
  });

  it('triggers no request before a user is signed in', async () => {
    endSession();
    const server = refusing([]);
    await leaving();
    expect(server.of('user/getLoginInfo')).toHaveLength(0);
  });

  it('changes nothing if the permissions cannot be loaded', async () => {
    const server = stubServer({ 'user/loginOut': () => refuse('4003', '无操作权限') });
    await leaving();
    await vi.waitFor(() => expect(server.of('user/getLoginInfo')).toHaveLength(1));
    expect(useSession.getState()).toMatchObject({ token: 'abc.secret', rights: ['2'] });
  });
});

describe('an upload of the console', () => {
  const row: ClientRoute & { readonly upload: { readonly maxBytes: number } } = {
    method: 'POST',
    path: 'test/importRows',
    upload: { maxBytes: 10 },
  };
  afterEach(() => void vi.unstubAllGlobals());
  const sending = () => upload(row, {}, new File(['a'], 'a.csv')).catch(() => undefined);

  it('is sent in the session, and ends it if the server refuses the token', async () => {
    const headers: Record<string, string> = {};
    vi.stubGlobal('XMLHttpRequest', formServer({ code: '4007', msg: '登录已失效，请重新登录', data: null }, [], headers));
    await sending();
    expect(headers['Authorization']).toBe('abc.secret');
    expect(useSession.getState().token).toBeNull();
    expect(takeNotices().map(({ text }) => text)).toEqual(['登录已失效，请重新登录']);
  });

  it('without a response is in the error log', async () => {
    vi.stubGlobal('XMLHttpRequest', formServer(null));
    await sending();
    expect(useErrorLog.getState().entries[0]).toMatchObject({ info: 'test/importRows', ofCall: true });
    expect(takeNotices()).toEqual([{ kind: 'error', text: '网络连接失败，请检查网络后重试', seconds: 5 }]);
  });
});
