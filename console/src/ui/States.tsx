import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './States.module.css';
import controls from './theme/controls.module.css';
import layout from './theme/layout.module.css';

/** Empty, failed and forbidden views: a title, an optional reason and one action. */
export function State(props: {
  title: string;
  hint?: string;
  action?: { label: string; onClick: () => void };
  live?: 'alert' | 'status';
}) {
  const { title, hint, action, live = 'status' } = props;
  return (
    <div className={`${layout['centered']} ${styles['state']}`} role={live}>
      <p className={styles['title']}>{title}</p>
      {hint && <p className={styles['hint']}>{hint}</p>}
      {action && (
        <button type="button" className={controls['textButton']} onClick={action.onClick}>
          {action.label}
        </button>
      )}
    </div>
  );
}

/** Loading failed; `reason`: the error text. */
export function LoadFailed({ reason, onRetry }: { reason?: string; onRetry: () => void }) {
  const { t } = useTranslation();
  const hint = reason === undefined ? {} : { hint: reason };
  return <State live="alert" title={t('table.failed')} {...hint} action={{ label: t('common.retry'), onClick: onRetry }} />;
}

/** Skeleton rows; visible only after 150 ms. */
export function SkeletonRows(props: { label: string; rows?: number }) {
  const { label, rows = 8 } = props;
  const lines: ReactNode[] = [];
  for (let row = 0; row < rows; row++) lines.push(<span key={row} className={styles['line']} />);
  return (
    <div className={styles['skeleton']} role="status" aria-label={label}>
      {lines}
    </div>
  );
}

/** The user lacks the permission. */
export function Forbidden() {
  const { t } = useTranslation();
  return <State title={t('common.forbiddenTitle')} hint={t('common.forbiddenHint')} />;
}

/** Shown over data that could not be refreshed; the data stays. */
export function StaleBar({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles['stale']} role="status">
      <span>{t('table.stale')}</span>
      <button type="button" className={controls['textButton']} onClick={onRetry}>
        {t('common.retry')}
      </button>
    </div>
  );
}
