import { useEffect, useRef } from 'react';
import { useStableCallback } from '../hooks/use-stable-callback.ts';
import { useCommonMessage } from './live-context.ts';

/** Delay of a reload after a message, ms: a fleet with timed photos, or a storm of alarms, sends many. */
const AFTER_MS = 2_000;

/** Calls back some time after messages of a type on `commonmsg`; once for those that come together. */
export function useNews<News = unknown>(type: string, onNews: () => void, concerns: (news: News) => boolean = () => true): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const call = useStableCallback(onNews);
  useCommonMessage(type, (news) => {
    if (!concerns(news as News)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      call();
    }, AFTER_MS);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
