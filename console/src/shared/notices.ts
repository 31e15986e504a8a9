import { noticesCalls } from '@fleetwarden/contract/notices/routes';
import type { Notice } from '@fleetwarden/contract/notices/schemas';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Specification 9: notice refresh. */
export const NOTICE_REFRESH_MS = 300_000;
export const NOTICES = ['notices'] as const;

/** The user's notices, newest first, loaded every five minutes; the bell and the dashboard share one request. */
export const useNoticeList = (): UseQueryResult<readonly Notice[]> =>
  useQuery({
    queryKey: NOTICES,
    queryFn: async ({ signal }): Promise<readonly Notice[]> =>
      (await call(noticesCalls.listByUserIdAndDeptId, {}, { signal, quiet: true })).list,
    refetchInterval: NOTICE_REFRESH_MS,
    // the unread count must also be right in a background tab
    refetchIntervalInBackground: true,
  });

/** Marks a notice as read; the list follows after the server's reply. */
export function useReadNotice(): (notice: Notice) => void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (noticeId: string) => call(noticesCalls.read, { noticeId }, { quiet: true }),
    onSuccess: (_reply, noticeId) =>
      queries.setQueryData<readonly Notice[]>(NOTICES, (list) =>
        list?.map((notice) => (notice.noticeId === noticeId ? { ...notice, readStatus: 1 } : notice)),
      ),
  });
  return ({ noticeId, readStatus }) => {
    if (readStatus === 0) mutate(noticeId);
  };
}
