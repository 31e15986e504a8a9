import { randomBytes } from 'node:crypto';
import { CallError } from '@fleetwarden/contract/errors';
import type { UserInfo } from '@fleetwarden/contract/identity/schemas';
import type { Db } from '../../platform/db/database.ts';
import { isListedAddress } from '../../platform/http/address-list.ts';
import * as accounts from './account-store.ts';
import type { IdentitySettings } from './identity-settings.ts';
import { TICKET_LIFE_MS } from './limits.ts';
import type { LoginKey } from './login-key.ts';
import { logged } from './login-log.ts';
import type { CaptchaAnswer, PasswordProofs } from './password-proof.ts';
import type { Rights } from './rights.ts';
import type { Peer, Sessions } from './sessions.ts';
import { insertTicket, takeTicket } from './ticket-store.ts';
import { hashSecret } from './token.ts';
import { userInfoOf } from './user-info.ts';

export type LoginData = CaptchaAnswer & {
  readonly account: string;
  readonly vPasswd: string;
  readonly clientType?: 4 | 7 | undefined;
};
export type SignedIn = { readonly userInfo: UserInfo; readonly rights: string[] };
export type LoggedIn = SignedIn & { readonly token: string };

export type Login = {
  /** Throws CallError tooMany, locked, badCaptcha, badCredentials; to who knows the password wrongEntrance, accountDisabled, addressNotAllowed. */
  login(data: LoginData, peer: Peer): Promise<LoggedIn>;
  /** A ticket that signs in as the account once, within a minute. */
  ticket(accountId: number): Promise<{ ticket: string; expiresAt: number }>;
  /** Throws CallError badTicket, accountDisabled, addressNotAllowed. */
  loginByTicket(ticket: string, peer: Peer): Promise<LoggedIn>;
  /** Throws CallError notSignedIn if the account was removed. */
  whoIs(accountId: number): Promise<SignedIn>;
};

export type LoginDeps = {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly key: LoginKey;
  readonly proofs: PasswordProofs;
  readonly settings: IdentitySettings;
  readonly rights: Rights;
  /** BUSINESS_TZ, sent to the console. */
  readonly timeZone: string;
  readonly now: () => number;
};

const TICKET_BYTES = 32;

/** The key for counting failures: the stored name, so that other spellings count together. */
export const guardName = (loginName: string): string => `user ${loginName.toLowerCase()}`;

/** Whether an account may be used from an address. `allowed`: IPv4 addresses (rule ipv4List); null or empty: any. */
const mayUseAddress = (allowed: string | null, peerIp: string): boolean =>
  isListedAddress((allowed ?? '').split(/[\s,;]+/).filter(Boolean), peerIp);

export function createLogin({ db, sessions, key, proofs, settings, rights, timeZone, now }: LoginDeps): Login {
  const signedIn = async (account: accounts.AccountRow): Promise<SignedIn> => {
    const [department, user, held] = await Promise.all([
      settings.of(account.department_id),
      settings.userSettings(account.id),
      rights.of(account.role_states),
    ]);
    return { userInfo: userInfoOf(account, department, user, { now: now(), timeZone }), rights: [...held] };
  };
  const enter = async (account: accounts.AccountRow, peer: Peer): Promise<LoggedIn> => {
    const { id, department_id } = account;
    if (!accounts.isUsable(account, now())) throw new CallError('accountDisabled', account.login_name);
    const { ipList } = await settings.of(null);
    if (!mayUseAddress(account.ip_allow, peer.peerIp) || !isListedAddress(ipList, peer.peerIp))
      throw new CallError('addressNotAllowed', account.login_name);
    const info = await signedIn(account);
    return { token: await sessions.open({ accountId: id }, department_id, peer), ...info };
  };

  return {
    login: async (data, peer) => {
      const { peerIp } = peer;
      const credentials = await accounts.credentialsOf(db, data.account);
      const entry = { loginName: data.account, accountId: credentials?.id ?? null, peerIp };
      return logged({ db, now }, entry, async () => {
        const name = guardName(credentials?.login_name ?? data.account);
        await proofs.solve(data, { name, peerIp });
        await proofs.prove(
          { name, peerIp, storedHash: credentials?.password_hash, password: () => key.open(data.vPasswd) },
          'badCredentials',
        );
        // revealed only with the right password
        const account = credentials && (await accounts.accountById(db, credentials.id));
        if (!account) throw new CallError('badCredentials', data.account);
        if (data.clientType !== undefined && data.clientType !== account.client_type)
          throw new CallError('wrongEntrance', account.login_name);
        return enter(account, peer);
      });
    },
    ticket: async (accountId) => {
      const ticket = randomBytes(TICKET_BYTES).toString('base64url');
      const expiresAt = now() + TICKET_LIFE_MS;
      await insertTicket(db, { hash: hashSecret(ticket), accountId, now: now(), expiresAt });
      return { ticket, expiresAt };
    },
    loginByTicket: async (ticket, peer) => {
      const taken = await takeTicket(db, hashSecret(ticket), now());
      const account = taken && (await accounts.accountById(db, taken.account_id));
      const entry = { loginName: account?.login_name ?? '', accountId: account?.id ?? null, peerIp: peer.peerIp };
      return logged({ db, now }, entry, async () => {
        if (!account) throw new CallError('badTicket');
        return enter(account, peer);
      });
    },
    whoIs: async (accountId) => {
      const account = await accounts.accountById(db, accountId);
      if (!account) throw new CallError('notSignedIn');
      return signedIn(account);
    },
  };
}
