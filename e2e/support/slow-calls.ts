/** Calls that answer late, so that stories meet answers in another order than on a fast machine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BASE_PATH } from '@fleetwarden/contract/call';
import type { BrowserContext } from 'playwright-core';

const DELAY_MS = 1_500;
/** Calls are split into this many groups. One group is slow. */
const GROUPS = 3;

/** Delays one group of calls of the pages, if SLOW_CALLS names it: 0, 1 or 2. A call is always in the same group. */
export async function slowDown(context: BrowserContext): Promise<void> {
  const chosen = process.env['SLOW_CALLS'];
  if (chosen === undefined) return;
  const isSlow = ({ pathname }: URL) => pathname.startsWith(BASE_PATH) && groupOf(pathname) === Number(chosen);
  await context.route(isSlow, async (route) => {
    await sleep(DELAY_MS);
    // the page may be closed by now
    await route.continue().catch(() => undefined);
  });
}

function groupOf(path: string): number {
  let hash = 7;
  for (let i = 0; i < path.length; i++) hash = (hash * 31 + path.charCodeAt(i)) % 1_000_003;
  return hash % GROUPS;
}
