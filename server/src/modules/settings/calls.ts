import { DEFAULT_MAP_SETTINGS } from '@fleetwarden/contract/monitor/map-settings';
import type { settingsCalls } from '@fleetwarden/contract/settings/routes';
import { getText } from '@fleetwarden/locale/languages';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { MapSetting } from './maps.ts';
import type { SettingsService } from './service.ts';
import type { Brand } from './snapshot.ts';
import { readUserSettings, saveMapSettings, saveUserSettings } from './user-settings.ts';

export type SettingsCallsDeps = {
  readonly db: Db;
  readonly service: SettingsService;
  readonly brandOf: (departmentId: number | null) => Promise<Brand>;
  readonly mapSettingOf: (departmentId: number) => Promise<MapSetting>;
};

export function createSettingsCalls({ db, service, brandOf, mapSettingOf }: SettingsCallsDeps): Handlers<typeof settingsCalls> {
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
    savePlatSetting: async (data, { user, note }) => {
      const { version, ...change } = await service.save(user, data);
      note(change);
      return { version };
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
