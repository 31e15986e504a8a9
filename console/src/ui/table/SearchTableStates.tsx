import { useTranslation } from 'react-i18next';
import { useDelayed } from '../../hooks/use-delayed.ts';
import { Forbidden, LoadFailed, State } from '../States.tsx';
import styles from './SearchTable.module.css';

/** Screen catalogue 0.4: faster results show no skeleton. */
const SKELETON_DELAY_MS = 200;
const SKELETON_ROWS = 8;

/** Placeholder of the rows: loading, failed, forbidden, no match or empty. */
export function TableEmpty(props: {
  pending: boolean;
  failure: Error | null;
  forbidden: boolean;
  filtered: boolean;
  /** Text of an empty list. */
  empty: string;
  fill: { readonly label: string; readonly onClick: () => void } | undefined;
  onClear: () => void;
  onRetry: () => void;
}) {
  const { pending, failure, forbidden, filtered, empty, fill, onClear, onRetry } = props;
  const { t } = useTranslation();
  const late = useDelayed(pending, SKELETON_DELAY_MS);
  if (pending) return late ? <Skeleton label={t('table.loading')} /> : null;
  if (forbidden) return <Forbidden />;
  if (failure) return <LoadFailed reason={failure.message} onRetry={onRetry} />;
  if (filtered) return <State title={t('table.noMatch')} action={{ label: t('table.clearFilters'), onClick: onClear }} />;
  return <State title={empty} {...(fill ? { action: fill } : {})} />;
}

function Skeleton({ label }: { label: string }) {
  return (
    <div className={styles['skeleton']} role="status" aria-label={label}>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <span key={row} />
      ))}
    </div>
  );
}
