import { SECOND_MS } from '@fleetwarden/domain/durations';
import { expect, it } from 'vitest';
import { KEEP_RETRYING_MS } from './player/retry-policy.ts';
import { POLL_MS } from './recorded/use-terminal-list.ts';

/** Screen catalogue 5.1 and 5.2. */
it.each([
  ['retry interval for an offline vehicle, if enabled', KEEP_RETRYING_MS, 30 * SECOND_MS],
  ['polling interval for the file list of a terminal', POLL_MS, SECOND_MS],
])('%s', (_, number, specified) => expect(number).toBe(specified));
