import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { settingsSchemas } from './schemas.ts';

export const settingsCalls = defineRoutes<typeof settingsSchemas>()({
  saveUserSetting: { method: 'POST', path: 'setting/saveUserSetting', permission: 'signedIn' },
  getPlatSetting: { method: 'POST', path: 'setting/getPlatSetting', permission: permission.viewSettings, read: true },
  getMapSetting: { method: 'GET', path: 'setting/getMapSetting', permission: 'anySession', read: true },
  saveMapSetting: { method: 'POST', path: 'setting/saveMapSetting', permission: permission.mapSettings },
  savePopupAlarm: { method: 'POST', path: 'setting/savePopupAlarm', permission: 'signedIn' },
  savePlatSetting: {
    method: 'POST',
    path: 'setting/savePlatSetting',
    permission: permission.editSettings,
    signed: true,
    audited: true,
  },
  testMapKey: { method: 'POST', path: 'setting/testMapKey', permission: permission.editSettings, audited: true },
  testMedia: { method: 'POST', path: 'setting/testMedia', permission: permission.editSettings, audited: true },
  uploadLogo: { method: 'POST', path: 'dept/uploadLogo', permission: permission.editSettings, audited: true },
  qryPlatInfoByDeptId: { method: 'GET', path: 'dept/qryPlatInfoByDeptId', permission: 'public', read: true },
  getDeptLogoShowUrlPre: { method: 'GET', path: 'dept/getDeptLogoShowUrlPre', permission: 'public', read: true },
});
