import { permission } from '@fleetwarden/contract/permissions';
import { useMay } from '../api/session.ts';
import { TrackAtTime } from '../features/tracks/TrackAtTime.tsx';
import { RecordedScreenPage } from '../features/video/recorded/RecordedScreenPage.tsx';
import { RecordedVideoPage } from '../features/video/recorded/RecordedVideoPage.tsx';
import { LiveScreen } from './LiveScreen.tsx';

/** The track belongs to another feature, and has a permission of its own. */
const useTrack = () => (useMay(permission.trackPlayback) ? TrackAtTime : null);

/** Recorded video within the shell. */
export const RecordedVideo = () => <RecordedVideoPage Track={useTrack()} />;

/** Recorded video that fills the window. */
export const RecordedVideoScreen = () => (
  <LiveScreen>
    <RecordedScreenPage Track={useTrack()} />
  </LiveScreen>
);
