import { useTranslation } from 'react-i18next';
import { levelWord } from '../../../shared/alarm-texts.ts';
import { formatCount } from '../../../ui/format.ts';
import type { Levels } from '../inbox/inbox.ts';
import styles from './Popups.module.css';

/** Number of unseen alarms, most serious level first; a click opens the list. */
export function WaitingChip({ waiting, gap, onOpen }: { waiting: Levels; gap: boolean; onOpen: () => void }) {
  const { t, i18n } = useTranslation();
  const total = waiting.reduce((sum, count) => sum + count, 0);
  if (total === 0 && !gap) return null;
  return (
    <button type="button" className={styles['chip']} onClick={onOpen}>
      <span>{t('alarmPopup.waiting', { count: total })}</span>
      {[3, 2, 1].map((level) => {
        const count = waiting[level - 1] ?? 0;
        if (count === 0) return null;
        const text = t('alarmPopup.ofLevel', { level: levelWord(t, level), count });
        return (
          <span key={level} className={styles['count']} data-level={level} title={text}>
            {`${levelWord(t, level)} ${formatCount(i18n.language, count)}`}
          </span>
        );
      })}
      {gap && <span title={t('alarmPopup.gap')}>…</span>}
    </button>
  );
}
