import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { Recording } from './recordings.ts';

/** A recording between two minutes after `origin`, by default of the terminal. */
export function recording(channel: number, from: number, to: number, more: Partial<Recording> = {}, origin = 0): Recording {
  const start = origin + from * MINUTE_MS;
  return {
    key: `${more.source ?? 'terminal'}-${channel}-${start}`,
    source: 'terminal',
    channel,
    start,
    end: origin + to * MINUTE_MS,
    bytes: 1_048_576,
    stream: 1,
    kind: 0,
    storage: 1,
    alarms: [],
    fileId: null,
    isPlayable: true,
    isClippable: false,
    ...more,
  };
}
