import { errors } from '@fleetwarden/contract/errors';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { TFunction } from 'i18next';
import { Refusal } from '../../api/client.ts';
import { KeyError } from '../../shared/encrypt.ts';

/** A failed attempt: wrong captcha (shown at its field), too many attempts (wait), or another error (shown below). */
export type SignInFailure =
  | { readonly kind: 'captcha' | 'other'; readonly text: string }
  /** `waitMs` from the reply; null: unknown. */
  | { readonly kind: 'throttled'; readonly text: string; readonly waitMs: number | null };

export function describeFailure(error: unknown, t: TFunction): SignInFailure {
  if (error instanceof KeyError) return { kind: 'other', text: t('login.keyFailed') };
  if (!(error instanceof Refusal)) return { kind: 'other', text: (error as Error).message };
  const text = error.message;
  if (error.code === errors.locked.code) {
    // The lock text of the error catalogue contains one number in any language: the minutes.
    const minutes = Number(/\d+/.exec(text)?.[0]);
    return { kind: 'throttled', text, waitMs: minutes > 0 ? minutes * MINUTE_MS : null };
  }
  const captcha = error.fields.some(({ path }) => path === 'captcha') || text === t('error.badCaptcha');
  return { kind: captcha ? 'captcha' : 'other', text };
}
