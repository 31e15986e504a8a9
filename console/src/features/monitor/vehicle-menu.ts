import { createContext, use } from 'react';
import type { MenuPoint } from '../../ui/ContextMenu.tsx';

/** The menu of a vehicle that is open. */
export type ShownMenu = { readonly tid: string; readonly at: MenuPoint };

/** Opens the menu of a vehicle at a point. */
export type OpenVehicleMenu = (tid: string, at: MenuPoint) => void;

/** A list that stands outside of the monitoring centre has no menus. */
export const VehicleMenuContext = createContext<OpenVehicleMenu | null>(null);

/** The way to a vehicle's menu for every list of vehicles on the page; null: there is none. */
export const useVehicleMenu = (): OpenVehicleMenu | null => use(VehicleMenuContext);
