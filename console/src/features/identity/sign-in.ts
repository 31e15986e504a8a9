import type { CallReply } from '@fleetwarden/contract/call';
import type { identityCalls as table } from '@fleetwarden/contract/identity/routes';
import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { call } from '../../api/call.ts';
import { startSession } from '../../api/session.ts';
import { encryptPasswords } from '../../shared/encrypt.ts';

/** Login page: 4 is /login, 7 is /loginSF. */
export type ClientType = 4 | 7;

/** Common data of sign-ins; `captcha` only if required. */
export type Secret = { readonly password: string; readonly captcha?: { readonly id: string; readonly text: string } };

const QUIET = { quiet: true } as const;

/** Signs in to an account and starts the session. Throws `Refusal`, `NetworkError` or `KeyError` without showing it. */
export async function signIn(account: string, clientType: ClientType, secret: Secret): Promise<void> {
  keep(await call(identityCalls.login, { account: account.trim(), clientType, ...(await sent(secret)) }, QUIET));
}

/** Signs in to a vehicle for inspection; throws like `signIn`. */
export async function signInToVehicle(carNo: string, color: number, secret: Secret): Promise<void> {
  keep(await call(identityCalls.carLogin, { carNo: carNo.trim(), color, ...(await sent(secret)) }, QUIET));
}

/** Signs in with another system's ticket; throws like `signIn`. */
export async function signInByTicket(ticket: string): Promise<void> {
  keep(await call(identityCalls.loginProxy, { ticket }, QUIET));
}

/** Encrypts for one attempt: a nonce is valid once. */
async function sent({ password, captcha }: Secret) {
  const [vPasswd] = await encryptPasswords([password]);
  return { vPasswd, ...(captcha ? { captchaId: captcha.id, captcha: captcha.text } : {}) };
}

function keep({ token, userInfo, rights }: CallReply<typeof table.login>): void {
  startSession(token, userInfo, rights);
}
