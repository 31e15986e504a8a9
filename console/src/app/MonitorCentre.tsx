import { lazy } from 'react';
import { AreaEntry, AreaSide } from '../features/geofences/AreaTools.tsx';
import { MonitorPage } from '../features/monitor/MonitorPage.tsx';

const TOOLS = { areas: AreaEntry };
const BESIDE = { areas: AreaSide };

const SendAreasDialog = lazy(async () => ({
  default: (await import('../features/geofences/SendAreasDialog.tsx')).SendAreasDialog,
}));

/** The monitoring centre with the map tools of other features. */
export const MonitorCentre = () => <MonitorPage tools={TOOLS} beside={BESIDE} areasWindow={SendAreasDialog} />;
