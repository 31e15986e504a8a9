import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { detailsSchemas } from './schemas.ts';

/** Data of the vehicle dialog besides its live values. */
export const detailsCalls = defineRoutes<typeof detailsSchemas>()({
  getAddress: { method: 'POST', path: 'location/getAddress', permission: 'anySession', read: true },
  getCarInfo: { method: 'POST', path: 'car/getCarInfo', permission: permission.carInfo, read: true },
  getOwnerInfo: { method: 'POST', path: 'car/getOwnerInfo', permission: permission.ownerInfo, audited: true },
  queryTirePressure: { method: 'POST', path: 'setting/queryTirePressure', permission: permission.tyrePressure, read: true },
});
