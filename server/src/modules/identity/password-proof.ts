import { CallError, type ErrorName } from '@fleetwarden/contract/errors';
import { networkKey } from '../../platform/http/network-key.ts';
import type { AddressFlood } from './address-flood.ts';
import type { Captchas } from './captcha.ts';
import type { IdentitySettings } from './identity-settings.ts';
import type { LoginGuard } from './login-guard.ts';
import type { PasswordCheck } from './password.ts';

export type Proof = {
  /** The key for counting failures. */
  readonly name: string;
  readonly peerIp: string;
  /** undefined for an unknown name, or without a password. */
  readonly storedHash: string | undefined;
  /** The password that was sent; undefined where it cannot be read. */
  readonly password: () => string | undefined;
};
export type CaptchaAnswer = { readonly captchaId?: string | undefined; readonly captcha?: string | undefined };

export type PasswordProofs = {
  /** Whether a captcha is required before the password check: always, or after failures of the network or the name. */
  captchaAsked(peerIp: string, name?: string): Promise<boolean>;
  /** Throws CallError badCaptcha. */
  solve(answer: CaptchaAnswer, attempt: Pick<Proof, 'name' | 'peerIp'>): Promise<void>;
  /** Resolves where the password is right. Throws CallError tooMany, locked, or `refusal`; in like time whether the name exists. */
  prove(proof: Proof, refusal: ErrorName): Promise<void>;
};

export type PasswordProofsDeps = {
  readonly settings: IdentitySettings;
  /** null: CAPTCHA=off. */
  readonly captchas: Captchas | null;
  readonly checkPassword: PasswordCheck;
  readonly guard: LoginGuard;
  readonly flood: AddressFlood;
};

/** The one place where passwords are compared: throttled, locked and answered alike for users, vehicles and password changes. */
export function createPasswordProofs({ settings, captchas, checkPassword, guard, flood }: PasswordProofsDeps): PasswordProofs {
  // of the platform: the setting of the account's department would reveal which accounts exist
  const captchaAsked = async (peerIp: string, name?: string) =>
    captchas !== null && ((await settings.of(null)).captcha || (await guard.isSuspicious(peerIp, name)));
  return {
    captchaAsked,
    solve: async ({ captchaId = '', captcha = '' }, { name, peerIp }) => {
      if (captchas && (await captchaAsked(peerIp, name)) && !captchas.solve(captchaId, captcha))
        throw new CallError('badCaptcha');
    },
    prove: async ({ name, peerIp, storedHash, password }, refusal) => {
      const network = networkKey(peerIp);
      if (flood.locked(network)) throw new CallError('tooMany', `logins from ${peerIp}`);
      const attempt = { name, address: peerIp };
      await guard.enter(attempt);
      flood.failed(network);
      if (!(await checkPassword(storedHash, password()))) throw new CallError(refusal, `password of ${name}`);
      flood.succeeded(network);
      await guard.succeeded(attempt);
    },
  };
}
