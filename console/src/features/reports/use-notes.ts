import { followUpsCalls } from '@fleetwarden/contract/follow-ups/routes';
import type { OfflineNote } from '@fleetwarden/contract/follow-ups/schemas';
import { useQuery } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { LoadFailed, SkeletonRows } from '../../ui/States.tsx';

/** Notes that are shown; the newest is among them. */
const SHOWN = 10;
const NONE: readonly OfflineNote[] = [];

export type Notes = {
  /** The newest first. */
  readonly list: readonly OfflineNote[];
  /** In place of them until they are known. */
  readonly waiting: ReactNode;
  readonly anew: () => Promise<unknown>;
};

/** What was noted of a vehicle that is not heard of. Asked each time: what somebody writes rests on it. */
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
  return { list: data?.list ?? NONE, waiting, anew: refetch };
}
