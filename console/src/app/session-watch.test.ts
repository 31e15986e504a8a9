import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readCookie, writeCookie } from '../ui/cookie.ts';
import { endSession, startSession, useSession } from '../ui/session.ts';
import { userInfo } from '../ui/testing.tsx';
import { watchSession } from './session-watch.ts';

/** Another tab of the browser: it shares the cookies and says when it changed them. */
const other = new BroadcastChannel('fleetwarden-session');
let stop: () => void;

beforeEach(() => {
  startSession('abc.secret', userInfo, ['2']);
  stop = watchSession();
});
afterEach(() => {
  stop();
  endSession();
});

it('ends the session that another tab ended', async () => {
  writeCookie('token', null, 0);
  other.postMessage('changed');
  await vi.waitFor(() => expect(useSession.getState().token).toBeNull());
});

it('begins anew where another tab signed somebody in', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  writeCookie('token', 'def.other', 1);
  other.postMessage('changed');
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(readCookie('token')).toBe('def.other');
});

it('tells the other tabs', async () => {
  const heard = vi.fn();
  other.addEventListener('message', heard);
  endSession();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
});
