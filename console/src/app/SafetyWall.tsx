import { SafetyScreen } from '../features/safety/screen/SafetyScreen.tsx';
import { LiveScreen } from './LiveScreen.tsx';

/** The screen of active safety with live alarms. */
export const SafetyWall = () => (
  <LiveScreen>
    <SafetyScreen />
  </LiveScreen>
);
