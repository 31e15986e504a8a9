import { useEffect, useRef } from 'react';
import { useCommonMessage, useOpened } from '../../../shared/live-context.ts';

/** Answers of many terminals come together, ms. */
const SETTLE_MS = 1_000;

/** Loads again some time after terminals returned parameters. */
export function useParamNews(refresh: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const soon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, SETTLE_MS);
  };
  useCommonMessage('terminalParams', soon);
  useOpened(soon);
}
