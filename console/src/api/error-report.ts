import { auditCalls } from '@fleetwarden/contract/audit/routes';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { call } from './call.ts';
import type { ErrorEntry } from './error-log.ts';
import { useErrorLog } from './error-log.ts';
import { isInspection, useSession } from './session.ts';

/** No console sends more, whatever breaks in it. */
const PER_MINUTE = 10;
/** The call's own bounds. */
const LIMITS = { message: 2_000, info: 4_000, url: 2_000, stack: 16_000 };

/** Whether an error is told: once a page load for each place it comes from, so many a minute, and none of the calls themselves. */
export function createFilter(now: () => number = Date.now): (entry: ErrorEntry) => boolean {
  const told = new Set<string>();
  let sentAt: readonly number[] = [];
  return ({ ofCall, message, stack }) => {
    const origin = `${message}\n${stack}`;
    if (ofCall || told.has(origin)) return false;
    const since = now() - MINUTE_MS;
    sentAt = sentAt.filter((at) => at > since);
    if (sentAt.length >= PER_MINUTE) return false;
    sentAt = [...sentAt, now()];
    told.add(origin);
    return true;
  };
}

const isUser = () => useSession.getState().rights !== null && !isInspection(useSession.getState());

/** Tells the server of run-time errors, quietly: what cannot be told is not. For production builds. Returns how to stop. */
export function reportErrors(wanted: (entry: ErrorEntry) => boolean = createFilter()): () => void {
  return useErrorLog.subscribe(({ entries }, before) => {
    const [newest] = entries;
    if (!newest || newest.id === before.entries[0]?.id || !isUser() || !wanted(newest)) return;
    const { message, info, url, stack } = newest;
    const data = {
      message: message.slice(0, LIMITS.message),
      info: info.slice(0, LIMITS.info),
      url: url.slice(0, LIMITS.url),
      stack: stack.slice(0, LIMITS.stack),
    };
    call(auditCalls.saveClientError, data, { quiet: true }).catch(() => undefined);
  });
}
