import { identityCalls } from 'virtual:calls/identity';
import { call } from '../../ui/api/call.ts';
import { startSession } from '../../ui/session.ts';
import { encryptPassword } from './encrypt.ts';

export type Credentials = {
  readonly account: string;
  readonly password: string;
  readonly captcha?: { readonly id: string; readonly text: string };
};

/** Thrown when the server's public key is of no use. */
export class KeyError extends Error {}

/**
 * Signs in and starts the session. A nonce works once, so each attempt fetches its own. Throws `Refusal`, `NetworkError` or
 * `KeyError`; nothing is shown.
 */
export async function signIn({ account, password, captcha }: Credentials): Promise<void> {
  const { publicKey, nonce } = await call(identityCalls.publicKey, {}, { quiet: true });
  const vPasswd = await encryptPassword(password, nonce, publicKey).catch((cause) => {
    throw new KeyError('the public key cannot be read', { cause });
  });
  const asked = captcha ? { captchaId: captcha.id, captcha: captcha.text } : {};
  const { token, userInfo, rights } = await call(
    identityCalls.login,
    { account: account.trim(), vPasswd, ...asked },
    { quiet: true },
  );
  startSession(token, userInfo, rights);
}
