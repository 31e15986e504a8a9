import type { SafetyOverview } from '@fleetwarden/contract/reports/named-reports/safety-overview';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/format.ts';
import { LoadFailed, SkeletonRows } from '../../ui/States.tsx';
import { Change, type FigureCard, FigureCards } from './FigureCards.tsx';
import styles from './Safety.module.css';

const NONE = '-';
const GRADES = ['A', 'B', 'C', 'D'] as const;

/** Figures that are compared with the period before. `moreIsBad`: undefined where a change is neither. */
const COMPARED = [
  { key: 'alarms', digits: 0, unit: '', moreIsBad: true },
  { key: 'per100', digits: 2, unit: '', moreIsBad: true },
  { key: 'level3Rate', digits: 1, unit: '%', moreIsBad: true },
  { key: 'handleRate', digits: 1, unit: '%', moreIsBad: false },
  { key: 'handleMin', digits: 1, unit: '', moreIsBad: true },
  { key: 'falseRate', digits: 1, unit: '%', moreIsBad: true },
  { key: 'score', digits: 1, unit: '', moreIsBad: false },
] as const;

/** The cards of the overview. */
export function OverviewFigures({
  query,
}: {
  query: {
    readonly data: SafetyOverview | undefined;
    readonly isError: boolean;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
}) {
  const { t, i18n } = useTranslation();
  const { data, isError, error, refetch } = query;
  const label = t('page.safetyoverview');
  if (isError && !data) return <LoadFailed reason={error?.message ?? ''} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows label={label} rows={2} />;
  const { figures, before } = data;
  const compared = COMPARED.map(({ key, digits, unit, moreIsBad }): FigureCard => {
    const write = (value: number) => formatNumber(i18n.language, value, digits) + unit;
    const [now, then] = [figures[key], before[key]];
    const scale = 10 ** digits;
    const change = now === null || then === null ? null : Math.round((now - then) * scale) / scale;
    return {
      key,
      label: t(`safety.${key}`),
      value: now === null ? NONE : write(now),
      note: (
        <>
          {t('safety.before')} {then === null ? NONE : write(then)}{' '}
          {change !== null && <Change value={change} text={write(Math.abs(change))} moreIsBad={moreIsBad} />}
        </>
      ),
    };
  });
  const grades: FigureCard = {
    key: 'grades',
    label: t('safety.gradeCars'),
    value: formatNumber(
      i18n.language,
      GRADES.reduce((sum, grade) => sum + figures.grades[grade], 0),
    ),
    note: (
      <span className={styles['grades']}>
        {GRADES.map((grade) => (
          <span key={grade} data-grade={grade}>
            {grade} {formatNumber(i18n.language, figures.grades[grade])}
          </span>
        ))}
      </span>
    ),
  };
  return <FigureCards label={label} cards={[...compared, grades]} />;
}
