import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../ui/format.ts';
import styles from './SafetyScreen.module.css';
import { type SafetyFigures, useTurns } from './use-safety-screen.ts';

const GRADES = ['A', 'B', 'C', 'D'] as const;
/** Companies that are shown at a time. */
const ROWS = 5;

/** Vehicles per grade of companies, as stacked bars. */
export function GradeBars({ depts }: { depts: SafetyFigures['depts'] }) {
  const { t, i18n } = useTranslation();
  const shown = useTurns(depts, ROWS);
  return (
    <ul className={styles['grades']} aria-label={t('safety.deptGrades')}>
      {shown.map((dept) => (
        <li key={dept.deptId} title={dept.deptName}>
          <span>{dept.deptName}</span>
          <span className={styles['stack']}>
            {GRADES.filter((grade) => dept[grade] > 0).map((grade) => (
              <b key={grade} data-grade={grade} style={{ flexGrow: dept[grade] }}>
                {grade} {formatNumber(i18n.language, dept[grade])}
              </b>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
