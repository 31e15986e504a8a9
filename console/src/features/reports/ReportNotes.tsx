import { useTranslation } from 'react-i18next';
import { formatDay, formatFullTime, formatTime } from '../../ui/format.ts';
import styles from './Reports.module.css';

/** Days that are listed; more are counted. */
const NAMED = 3;

/** Freshness of the figures, and the days that may still change. */
export function ReportNotes({ asOf, incomplete }: { asOf: number | null; incomplete: readonly string[] }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const days = incomplete
    .slice(0, NAMED)
    .map((day) => formatDay(day, language))
    .join(', ');
  const named = incomplete.length > NAMED ? t('reports.incompleteMore', { days, count: incomplete.length }) : days;
  return (
    <div className={styles['notes']}>
      {asOf === null ? (
        <span>{t('reports.asOfNow')}</span>
      ) : (
        <time dateTime={new Date(asOf).toISOString()} title={formatFullTime(language, asOf)}>
          {t('reports.asOf', { time: formatTime(asOf, language) })}
        </time>
      )}
      {incomplete.length > 0 && (
        <span role="status" title={incomplete.join(', ')}>
          {t('reports.incomplete', { days: named })}
        </span>
      )}
    </div>
  );
}
