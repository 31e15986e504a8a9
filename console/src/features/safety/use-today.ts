import { classOfType } from '@fleetwarden/contract/alarms/alarm-rights';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { businessToday } from '../../api/business-clock.ts';
import { call } from '../../api/call.ts';
import { callPaged } from '../../api/call-paged.ts';
import { useThrottled } from '../../hooks/use-throttled.ts';
import { useCommonMessage, useLive, useOpened } from '../../shared/live-context.ts';
import { reloadQueries } from '../../shared/reload-queries.ts';

/** Specification 4.5. */
const REFRESH_MS = 60_000;
/** Rows of a list. */
const SHOWN = 20;
/** Delay of list reloads after pushed alarms, ms: a storm brings many. */
const AFTER_MS = 2_000;
const TODAY = ['safety', 'today'] as const;
const LISTS = [...TODAY, 'list'] as const;
const LIST_FILTERS = { latest: { sort: 'newest' }, overdue: { sort: 'urgent', overdue: true } } as const;

export type TodayList = keyof typeof LIST_FILTERS;

/** Figures of today; alarms pushed since they were loaded are added to the total. */
export function useTodayFigures() {
  const query = useQuery({
    queryKey: [...TODAY, 'figures'],
    queryFn: ({ signal }) => call(alarmsCalls.todaySafetyStatistics, {}, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  });
  const pushed = usePushed(query.dataUpdatedAt);
  return { ...query, data: query.data && { ...query.data, total: query.data.total + pushed } };
}

/** Alarms of today by type, hour, company, vehicle and place. */
export function useTodayOverview() {
  return useQuery({
    queryKey: [...TODAY, 'overview'],
    queryFn: ({ signal }) => call(alarmsCalls.getAsOverview, { startTime: businessToday().startAt }, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
  });
}

/** The latest alarms, or the overdue ones; reloaded soon after alarms were raised or handled. */
export function useTodayList(list: TodayList) {
  return useQuery({
    queryKey: [...LISTS, list],
    queryFn: ({ signal }) =>
      callPaged(alarmsCalls.safetyListNew, LIST_FILTERS[list], { signal, quiet: true, pageModel: { page: 1, limit: SHOWN } }),
    refetchInterval: REFRESH_MS,
  });
}

/** Reloads the lists soon after changes. Returns the function that reloads everything at once. */
export function useFreshToday(): () => void {
  const queries = useQueryClient();
  const { alarms } = useLive();
  const soon = useThrottled(() => void reloadQueries(queries, LISTS), AFTER_MS);
  const reload = useCallback(() => void reloadQueries(queries, TODAY), [queries]);
  useCommonMessage('cases', soon);
  useOpened(() => reload());
  useEffect(() => alarms.hear((news) => news.some(isNew) && soon()), [alarms, soon]);
  useEffect(() => alarms.onGap(reload), [alarms, reload]);
  return reload;
}

const isNew = ({ raised, warnId }: { readonly raised: boolean; readonly warnId: number }): boolean =>
  raised && classOfType(warnId) === 'safety';

/** Active-safety alarms pushed since a time. */
function usePushed(since: number): number {
  const { alarms } = useLive();
  const [pushed, setPushed] = useState({ since, count: 0 });
  useEffect(() => {
    setPushed({ since, count: 0 });
    return alarms.hear((news, { added }) => {
      const count = news.filter((alarm) => isNew(alarm) && added.has(alarm.alarmGid)).length;
      if (count > 0) setPushed((now) => ({ since, count: now.count + count }));
    });
  }, [alarms, since]);
  return pushed.since === since ? pushed.count : 0;
}
