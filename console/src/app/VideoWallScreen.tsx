import { VideoWallPage } from '../features/video/VideoWallPage.tsx';
import { LiveScreen } from './LiveScreen.tsx';

/** The video wall with live statuses. */
export const VideoWallScreen = () => (
  <LiveScreen>
    <VideoWallPage />
  </LiveScreen>
);
