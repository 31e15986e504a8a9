import { CallError } from '@fleetwarden/contract/errors';
import { MINUTE_MS } from '@fleetwarden/domain/durations';

/** Counts a call of an account; throws CallError tooMany beyond `perMinute`. */
export type AccountThrottle = (accountId: number) => void;

export function createAccountThrottle(perMinute: number, now: () => number): AccountThrottle {
  /** Times of the last calls, by account. */
  const recent = new Map<number, readonly number[]>();
  return (accountId) => {
    const since = now() - MINUTE_MS;
    for (const [id, times] of recent) if (times.every((time) => time <= since)) recent.delete(id);
    const own = (recent.get(accountId) ?? []).filter((time) => time > since);
    if (own.length >= perMinute) throw new CallError('tooMany', `${own.length} calls of account ${accountId}`);
    recent.set(accountId, [...own, now()]);
  };
}
