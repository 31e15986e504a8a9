import { CallError, fieldTexts } from '@fleetwarden/contract/errors';
import { type PasswordProblem, passwordProblem } from '@fleetwarden/domain/password';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { accountById, savePassword } from './account-store.ts';
import { MAX_PASSWORD_CHARS } from './limits.ts';
import { guardName } from './login.ts';
import type { LoginKey } from './login-key.ts';
import { hashPassword } from './password.ts';
import type { PasswordProofs } from './password-proof.ts';
import { endSessionsOf } from './session-store.ts';
import type { Sessions } from './sessions.ts';
import { revokeTickets } from './ticket-store.ts';

export type PasswordChangeDeps = {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly key: LoginKey;
  readonly proofs: PasswordProofs;
  readonly now: () => number;
};

/**
 * Changes a user's own password and ends all their sessions and tickets. Throws CallError tooMany, locked, wrongPassword;
 * emptyPassword, shortPassword, weakPassword, commonPassword, samePassword for the new one.
 */
export type ChangePassword = (user: Principal, data: { vOldPasswd: string; vNewPasswd: string }, peerIp: string) => Promise<void>;

/** Errors of a refused new password. */
export const PASSWORD_REFUSAL = {
  empty: 'emptyPassword',
  short: 'shortPassword',
  classes: 'weakPassword',
  common: 'commonPassword',
} as const satisfies Record<PasswordProblem, string>;

export function createPasswordChange({ db, sessions, key, proofs, now }: PasswordChangeDeps): ChangePassword {
  return async (user, { vOldPasswd, vNewPasswd }, peerIp) => {
    const account = await accountById(db, user.accountId);
    if (!account) throw new CallError('notSignedIn');
    const opened = key.openBoth(vOldPasswd, vNewPasswd);
    await proofs.prove(
      { name: guardName(account.login_name), peerIp, storedHash: account.password_hash, password: () => opened?.[0] },
      'wrongPassword',
    );
    const [oldPassword, newPassword] = opened!;
    const problem = passwordProblem(newPassword);
    if (problem) throw new CallError(PASSWORD_REFUSAL[problem]);
    if (newPassword.length > MAX_PASSWORD_CHARS)
      throw new CallError('validation', 'new password', [
        { path: 'vNewPasswd', key: fieldTexts.tooLong, params: { max: MAX_PASSWORD_CHARS } },
      ]);
    if (newPassword === oldPassword) throw new CallError('samePassword');
    const hash = await hashPassword(newPassword);
    const ended = await db.transaction(async (tx) => {
      await savePassword(tx, account.id, hash, now());
      await revokeTickets(tx, account.id);
      return endSessionsOf(tx, { accountId: account.id }, 'password', now());
    });
    sessions.ended(ended, 'logout');
  };
}
