import { MapSettings, type UserInfo } from '@fleetwarden/contract/identity';
import type { AccountRow, MapState } from './store.ts';

// the specification's defaults: centre in the Baidu system, level, seconds between polls of the alarm list
const DEFAULT_CENTER = '116.3964|39.9093';
const DEFAULT_LEVEL = 12;
const ALARM_POLL_S = 30;
/** By mapType 1, 2, 3, as the map state saved at logout numbers them. */
const PROVIDERS = ['BaiduMap', 'GaodeMap', 'TenxunMap'] as const;

/** The signed-in user as the console keeps them. */
export function userInfoOf(account: AccountRow): UserInfo {
  return {
    userId: String(account.id),
    deptId: String(account.department_id),
    deptName: account.department_name,
    account: account.login_name,
    username: account.user_name,
    clientType: account.client_type,
    configList: configList(account.map_state ?? {}),
    // attachments are served by this server, below the console's own address
    storageUrl: '',
    settings: MapSettings.parse(account.settings),
  };
}

function configList({ center, level, mapType }: MapState): UserInfo['configList'] {
  return [
    { typeID: 1, content: center ?? DEFAULT_CENTER },
    { typeID: 2, content: String(level ?? DEFAULT_LEVEL) },
    { typeID: 3, content: PROVIDERS[(mapType ?? 1) - 1] ?? PROVIDERS[0] },
    { typeID: 4, content: String(ALARM_POLL_S) },
  ];
}
