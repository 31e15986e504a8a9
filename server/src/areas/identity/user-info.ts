import type { UserInfo } from '@fleetwarden/contract/identity';
import type { UserSettings } from '@fleetwarden/contract/settings';
import type { AccountRow, MapState } from './store.ts';

/** What identity asks of the settings area. */
export type IdentitySettings = {
  of(departmentId: number | null): Promise<{
    readonly mapCentre: string;
    readonly mapLevel: number;
    readonly mapProvider: (typeof PROVIDERS)[number];
    readonly alarmPollSeconds: number;
    readonly helpUrl: string;
    readonly storageUrl: string;
    readonly footer: string;
  }>;
  brandOf(departmentId: number | null): Promise<{ readonly platName: string; readonly logoUrl: string }>;
  userSettings(accountId: number): Promise<UserSettings>;
};

/** By mapType 1, 2, 3, as the map state saved at logout numbers them. */
const PROVIDERS = ['BaiduMap', 'GaodeMap', 'TenxunMap'] as const;

/** The signed-in user as the console keeps them. */
export async function userInfoOf(account: AccountRow, settings: IdentitySettings): Promise<UserInfo> {
  const [held, own] = await Promise.all([settings.of(account.department_id), settings.userSettings(account.id)]);
  const { center, level, mapType }: MapState = account.map_state ?? {};
  return {
    userId: String(account.id),
    deptId: String(account.department_id),
    deptName: account.department_name,
    account: account.login_name,
    username: account.user_name,
    clientType: account.client_type,
    configList: [
      { typeID: 1, content: center ?? held.mapCentre },
      { typeID: 2, content: String(level ?? held.mapLevel) },
      { typeID: 3, content: PROVIDERS[(mapType ?? 0) - 1] ?? held.mapProvider },
      { typeID: 4, content: String(held.alarmPollSeconds) },
    ],
    storageUrl: held.storageUrl,
    helpUrl: held.helpUrl,
    settings: own,
    mustChangePassword: false,
    inspection: null,
  };
}
