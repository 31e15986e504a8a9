import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../hooks/use-now.ts';
import { formatAge, formatFullTime, formatTime } from '../ui/format.ts';
import styles from './VehicleFields.module.css';

/** Live values older than this are stale. */
const OLD_MS = 120_000;

/** Field list of a vehicle's card. */
export function VehicleFields({ children }: { children: ReactNode }) {
  return <dl className={styles['fields']}>{children}</dl>;
}

export function VehicleField(props: { label: string; className?: string | undefined; children: ReactNode }) {
  const { label, className, children } = props;
  return (
    <div>
      <dt>{label}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}

/** Time of a fix (epoch ms) and its age: amber when old, or when updates fail (`failed`). */
export function FixTime({ at, stale, failed = false }: { at: number | null; stale: boolean; failed?: boolean }) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const age = at === null ? null : now - at;
  const old = stale || failed || age === null || age > OLD_MS;
  return (
    <VehicleField label={t('monitor.fieldTime')}>
      {at === null ? t('monitor.noData') : <time title={formatFullTime(i18n.language, at)}>{formatTime(at)}</time>}
      {(age !== null || stale) && (
        <span className={styles['age']} data-old={old || undefined}>
          {stale || age === null ? t('monitor.staleTime') : formatAge(t, age)}
        </span>
      )}
    </VehicleField>
  );
}
