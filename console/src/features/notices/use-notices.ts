import type { Notice } from '@fleetwarden/contract/notices/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useCommonMessage } from '../../shared/live-context.ts';
import { NOTICES, useNoticeList, useReadNotice } from '../../shared/notices.ts';
import { reloadQueries } from '../../shared/reload-queries.ts';

export type Notices = {
  /** Newest first; undefined until loaded. */
  readonly list: readonly Notice[] | undefined;
  readonly unread: number;
  readonly failed: boolean;
  readonly refresh: () => void;
  /** After the server's reply, readStatus changes from 0 to 1 and the unread count drops by 1. */
  readonly markRead: (notice: Notice) => void;
};

/** The user's notices, loaded again when the server announces one. */
export function useNotices(): Notices {
  const queries = useQueryClient();
  const { data, isError } = useNoticeList();
  const refresh = () => void reloadQueries(queries, NOTICES);
  useCommonMessage('notice', refresh);
  const markRead = useReadNotice();

  return {
    list: data,
    unread: data?.filter(({ readStatus }) => readStatus === 0).length ?? 0,
    failed: isError,
    refresh,
    markRead,
  };
}
