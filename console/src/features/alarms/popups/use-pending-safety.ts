import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callPaged } from '../../../api/call-paged.ts';
import { useSession } from '../../../api/session.ts';
import { useSeesAlarms } from '../../../shared/alarm-rights.ts';

/** Config typeID: how often pending alarms are asked for, seconds (console.md 3). */
const POLLING = 4;
const DEFAULT_SECONDS = 30;
/** Rows of a page that is read; the pop-up shows one of them at a time. */
const PAGE = 20;
const NONE: readonly AlarmRow[] = [];
const QUERY = ['alarms', 'safetyNew'] as const;

/** The configured interval, ms: seconds times 1000. */
const pollingMs = (configList: readonly { readonly typeID: number; readonly content: string }[]): number => {
  const seconds = Number(configList.find(({ typeID }) => typeID === POLLING)?.content);
  return (Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_SECONDS) * 1_000;
};

/** The active-safety alarms that nobody has decided, newest first, one at a time; `again` reads them anew. */
export function usePendingSafety() {
  const queries = useQueryClient();
  const enabled = useSeesAlarms('safety');
  const configList = useSession(({ userInfo }) => userInfo?.configList);
  // where somebody has gone to, and what is there: others may come before it
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
  // rows of another page stand in while this one is read
  const list = isPlaceholderData ? NONE : (data?.list ?? NONE);
  const total = data?.total ?? 0;
  const found = place.gid === null ? -1 : list.findIndex(({ alarmGid }) => alarmGid === place.gid);
  const index = Math.min(found < 0 ? place.index : page * PAGE + found, Math.max(total - 1, 0));
  const row = list[index - page * PAGE];
  const gid = row?.alarmGid;
  useEffect(() => {
    if (gid !== undefined) setPlace((at) => (at.index > 0 && at.gid === null ? { ...at, gid } : at));
  }, [gid]);

  return {
    /** The alarm that is shown; undefined: none, or still being read. */
    row,
    /** Somebody has gone to it, and it is not one that came in its place. */
    chosen: place.gid !== null && place.gid === gid,
    /** The newest of all; null: none, undefined: not known. */
    newest: page === 0 && data ? (list[0] ?? null) : undefined,
    index,
    total,
    show: (next: number) => {
      if (next >= 0 && next < total) setPlace({ index: next, gid: list[next - page * PAGE]?.alarmGid ?? null });
    },
    again: () => void queries.invalidateQueries({ queryKey: QUERY }),
  };
}
