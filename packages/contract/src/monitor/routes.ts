import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { monitorSchemas } from './schemas.ts';

/** Monitoring, and the pages that choose vehicles from the tree: recorded video, alarm rules, platforms, operators. */
const choosesVehicles = [permission.monitoring, permission.historyPlayback, '13', '607', '608', '615'] as const;

export const monitorCalls = defineRoutes<typeof monitorSchemas>()({
  getLeftTree: { method: 'POST', path: 'mainPage/getLeftTree', permission: permission.monitoring, read: true },
  getLeftTree2: {
    method: 'POST',
    path: 'mainPage/getLeftTree2',
    permission: choosesVehicles,
    read: true,
    paged: true,
    defaultLimit: 200,
  },
  getTreeByCarNo: { method: 'POST', path: 'mainPage/getTreeByCarNo', permission: choosesVehicles, read: true },
  getCarListByDeptId: {
    method: 'POST',
    path: 'mainPage/getCarListByDeptId',
    permission: choosesVehicles,
    read: true,
    paged: true,
  },
  getDeptTree: { method: 'POST', path: 'mainPage/getDeptTree', permission: 'anyRight', read: true },
  countByStatus: { method: 'POST', path: 'mainPage/countByStatus', permission: permission.liveMap, read: true },
  locate: { method: 'GET', path: 'car/locate', permission: permission.locateAndFollow, read: true },
  checkedCar: { method: 'GET', path: 'car/checkedCar', permission: permission.locateAndFollow },
  unCheckedCar: { method: 'GET', path: 'car/unCheckedCar', permission: permission.locateAndFollow },
  checkedDept: { method: 'GET', path: 'car/checkedDept', permission: permission.locateAndFollow },
  unCheckedDept: { method: 'GET', path: 'car/unCheckedDept', permission: permission.locateAndFollow },
  getOtherParams: { method: 'GET', path: 'car/getOtherParams', permission: permission.liveMap, read: true },
});
