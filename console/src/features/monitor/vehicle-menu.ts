import { createContext, use } from 'react';
import type { MenuPoint } from '../../ui/ContextMenu.tsx';

/** The open menu of a vehicle. */
export type OpenMenu = { readonly tid: string; readonly at: MenuPoint };

/** Opens a vehicle's menu at a point. */
export type OpenVehicleMenu = (tid: string, at: MenuPoint) => void;

/** Lists outside the monitoring centre have no menus. */
export const VehicleMenuContext = createContext<OpenVehicleMenu | null>(null);

/** Opens vehicle menus from lists; null: no menus on this page. */
export const useVehicleMenu = (): OpenVehicleMenu | null => use(VehicleMenuContext);
