import type { Settings } from '../settings/index.ts';
import type { PrivacySettings } from './privacy.ts';

/** The platform settings about video. */
export type VideoSettings = PrivacySettings &
  Pick<Settings, 'videoIdleMinutes' | 'videoCells' | 'videoStreams' | 'mainStream' | 'videoMonthlyGB' | 'videoWatermark'> &
  Pick<Settings, 'recordMinutes' | 'videoDays'>;
