import { MINUTE_MS } from '@fleetwarden/domain/durations';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { businessDate, instantOf } from '../../../api/business-time.ts';
import { listOf, matching, oneOf, type UrlParams, useUrlState } from '../../../hooks/use-url-state.ts';
import type { Period } from './timeline-model.ts';

/** Where the list comes from. */
export const SOURCES = ['both', 'terminal', 'server'] as const;

/** The form (screen catalogue 5.2). Times of day as HH:mm; `to` is the last minute. */
export type RecordedQuery = {
  readonly targId: string | null;
  /** 0: all. */
  readonly channel: number;
  /** yyyy-MM-dd */
  readonly day: string;
  readonly from: string;
  readonly to: string;
  readonly source: (typeof SOURCES)[number];
  /** JT/T 1078 9205: 0 video and sound, 1 sound, 2 video, 3 video or both. */
  readonly kind: 0 | 1 | 2 | 3;
  /** 0 all, 1 main, 2 sub. */
  readonly stream: 0 | 1 | 2;
  /** 0 all, 1 main, 2 backup. */
  readonly storage: 0 | 1 | 2;
  /** Alarm types, of the words of JT/T 808 and 1078; none: with and without alarms. */
  readonly alarms: readonly string[];
};

type ParsedUrl = Omit<RecordedQuery, 'day'> & { readonly day: string | null };

const MAX_ALARMS = 64;
const clock = (usual: string) => ({
  read: (text: string) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : usual),
  write: (text: string) => (text === usual ? '' : text),
});
const PARAMS: UrlParams<ParsedUrl> = {
  targId: matching(/^\d{1,15}$/),
  channel: {
    read: (text) => (/^\d{1,3}$/.test(text) && Number(text) <= 127 ? Number(text) : 0),
    write: (value) => (value === 0 ? '' : String(value)),
  },
  day: matching(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/),
  from: clock('00:00'),
  to: clock('23:59'),
  source: oneOf(SOURCES, 'both'),
  kind: oneOf([0, 1, 2, 3] as const, 0),
  stream: oneOf([0, 1, 2] as const, 0),
  storage: oneOf([0, 1, 2] as const, 0),
  alarms: listOf(/^\d{1,2}$/, MAX_ALARMS),
};

/** The query in the URL, for links and reloads. Without a day it is today. */
export function useRecordedUrl(): [RecordedQuery, (change: Partial<RecordedQuery>) => void] {
  const [parsed, change] = useUrlState(PARAMS);
  return [useMemo(() => ({ ...parsed, day: parsed.day ?? businessDate() }), [parsed]), change];
}

/** The period of a query, epoch ms. */
export const periodOf = ({ day, from, to }: Pick<RecordedQuery, 'day' | 'from' | 'to'>): Period => ({
  start: instantOf(dayjs(`${day}T${from}`)),
  end: instantOf(dayjs(`${day}T${to}`)) + MINUTE_MS,
});
