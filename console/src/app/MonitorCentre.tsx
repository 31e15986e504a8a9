import { lazy } from 'react';
import { AreaEntry, AreaSide } from '../features/areas/AreaTools.tsx';
import { MonitorPage } from '../features/monitor/MonitorPage.tsx';

const OVER = { areas: AreaEntry };
const BESIDE = { areas: AreaSide };

const SendAreasDialog = lazy(async () => ({ default: (await import('../features/areas/SendAreasDialog.tsx')).SendAreasDialog }));

/** The monitoring centre with what other features put on its map. */
export const MonitorCentre = () => <MonitorPage over={OVER} beside={BESIDE} areasWindow={SendAreasDialog} />;
