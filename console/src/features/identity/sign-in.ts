import type { CallReply } from '@fleetwarden/contract/call';
import type { identityCalls as table } from '@fleetwarden/contract/identity/routes';
import { identityCalls } from '@fleetwarden/contract/identity/routes';
import { call } from '../../api/call.ts';
import { startSession } from '../../api/session.ts';
import { encryptPasswords } from './encrypt.ts';

/** Which login page: 4 is /login, 7 is /loginSF. */
export type ClientType = 4 | 7;

/** What every sign-in carries; `captcha` only where the server asks for one. */
export type Secret = { readonly password: string; readonly captcha?: { readonly id: string; readonly text: string } };

const QUIET = { quiet: true } as const;

/** Signs in to an account and starts the session. Throws `Refusal`, `NetworkError` or `KeyError`; nothing is shown. */
export async function signIn(account: string, clientType: ClientType, secret: Secret): Promise<void> {
  keep(await call(identityCalls.login, { account: account.trim(), clientType, ...(await sent(secret)) }, QUIET));
}

/** Signs in to one vehicle for inspection; throws like `signIn`. */
export async function signInToVehicle(carNo: string, color: number, secret: Secret): Promise<void> {
  keep(await call(identityCalls.carLogin, { carNo: carNo.trim(), color, ...(await sent(secret)) }, QUIET));
}

/** Signs in with a ticket of another system; throws like `signIn`. */
export async function signInByTicket(ticket: string): Promise<void> {
  keep(await call(identityCalls.loginProxy, { ticket }, QUIET));
}

/** A nonce works once, so each attempt fetches its own. */
async function sent({ password, captcha }: Secret) {
  const [vPasswd] = await encryptPasswords([password]);
  return { vPasswd, ...(captcha ? { captchaId: captcha.id, captcha: captcha.text } : {}) };
}

function keep({ token, userInfo, rights }: CallReply<typeof table.login>): void {
  startSession(token, userInfo, rights);
}
