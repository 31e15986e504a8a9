import { settingsCalls } from 'virtual:calls/settings';
import type { UserSettings } from '@fleetwarden/contract/settings';
import { call } from './api/call.ts';
import { useSession } from './session.ts';

/** Saves parts of the signed-in user's settings on the server and in the session; parts not named stay. Throws where refused. */
export async function saveUserSettings(parts: Partial<UserSettings>): Promise<void> {
  const settings = await call(settingsCalls.saveUserSetting, parts);
  const { userInfo } = useSession.getState();
  if (userInfo) useSession.setState({ userInfo: { ...userInfo, settings } });
}
