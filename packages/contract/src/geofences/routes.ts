import { defineRoutes } from '../call.ts';
import { bindCarsRoute, listCarsRoute } from '../platforms/routes.ts';
import { MAX_AREA_FILE_BYTES } from './limits.ts';
import type { geofencesSchemas } from './schemas.ts';

/** Areas and routes, beyond what every resource has. */
export const geofencesCalls = defineRoutes<typeof geofencesSchemas>()({
  nextAreaNo: { method: 'POST', path: 'area/nextAreaNo', permission: '20302', read: true },
  // vehicles an area is meant for; nothing is sent to them by that
  bindAreaCar: bindCarsRoute('area/bindCar', '20308'),
  listAreaCar: listCarsRoute('area/listCar', '20301'),
  listSent: { method: 'POST', path: 'area/listSent', permission: '20301', read: true, paged: true, defaultLimit: 500 },
  sendArea: { method: 'POST', path: 'area/sendArea', permission: '20309', audited: true },
  eraseArea: { method: 'POST', path: 'area/eraseArea', permission: '20310', audited: true },
  readShapes: {
    method: 'POST',
    path: 'area/readShapes',
    permission: '20305',
    audited: true,
    upload: { maxBytes: MAX_AREA_FILE_BYTES },
  },
  addShapes: { method: 'POST', path: 'area/addShapes', permission: '20305', audited: true },
  exportShapes: { method: 'POST', path: 'area/exportShapes', permission: '20306', audited: true },
});
