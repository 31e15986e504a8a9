import { noticesCalls } from '@fleetwarden/contract/notices/routes';
import type { Notice } from '@fleetwarden/contract/notices/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useCommonMessage } from '../../shared/live-context.ts';

/** Specification 9: notice refresh. */
export const NOTICE_REFRESH_MS = 300_000;
const NOTICES = ['notices'] as const;

export type Notices = {
  /** Newest first; undefined until loaded. */
  readonly list: readonly Notice[] | undefined;
  readonly unread: number;
  readonly failed: boolean;
  readonly refresh: () => void;
  /** After the server's reply, readStatus changes from 0 to 1 and the unread count drops by 1. */
  readonly markRead: (notice: Notice) => void;
};

/** The user's notices: loaded every five minutes, and when the server announces one. */
export function useNotices(): Notices {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: NOTICES,
    queryFn: async ({ signal }) => (await call(noticesCalls.listByUserIdAndDeptId, {}, { signal, quiet: true })).list,
    refetchInterval: NOTICE_REFRESH_MS,
    // the count must also be right in a background tab
    refetchIntervalInBackground: true,
  });
  const refresh = () => void refetch();
  useCommonMessage('notice', refresh);

  const { mutate } = useMutation({
    mutationFn: (noticeId: string) => call(noticesCalls.read, { noticeId }, { quiet: true }),
    onSuccess: (_reply, noticeId) =>
      queries.setQueryData<Notice[]>(NOTICES, (list) =>
        list?.map((notice) => (notice.noticeId === noticeId ? { ...notice, readStatus: 1 } : notice)),
      ),
  });

  return {
    list: data,
    unread: data?.filter(({ readStatus }) => readStatus === 0).length ?? 0,
    failed: isError,
    refresh,
    markRead: ({ noticeId, readStatus }) => {
      if (readStatus === 0) mutate(noticeId);
    },
  };
}
