import { readCookie } from '../api/cookie.ts';
import { endSession, useSession } from '../api/session.ts';

/** Tabs of one browser share the token's cookie; each tells the others that it changed. */
const CHANNEL = 'fleetwarden-session';

/** The cookie is what the others left: without it this tab's session is over, with another's token it begins anew. */
function followCookie(): void {
  // Blocked: each tab has a session of its own, and nothing to follow.
  if (!navigator.cookieEnabled) return;
  const token = readCookie('token');
  const { token: mine } = useSession.getState();
  if (token === mine) return;
  if (token === null) endSession();
  else window.location.reload();
}

/** null where the browser keeps its tabs apart, as some do with cookies blocked. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

/** Keeps this tab's session in step with the other tabs of the browser. Returns how to stop. */
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
