import { useSession } from './session.ts';
import {
  forgetUnsaved,
  keepUnsaved,
  readUnsaved,
  type SettingKind,
  type SettingParts,
  withSettings,
} from './unsaved-settings.ts';

/** Debounce of saving, ms. */
const SETTLE_MS = 500;

/**
 * Saves one kind of user settings: at once in the session, on the server after a debounce. Several changes are one save; parts of
 * a failed save go along with the next change; what a page left unsaved is saved by the next page of the tab.
 */
export function createSettingsSaver<K extends SettingKind>(kind: K, send: (parts: SettingParts[K]) => Promise<unknown>) {
  let waiting: SettingParts[K] = {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), SETTLE_MS);
  };

  function change(parts: SettingParts[K]): void {
    const { userInfo } = useSession.getState();
    if (!userInfo) return;
    useSession.setState({ userInfo: withSettings(userInfo, kind, parts) });
    waiting = { ...waiting, ...parts };
    keepUnsaved(kind, userInfo.userId, { ...readUnsaved(kind, userInfo.userId), ...parts });
    schedule();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    const parts = waiting;
    const { token, userInfo } = useSession.getState();
    if (!userInfo || Object.keys(parts).length === 0) return;
    waiting = {};
    const saved = await send(parts).then(
      () => true,
      () => false,
    );
    // one user's changes are never saved for another
    if (useSession.getState().token !== token) return;
    keepUnsaved(kind, userInfo.userId, waiting);
    if (!saved) waiting = { ...parts, ...waiting };
  }

  useSession.subscribe((now, before) => {
    if (now.token !== before.token || (before.userInfo && !now.userInfo)) {
      clearTimeout(timer);
      waiting = {};
      forgetUnsaved(kind);
    }
    if (!now.userInfo || now.userInfo.userId === before.userInfo?.userId) return;
    waiting = readUnsaved(kind, now.userInfo.userId);
    if (Object.keys(waiting).length > 0) schedule();
  });
  addEventListener('pagehide', () => void flush());
  return { change, flush };
}
