import { useTranslation } from 'react-i18next';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { StatusMark } from '../../ui/StatusMark.tsx';
import styles from './StatusBar.module.css';
import type { StatusGroup } from './status.ts';
import { STATUS_COUNT, STATUS_GROUPS } from './status.ts';

/** How many vehicles stand, drive, call for help; a click leaves only those in the tree. */
export function StatusBar(props: { store: VehicleStore; value: StatusGroup; onChange: (group: StatusGroup) => void }) {
  const { store, value, onChange } = props;
  const { t, i18n } = useTranslation();

  function countOf(bits: number): number {
    if (bits === 0) return store.size;
    let count = 0;
    for (let status = 0; status < STATUS_COUNT; status++) if ((bits >> status) & 1) count += store.countOf(status);
    return count;
  }

  return (
    <fieldset className={styles['bar']} aria-label={t('monitor.statusFilter')}>
      {STATUS_GROUPS.map(({ key, text, mark, bits }) => (
        <button key={key} type="button" aria-pressed={value === key} onClick={() => onChange(value === key ? 'all' : key)}>
          <span className={styles['count']} title={formatNumber(i18n.language, countOf(bits))}>
            {formatCount(i18n.language, countOf(bits))}
          </span>
          <span className={styles['name']}>
            {mark !== null && <StatusMark status={mark} size={10} />}
            {t(text)}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
