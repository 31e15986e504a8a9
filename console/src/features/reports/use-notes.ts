import { followUpsCalls } from '@fleetwarden/contract/follow-ups/routes';
import type { OfflineNote } from '@fleetwarden/contract/follow-ups/schemas';
import { useQuery } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { LoadFailed, SkeletonRows } from '../../ui/States.tsx';

/** Most notes shown, newest first. */
const SHOWN = 10;
const NONE: readonly OfflineNote[] = [];

export type Notes = {
  /** Newest first. */
  readonly list: readonly OfflineNote[];
  /** Shown until the notes are loaded. */
  readonly waiting: ReactNode;
  readonly refetch: () => Promise<unknown>;
};

/** Notes on an offline vehicle, never cached, because a new note depends on them. */
export function useNotes(carId: string): Notes {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['report', 'notes', carId],
    queryFn: ({ signal }) =>
      call(followUpsCalls.targOfflineVisitList, { carId }, { signal, quiet: true, pageModel: { page: 1, limit: SHOWN } }),
    gcTime: 0,
    networkMode: 'always',
  });
  const waiting = data
    ? null
    : error
      ? createElement(LoadFailed, { reason: error.message, onRetry: () => void refetch() })
      : createElement(SkeletonRows, { label: t('table.loading') });
  return { list: data?.list ?? NONE, waiting, refetch };
}
