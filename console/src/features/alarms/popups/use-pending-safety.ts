import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callPaged } from '../../../api/call-paged.ts';
import { useSession } from '../../../api/session.ts';
import { useSeesAlarms } from '../../../shared/alarm-rights.ts';
import { reloadQueries } from '../../../shared/reload-queries.ts';

/** Config typeID: polling interval of pending alarms, seconds (console.md 3). */
const POLLING = 4;
const DEFAULT_SECONDS = 30;
/** Rows per page; the pop-up shows one of them at a time. */
const PAGE = 20;
const NONE: readonly AlarmRow[] = [];
const QUERY = ['alarms', 'safetyNew'] as const;

/** The configured interval, ms: seconds times 1000. */
const pollingMs = (configList: readonly { readonly typeID: number; readonly content: string }[]): number => {
  const seconds = Number(configList.find(({ typeID }) => typeID === POLLING)?.content);
  return (Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_SECONDS) * 1_000;
};

/** Unhandled active-safety alarms, newest first, one at a time; `again` reloads them. */
export function usePendingSafety() {
  const queries = useQueryClient();
  const enabled = useSeesAlarms('safety');
  const configList = useSession(({ userInfo }) => userInfo?.configList);
  // the position that the user chose, and its alarm: newer alarms may shift it
  const [place, setPlace] = useState<{ index: number; gid: string | null }>({ index: 0, gid: null });
  const page = Math.floor(place.index / PAGE);
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...QUERY, page],
    enabled,
    queryFn: ({ signal }) =>
      callPaged(
        alarmsCalls.safetyListNew,
        {},
        { signal, quiet: true, anyPage: true, pageModel: { page: page + 1, limit: PAGE } },
      ),
    refetchInterval: pollingMs(configList ?? []),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  // placeholder rows belong to another page
  const list = isPlaceholderData ? NONE : (data?.list ?? NONE);
  const total = data?.total ?? 0;
  const position = place.gid === null ? -1 : list.findIndex(({ alarmGid }) => alarmGid === place.gid);
  const index = Math.min(position < 0 ? place.index : page * PAGE + position, Math.max(total - 1, 0));
  const row = list[index - page * PAGE];
  const gid = row?.alarmGid;
  useEffect(() => {
    if (gid !== undefined) setPlace((at) => (at.index > 0 && at.gid === null ? { ...at, gid } : at));
  }, [gid]);

  return {
    /** The shown alarm; undefined: none, or not loaded yet. */
    row,
    /** Whether the user chose this alarm; false for one that took its position. */
    chosen: place.gid !== null && place.gid === gid,
    /** The newest alarm; null: none, undefined: not loaded. */
    newest: page === 0 && data ? (list[0] ?? null) : undefined,
    index,
    total,
    /** There are more than the total. */
    more: data?.more ?? false,
    show: (next: number) => {
      if (next >= 0 && next < total) setPlace({ index: next, gid: list[next - page * PAGE]?.alarmGid ?? null });
    },
    again: () => void reloadQueries(queries, QUERY),
  };
}
