import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../hooks/use-now.ts';

/** Remaining waiting time as mm:ss; `onOver` when it ends. */
export function Countdown({ until, onOver }: { until: number; onOver: () => void }) {
  const { t } = useTranslation();
  const seconds = Math.max(0, Math.ceil((until - useNow()) / 1_000));
  useEffect(() => {
    if (seconds === 0) onOver();
  }, [seconds, onOver]);
  const two = (n: number) => String(n).padStart(2, '0');
  return t('login.retryIn', { time: `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}` });
}
