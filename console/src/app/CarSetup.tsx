import { MapSettingsDrawer } from '../features/monitor/settings/MapSettingsDrawer.tsx';
import { CarSetupPage } from '../features/terminal-settings/fleet/CarSetupPage.tsx';

/** The settings of vehicles, with those of the account that the map has too. */
export const CarSetup = () => <CarSetupPage Personal={MapSettingsDrawer} />;
