import { CallError } from '@fleetwarden/contract/errors';
import { DEFAULT_MAP_SETTINGS } from '@fleetwarden/contract/monitor/map-settings';
import { settingRow } from '@fleetwarden/contract/settings/platform-settings';
import type { settingsCalls } from '@fleetwarden/contract/settings/routes';
import { settingFault } from '@fleetwarden/contract/settings/setting-fault';
import { getText } from '@fleetwarden/locale/languages';
import type { Db } from '../../platform/db/database.ts';
import { createAccountThrottle } from '../../platform/http/account-throttle.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { TESTS_PER_MINUTE } from './limits.ts';
import { type FetchText, fetchText, type TestedKey, testMapKey } from './map-key-test.ts';
import type { MapSetting } from './maps.ts';
import { type OwnAddresses, type Reach, testMedia } from './media-test.ts';
import type { SettingsService } from './service.ts';
import type { Brand, Settings } from './snapshot.ts';
import { readUserSettings, saveMapSettings, saveUserSettings } from './user-settings.ts';

/** What tests of settings reach. */
export type SettingTests = { readonly own: OwnAddresses; readonly reach: Reach; readonly fetchText?: FetchText | undefined };

export type SettingsCallsDeps = {
  readonly db: Db;
  readonly service: SettingsService;
  readonly brandOf: (departmentId: number | null) => Promise<Brand>;
  readonly mapSettingOf: (departmentId: number) => Promise<MapSetting>;
  /** The key that holds for a department; null: none is set. */
  readonly secretOf: (key: TestedKey, departmentId: number | null) => Promise<string | null>;
  readonly platform: () => Promise<Settings>;
  readonly testing: SettingTests;
  readonly now: () => number;
};

export function createSettingsCalls(deps: SettingsCallsDeps): Handlers<typeof settingsCalls> {
  const { db, service, brandOf, mapSettingOf, testing } = deps;
  const countTest = createAccountThrottle(TESTS_PER_MINUTE, deps.now);
  return {
    saveUserSetting: (change, { user }) => saveUserSettings(db, user.accountId, change),
    getPlatSetting: ({ deptId }, { user }) => service.read(user, deptId),
    getMapSetting: async (_data, { user }) => ({
      ...(await mapSettingOf(user.departmentId)),
      // an inspection has no account
      settings: user.kind === 'user' ? (await readUserSettings(db, user.accountId)).map : DEFAULT_MAP_SETTINGS,
    }),
    savePopupAlarm: async ({ popupAlarms }, { user }) => ({
      popupAlarms: (await saveUserSettings(db, user.accountId, { popupAlarms })).popupAlarms,
    }),
    saveMapSetting: (change, { user }) => saveMapSettings(db, user.accountId, change),
    savePlatSetting: async (data, { user, peerIp, note }) => {
      const { version, ...change } = await service.save(user, data, peerIp);
      note(change);
      return { version };
    },
    testMapKey: async ({ deptId, key, value }, { user, note }) => {
      countTest(user.accountId);
      const { deptId: scope } = await service.read(user, deptId);
      const tested = value ?? (await deps.secretOf(key, scope === null ? null : Number(scope)));
      if (tested === null) throw new CallError('validation', `no ${key}`, [{ path: key, key: 'settings.noMapKey' }]);
      const told = await testMapKey(key, tested, testing.fetchText ?? fetchText);
      note({ object: key, after: told });
      return told;
    },
    testMedia: async ({ values }, { user, note }) => {
      countTest(user.accountId);
      requireSound(values);
      const told = await testMedia(await deps.platform(), values, testing);
      note({ after: told });
      return told;
    },
    uploadLogo: async ({ deptId, image }, { user, note }) => {
      const { logoUrl, ...change } = await service.saveLogo(user, deptId, image);
      note(change);
      return { logoUrl };
    },
    qryPlatInfoByDeptId: async ({ deptId }, { language }) => {
      const { platName, logoUrl } = await brandOf(deptId === undefined ? null : Number(deptId));
      return { platName: platName || getText(language, 'common.product'), logoUrl };
    },
    // a logoUrl is relative to the console's own address
    getDeptLogoShowUrlPre: () => ({ urlPre: '' }),
  };
}

/** Throws CallError validation for values that could not be saved. */
function requireSound(values: Readonly<Record<string, unknown>>): void {
  const faults = Object.entries(values).flatMap(([key, value]) => {
    const fault = settingFault(settingRow(key)!, value);
    return fault ? [{ path: key, key: `settings.${fault.name}`, params: fault.params }] : [];
  });
  if (faults.length > 0) throw new CallError('validation', 'settings refused', faults);
}
