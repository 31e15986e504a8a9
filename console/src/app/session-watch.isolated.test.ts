import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCookie, writeCookie } from '../api/cookie.ts';
import { endSession, startSession, useSession } from '../api/session.ts';
import { userInfo } from '../ui/testing.tsx';
import { watchSession } from './session-watch.ts';

/** Another tab: it shares the cookies and announces changes. */
const other = new BroadcastChannel('fleetwarden-session');
let stop: () => void;

beforeEach(() => {
  startSession('abc.secret', userInfo, ['2']);
  stop = watchSession();
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  endSession();
});

it('ends the session that another tab ended', async () => {
  writeCookie('token', null, 0);
  other.postMessage('changed');
  await vi.waitFor(() => expect(useSession.getState().token).toBeNull());
});

it('reloads if another tab signed in another user', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  writeCookie('token', 'def.other', 1);
  other.postMessage('changed');
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(readCookie('token')).toBe('def.other');
});

it('notifies the other tabs', async () => {
  const heard = vi.fn();
  other.addEventListener('message', heard);
  endSession();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
});

describe('with cookies blocked', () => {
  it('a tab continues its session, whatever the other tabs do', async () => {
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    const cookies = vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
    const heard = vi.fn();
    const third = new BroadcastChannel('fleetwarden-session');
    third.addEventListener('message', heard);
    other.postMessage('changed');
    await vi.waitFor(() => expect(heard).toHaveBeenCalled());
    expect(cookies).not.toHaveBeenCalled();
    expect(useSession.getState().token).toBe('abc.secret');
    third.close();
  });

  it('the console also starts without a channel between tabs', () => {
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('denied', 'SecurityError');
        }
      },
    );
    expect(watchSession()).not.toThrow();
  });
});
