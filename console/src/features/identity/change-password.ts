import { identityCalls } from '@fleetwarden/contract/identity/routes';
import i18next from 'i18next';
import { call } from '../../api/call.ts';
import { NetworkError, Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import { endSession, useSession } from '../../api/session.ts';
import { encryptPasswords, KeyError } from '../../shared/encrypt.ts';

export type Passwords = { readonly oldPassword: string; readonly password: string; readonly confirmPassword: string };

/**
 * Changes the user's password; both leave the browser encrypted. This ends every session of the account, also this one. Errors
 * are shown, and thrown for the form.
 */
export async function changePassword({ oldPassword, password }: Passwords): Promise<void> {
  const { userInfo } = useSession.getState();
  if (!userInfo) return;
  try {
    const [vOldPasswd, vNewPasswd] = await encryptPasswords([oldPassword, password]);
    await call(identityCalls.changePasswd, { userId: userInfo.userId, vOldPasswd, vNewPasswd }, { quiet: true });
  } catch (failure) {
    sayFailure(failure);
    throw failure;
  }
  notify('success', i18next.t('account.passwordChanged'));
  endSession();
}

function sayFailure(failure: unknown): void {
  if (failure instanceof KeyError) notify('error', i18next.t('login.keyFailed'));
  else if (failure instanceof Refusal) notify('error', failure.message);
  else if (failure instanceof NetworkError) notify('error', failure.message, 5);
}
