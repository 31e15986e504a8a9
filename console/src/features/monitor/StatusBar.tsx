import { useTranslation } from 'react-i18next';
import { StatusMark } from '../../shared/StatusMark.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import styles from './StatusBar.module.css';
import type { StatusGroup } from './status.ts';
import { STATUS_GROUPS } from './status.ts';
import { sumCounts, useStatusCounts } from './use-status-counts.ts';

/** Vehicle counts by status; a click filters the tree. */
export function StatusBar({ value, onChange }: { value: StatusGroup; onChange: (group: StatusGroup) => void }) {
  const { t, i18n } = useTranslation();
  const counts = useStatusCounts();
  return (
    <fieldset className={styles['bar']} aria-label={t('monitor.statusFilter')}>
      {STATUS_GROUPS.map(({ key, text, mark, bits }) => {
        const count = counts && sumCounts(counts, bits);
        return (
          <button key={key} type="button" aria-pressed={value === key} onClick={() => onChange(value === key ? 'all' : key)}>
            <span className={styles['count']} title={count === null ? '' : formatNumber(i18n.language, count)}>
              {count === null ? '–' : formatCount(i18n.language, count)}
            </span>
            <span className={styles['name']}>
              {mark !== null && <StatusMark status={mark} size={10} />}
              {t(text)}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
