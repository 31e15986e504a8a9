import type { UserInfo } from '@fleetwarden/contract/identity/schemas';
import { UserSettings } from '@fleetwarden/contract/settings/schemas';
import type { AccountRow, MapState } from './account-store.ts';
import type { DepartmentSettings } from './identity-settings.ts';
import type { InspectedVehicle } from './inspection-store.ts';
import { passwordDue } from './password-age.ts';

/** By mapType 1, 2, 3, as the map state saved at logout numbers them. */
const PROVIDERS = ['BaiduMap', 'GaodeMap', 'TenxunMap'] as const;

/** The signed-in user for the console. `now`: epoch ms; `timeZone`: the business zone. */
export function userInfoOf(
  account: AccountRow,
  department: DepartmentSettings,
  settings: UserSettings,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): UserInfo {
  return {
    userId: String(account.id),
    deptId: String(account.department_id),
    deptName: account.department_name,
    account: account.login_name,
    username: account.user_name,
    clientType: account.client_type,
    configList: configList(department, account.map_state ?? {}),
    storageUrl: department.storageUrl,
    helpUrl: department.helpUrl,
    watermark: department.watermark,
    bellSounds: department.bellSounds,
    timeZone,
    settings,
    mustChangePassword: passwordDue(account, department, now),
    inspection: null,
  };
}

/** An inspection has no account: the plate is its name. `timeZone`: the business zone. */
export function inspectionInfoOf(vehicle: InspectedVehicle, department: DepartmentSettings, timeZone: string): UserInfo {
  const id = String(vehicle.id);
  return {
    userId: '',
    deptId: String(vehicle.department_id),
    deptName: vehicle.department_name,
    account: vehicle.plate,
    username: vehicle.plate,
    clientType: 4,
    configList: configList(department, {}),
    storageUrl: department.storageUrl,
    helpUrl: department.helpUrl,
    watermark: department.watermark,
    bellSounds: department.bellSounds,
    timeZone,
    settings: UserSettings.parse({}),
    mustChangePassword: false,
    inspection: { carNo: vehicle.plate, carId: id, targId: id, color: vehicle.plate_colour },
  };
}

/** typeID 1 centre, 2 level, 3 provider, 4 alarm polling interval: the map as it was left, else the department's. */
function configList(department: DepartmentSettings, { center, level, mapType }: MapState): UserInfo['configList'] {
  const provider = mapType === undefined ? undefined : PROVIDERS[mapType - 1];
  return [
    { typeID: 1, content: center ?? department.mapCentre },
    { typeID: 2, content: String(level ?? department.mapLevel) },
    { typeID: 3, content: provider ?? department.mapProvider },
    { typeID: 4, content: String(department.alarmPollSeconds) },
  ];
}
