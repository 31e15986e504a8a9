import { readCookie } from '../api/cookie.ts';
import { endSession, useSession } from '../api/session.ts';

/** Tabs of a browser share the token cookie; each announces changes. */
const CHANNEL = 'fleetwarden-session';

/** Follows the cookie: without it the session ends, with another token it restarts. */
function followCookie(): void {
  // Blocked: each tab has its own session.
  if (!navigator.cookieEnabled) return;
  const token = readCookie('token');
  const { token: mine } = useSession.getState();
  if (token === mine) return;
  if (token === null) endSession();
  else window.location.reload();
}

/** null if the browser isolates tabs, as some do with cookies blocked. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

/** Synchronises the session with other tabs. Returns the function that stops it. */
export function watchSession(): () => void {
  const channel = openChannel();
  if (!channel) return () => undefined;
  channel.addEventListener('message', followCookie);
  const stop = useSession.subscribe((now, before) => {
    if (now.token !== before.token) channel.postMessage('changed');
  });
  return () => {
    stop();
    channel.close();
  };
}
