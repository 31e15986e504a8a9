import type { VideoWallSettings } from '@fleetwarden/contract/settings/schemas';
import { useSession } from '../../api/session.ts';
import { saveUserSettings } from '../../api/user-settings.ts';

/** The defaults of contract/settings/schemas. */
const DEFAULTS: VideoWallSettings = { layout: 4, keepsRetrying: false, rotationSeconds: 30, videoOnly: false };

const settingsOf = ({ userInfo }: ReturnType<typeof useSession.getState>): VideoWallSettings =>
  userInfo?.settings.videoWall ?? DEFAULTS;

/** The user's layout of the video wall. */
export const useWallSettings = (): VideoWallSettings => useSession(settingsOf);

export const changeWallSettings = (change: Partial<VideoWallSettings>): void =>
  saveUserSettings({ videoWall: { ...settingsOf(useSession.getState()), ...change } });
