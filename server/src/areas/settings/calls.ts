import type { CallReply } from '@fleetwarden/contract/call';
import type { settingsCalls } from '@fleetwarden/contract/settings';
import { textOf } from '@fleetwarden/locale/languages';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { SettingsService } from './service.ts';
import type { Brand } from './snapshot.ts';
import { saveUserSettings } from './user-settings.ts';

export type SettingsCallsDeps = {
  readonly db: Db;
  readonly service: SettingsService;
  readonly brandOf: (departmentId: number | null) => Promise<Brand>;
  readonly mapSettingOf: (departmentId: number) => Promise<CallReply<(typeof settingsCalls)['getMapSetting']>>;
};

export function createSettingsCalls({ db, service, brandOf, mapSettingOf }: SettingsCallsDeps): Handlers<typeof settingsCalls> {
  return {
    saveUserSetting: (change, { user }) => saveUserSettings(db, user.accountId, change),
    getPlatSetting: ({ deptId }, { user }) => service.read(user, deptId),
    getMapSetting: (_data, { user }) => mapSettingOf(user.departmentId),
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
      return { platName: platName || textOf(language, 'common.product'), logoUrl };
    },
    // a logoUrl begins at the root of the console's own address
    getDeptLogoShowUrlPre: () => ({ urlPre: '' }),
  };
}
