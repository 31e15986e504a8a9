import type { identityCalls } from '@fleetwarden/contract/identity';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Captchas } from './captcha.ts';
import { DEMO_LOGIN, type DemoLogin } from './first-account.ts';
import type { LoginKey } from './login-key.ts';
import type { LoginService } from './service.ts';
import type { Sessions } from './sessions.ts';
import * as store from './store.ts';
import type { IdentitySettings } from './user-info.ts';

export type IdentityCallsDeps = {
  readonly db: Db;
  readonly settings: IdentitySettings;
  readonly service: LoginService;
  readonly sessions: Sessions;
  readonly key: LoginKey;
  readonly captchas: Captchas;
  readonly captchaAsked: boolean;
  readonly demo: boolean;
};

/** Where no department configures a name of its own. */
const PLATFORM_NAME = { zh: '车队卫士', en: 'Fleetwarden' };
const DEPARTMENT_ID = /^\d{1,9}$/;

export function createIdentityCalls(deps: IdentityCallsDeps): Handlers<typeof identityCalls> {
  const { db, settings, service, sessions, key, captchas } = deps;
  return {
    loginPage: async ({ deptId }, { language }) => {
      const departmentId = deptId && DEPARTMENT_ID.test(deptId) ? Number(deptId) : null;
      const [brand, { footer }] = await Promise.all([settings.brandOf(departmentId), settings.of(departmentId)]);
      return {
        platName: brand.platName || PLATFORM_NAME[language],
        logoUrl: brand.logoUrl,
        footer,
        captcha: deps.captchaAsked,
        demo: deps.demo ? ((await store.setting<DemoLogin>(db, DEMO_LOGIN)) ?? null) : null,
      };
    },
    publicKey: () => ({ publicKey: key.publicKey, nonce: key.nonce() }),
    captchaImage: () => captchas.create(),
    login: (data, { peerIp, userAgent }) => service.login(data, { peerIp, userAgent }),
    getLoginInfo: (_data, { user }) => service.whoIs(user.accountId),
    loginOut: async (state, { user }) => {
      if (Object.keys(state).length > 0) await store.saveMapState(db, user.accountId, state as store.MapState);
      await sessions.close(user.prefix);
      return {};
    },
  };
}
