import type { AttachmentNews } from '@fleetwarden/contract/alarms/attachments';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useCommonMessage, useOpened } from '../live-context.ts';
import { reloadQueries } from '../reload-queries.ts';
import { ATTACHMENTS_QUERY } from './use-attachments.ts';

/** Alarms whose last message is remembered; older ones are loaded again when they are shown. */
const MAX_ALARMS = 2_000;

const newest = new Map<string, AttachmentNews>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The last push about the files of an alarm; undefined: none in this session. */
export function useEvidenceNews(alarmGid: string): AttachmentNews | undefined {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => newest.get(alarmGid), [alarmGid]),
  );
}

export function takeEvidenceNews(news: AttachmentNews): void {
  newest.delete(news.alarmGid);
  newest.set(news.alarmGid, news);
  for (const gid of newest.keys()) {
    if (newest.size <= MAX_ALARMS) break;
    newest.delete(gid);
  }
  for (const listener of [...listeners]) listener();
}

/**
 * Receives the pushes about files. Shown files load again, and all of them when the socket opens: one may have come before. Mount it
 * once.
 */
export function useEvidenceWatch(): void {
  const queries = useQueryClient();
  useCommonMessage('asAttachment', (data) => {
    const news = data as AttachmentNews;
    takeEvidenceNews(news);
    void reloadQueries(queries, [...ATTACHMENTS_QUERY, news.alarmGid]);
  });
  useOpened(() => void reloadQueries(queries, ATTACHMENTS_QUERY));
}
