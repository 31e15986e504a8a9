import { CallError } from '@fleetwarden/contract/errors';
import type { UserInfo } from '@fleetwarden/contract/identity';
import type { Db } from '../../platform/db/database.ts';
import type { Captchas } from './captcha.ts';
import type { LoginKey } from './login-key.ts';
import type { PasswordCheck } from './password.ts';
import type { Peer, Sessions } from './sessions.ts';
import * as store from './store.ts';
import type { Throttle } from './throttle.ts';
import { type IdentitySettings, userInfoOf } from './user-info.ts';

export type LoginData = {
  readonly account: string;
  readonly vPasswd: string;
  readonly captchaId?: string | undefined;
  readonly captcha?: string | undefined;
};
export type SignedIn = { readonly userInfo: UserInfo; readonly rights: string[] };

export type LoginService = {
  /** Throws CallError tooMany, badCaptcha, badCredentials, accountDisabled. */
  login(data: LoginData, peer: Peer): Promise<SignedIn & { readonly token: string }>;
  /** Throws CallError notSignedIn when the account is gone. */
  whoIs(accountId: number): Promise<SignedIn>;
};

export type LoginDeps = {
  readonly db: Db;
  readonly settings: IdentitySettings;
  readonly sessions: Sessions;
  readonly key: LoginKey;
  /** null: no captcha is asked. */
  readonly captchas: Captchas | null;
  readonly checkPassword: PasswordCheck;
  readonly throttle: Throttle;
  readonly now: () => number;
};

export function createLoginService(deps: LoginDeps): LoginService {
  const { db, settings, sessions, key, captchas, checkPassword, throttle, now } = deps;
  const signedIn = async (account: store.AccountRow): Promise<SignedIn> => ({
    userInfo: await userInfoOf(account, settings),
    rights: [...account.codes],
  });

  return {
    login: async (data, peer) => {
      const { peerIp } = peer;
      const log = (ok: boolean, reason: string | null, accountId: number | null) =>
        store.logLogin(db, { loginName: data.account, accountId, ok, reason, peerIp, now: now() });
      const refuse = async (kind: 'tooMany' | 'badCaptcha' | 'badCredentials' | 'accountDisabled', accountId: number | null) => {
        await log(false, kind, accountId);
        return new CallError(kind, `login of ${data.account}`);
      };

      if (throttle.locked(data.account, peerIp)) throw await refuse('tooMany', null);
      if (captchas && !captchas.solve(data.captchaId ?? '', data.captcha ?? '')) throw await refuse('badCaptcha', null);

      // counted before the slow part, or many attempts at once would all pass the bound; taken back when it succeeds
      throttle.failed(data.account, peerIp);
      const password = key.open(data.vPasswd);
      const account = await store.accountByLogin(db, data.account);
      const matches = await checkPassword(account?.password_hash, password);
      if (!account || !matches) throw await refuse('badCredentials', account?.id ?? null);
      throttle.succeeded(data.account, peerIp);
      // told only to those who know the password
      if (!account.enabled || (account.expires_at !== null && account.expires_at <= now()))
        throw await refuse('accountDisabled', account.id);

      const token = await sessions.open(account.id, peer);
      await log(true, null, account.id);
      return { token, ...(await signedIn(account)) };
    },
    whoIs: async (accountId) => {
      const account = await store.accountById(db, accountId);
      if (!account) throw new CallError('notSignedIn');
      return signedIn(account);
    },
  };
}
