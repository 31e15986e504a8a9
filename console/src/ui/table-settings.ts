import { settingsCalls } from 'virtual:calls/settings';
import type { TableSettings, UserSettings } from '@fleetwarden/contract/settings';
import { call } from './api/call.ts';
import { useSession } from './session.ts';

/** Keeps parts of the user's settings: at once here, and on the server for the next visit. */
async function saveUserSettings(part: Partial<UserSettings>): Promise<void> {
  const { userInfo } = useSession.getState();
  if (!userInfo) return;
  useSession.setState({ userInfo: { ...userInfo, settings: { ...userInfo.settings, ...part } } });
  await call(settingsCalls.saveUserSetting, part);
}

/** How the user arranged a table, if ever; changes hold at once and are kept with the account. `null` forgets. */
export function useTableSettings(name: string): [TableSettings | undefined, (next: TableSettings | null) => void] {
  const settings = useSession(({ userInfo }) => userInfo?.settings.tables[name]);
  function change(next: TableSettings | null) {
    const { [name]: _, ...others } = useSession.getState().userInfo?.settings.tables ?? {};
    // What could not be kept has been said by the client; it holds until the page is left.
    saveUserSettings({ tables: next ? { ...others, [name]: next } : others }).catch(() => undefined);
  }
  return [settings, change];
}
