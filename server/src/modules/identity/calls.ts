import { CallError } from '@fleetwarden/contract/errors';
import type { identityCalls } from '@fleetwarden/contract/identity/routes';
import { getText } from '@fleetwarden/locale/languages';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Caller, Principal } from '../../platform/http/principal.ts';
import { accountById, type MapState, saveMapState, saveProfile } from './account-store.ts';
import { roleName } from './built-in-roles.ts';
import type { Captchas } from './captcha.ts';
import { certificateUrl } from './certificate.ts';
import { shownDemo } from './demo-login.ts';
import type { IdentitySettings } from './identity-settings.ts';
import type { Inspections } from './inspection.ts';
import { CERTIFICATE_LIFE_MS, OWN_SESSIONS_SHOWN } from './limits.ts';
import type { Login } from './login.ts';
import type { LoginKey } from './login-key.ts';
import type { ChangePassword } from './password-change.ts';
import type { PasswordProofs } from './password-proof.ts';
import { signInsOf } from './session-store.ts';
import type { Sessions } from './sessions.ts';

export type SessionList = Pick<Handlers<typeof identityCalls>, 'listSession' | 'endSession'>;

export type IdentityCallsDeps = {
  readonly db: Db;
  readonly settings: IdentitySettings;
  readonly login: Login;
  readonly inspections: Inspections;
  readonly changePassword: ChangePassword;
  readonly proofs: PasswordProofs;
  readonly sessions: Sessions;
  readonly sessionList: SessionList;
  readonly key: LoginKey;
  readonly captchas: Captchas;
  readonly signingKey: Buffer;
  readonly demo: boolean;
  readonly now: () => number;
};

/** Default platform name. */
const PLATFORM_NAME = 'common.product';
const LARGEST_ID = 2 ** 31 - 1;

export function createIdentityCalls(deps: IdentityCallsDeps): Handlers<typeof identityCalls> {
  const { db, settings, login, inspections, sessions, now } = deps;

  /** The id must be the caller's own: any other is reported as not found. */
  const requireOwn = (user: Principal, id: string) => {
    if (Number(id) !== user.accountId) throw new CallError('notFound', `account ${id}`);
  };
  const requireUser = (caller: Caller): Principal => {
    if (caller.kind !== 'user') throw new CallError('forbidden', 'inspection');
    return caller;
  };
  const accountOf = async ({ accountId }: Principal) => {
    const account = await accountById(db, accountId);
    if (!account) throw new CallError('notSignedIn');
    return account;
  };

  return {
    loginPage: async ({ deptId, clientType }, { language, peerIp }) => {
      const departmentId = deptId !== undefined && Number(deptId) <= LARGEST_ID ? Number(deptId) : null;
      const [brand, { footer }, captcha, demo] = await Promise.all([
        settings.brandOf(departmentId),
        settings.of(departmentId),
        deps.proofs.captchaAsked(peerIp),
        deps.demo ? shownDemo(db, clientType === undefined ? undefined : clientType === '7' ? 7 : 4) : null,
      ]);
      return {
        platName: brand.platName || getText(language, PLATFORM_NAME),
        logoUrl: brand.logoUrl,
        footer,
        captcha,
        demo: demo && {
          ...demo,
          accounts: demo.accounts.map(({ account, roles }) => ({
            account,
            role: roles.map((role) => roleName(role, language)).join(', '),
          })),
        },
      };
    },
    publicKey: () => ({ publicKey: deps.key.publicKey, nonce: deps.key.nonce() }),
    captchaImage: () => deps.captchas.create(),
    login: (data, { peerIp, userAgent }) => login.login(data, { peerIp, userAgent }),
    carLogin: (data, { peerIp, userAgent }) => inspections.login(data, { peerIp, userAgent }),
    exchangeTicket: (_data, { user }) => login.ticket(user.accountId),
    loginProxy: ({ ticket }, { peerIp, userAgent }) => login.loginByTicket(ticket, { peerIp, userAgent }),
    getLoginInfo: (_data, { user }) => (user.kind === 'user' ? login.whoIs(user.accountId) : inspections.whoIs(user)),
    loginOut: async (state, { user }) => {
      if (user.kind === 'user' && Object.keys(state).length > 0) await saveMapState(db, user.accountId, state as MapState);
      await sessions.close(user.prefix);
      return {};
    },

    getUserDetail: async ({ id }, { user, language }) => {
      if (id !== undefined) requireOwn(user, id);
      const account = await accountOf(user);
      return {
        id: String(account.id),
        loginName: account.login_name,
        userName: account.user_name,
        mobile: account.mobile ?? '',
        deptName: account.department_name,
        roles: account.roles.map((role) => roleName(role, language)),
      };
    },
    updateUserDetail: async ({ id, userName, mobile }, { user, note }) => {
      requireOwn(user, id);
      const { user_name: nameBefore, mobile: mobileBefore } = await accountOf(user);
      note({
        object: user.account,
        before: { userName: nameBefore, mobile: mobileBefore },
        after: { userName, mobile },
      });
      await saveProfile(db, user.accountId, { userName, mobile });
      return {};
    },
    changePasswd: async ({ userId, ...passwords }, { user: caller, peerIp, note }) => {
      const user = requireUser(caller);
      requireOwn(user, userId);
      note({ object: user.account });
      await deps.changePassword(user, passwords, peerIp);
      return {};
    },
    listOwnSession: async (_data, { user }) => {
      const list = await signInsOf(db, user.accountId, OWN_SESSIONS_SHOWN);
      return { list: list.map((signIn) => ({ ...signIn, current: signIn.prefix === user.prefix })) };
    },
    ...deps.sessionList,

    inspectList: async (_data, { user }) => ({ list: await inspections.list(user) }),
    makeInspectPasswd: async ({ carId }, { user, note }) => {
      if (Number(carId) > LARGEST_ID) throw new CallError('notFound', `vehicle ${carId}`);
      note({ object: `vehicle ${carId}` });
      return { password: await inspections.makePassword(Number(carId), user) };
    },
    getCertificateUrl: async (_data, { user }) => {
      const { certificateUrl: address } = await settings.of(user.departmentId);
      if (address === '') throw new CallError('noCertificateUrl');
      const { id, login_name: account, user_name: userName } = await accountOf(user);
      const holder = { userID: String(id), account, userName };
      return { url: certificateUrl(address, holder, now() + CERTIFICATE_LIFE_MS, deps.signingKey) };
    },
  };
}
