import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { screensSchemas } from './schemas.ts';

export const screensCalls = defineRoutes<typeof screensSchemas>()({
  getBellPageNum: { method: 'GET', path: 'mainPage/getBellPageNum', permission: 'anyRight', read: true },
  vehicleOnlineInformation: { method: 'GET', path: 'car/vehicleOnlineInformation', permission: permission.home, read: true },
  dataBoard: { method: 'GET', path: 'mainPage/dataBoard', permission: permission.home, read: true },
  mileageRank: { method: 'GET', path: 'mainPage/mileageRank', permission: permission.home, read: true },
});
