import { AreaEntry, AreaSide } from '../features/geofences/AreaTools.tsx';
import { MonitorPage } from '../features/monitor/MonitorPage.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';

const TOOLS = { areas: AreaEntry };
const SIDE_PANELS = { areas: AreaSide };

const SendAreasDialog = lazyComponent(async () => (await import('../features/geofences/SendAreasDialog.tsx')).SendAreasDialog);

/** The monitoring centre with the map tools of other features. */
export const MonitorCentre = () => <MonitorPage tools={TOOLS} sidePanels={SIDE_PANELS} areasWindow={SendAreasDialog} />;
