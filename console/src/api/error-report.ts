import { auditCalls } from '@fleetwarden/contract/audit/routes';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { call } from './call.ts';
import type { ErrorEntry } from './error-log.ts';
import { useErrorLog } from './error-log.ts';
import { isInspection, useSession } from './session.ts';

/** Limit of reports per minute. */
const PER_MINUTE = 10;
/** Limits of the call. */
const LIMITS = { message: 2_000, info: 4_000, url: 2_000, stack: 16_000 };

/** Whether to report an error: once per page load and source, with a rate limit, and no errors of calls. */
export function createFilter(now: () => number = Date.now): (entry: ErrorEntry) => boolean {
  const reported = new Set<string>();
  let sentAt: readonly number[] = [];
  return ({ ofCall, message, stack }) => {
    const origin = `${message}\n${stack}`;
    if (ofCall || reported.has(origin)) return false;
    const since = now() - MINUTE_MS;
    sentAt = sentAt.filter((at) => at > since);
    if (sentAt.length >= PER_MINUTE) return false;
    sentAt = [...sentAt, now()];
    reported.add(origin);
    return true;
  };
}

const isUser = () => useSession.getState().rights !== null && !isInspection(useSession.getState());

/** Reports run-time errors to the server, silently. For production builds. Returns the function that stops it. */
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
