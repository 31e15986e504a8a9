import type { SafetyOverview } from '@fleetwarden/contract/reports/named-reports/safety-overview';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageLinksContext } from '../../shared/page-links.ts';
import { formatNumber } from '../../ui/format.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import styles from './Parts.module.css';
import page from './Safety.module.css';

/** Pages of safety analysis (screen catalogue 4.7): risks of a company, and its alarms by type. */
const RISKS = '/activesafety/safetyanalysis/deptRiskProfile';
const ALARMS = '/activesafety/safetyanalysis/deptAlarmAnalysis';
const NONE = '-';

/** Companies with their alarms, rates and ratings. */
export function DeptTable({
  depts,
  total,
  staticDate,
}: {
  depts: SafetyOverview['depts'];
  /** There may be more companies. */
  total: number;
  staticDate: string;
}) {
  const { t, i18n } = useTranslation();
  const pages = use(PageLinksContext);
  const figure = (value: number | null, digits: number, unit = '') =>
    value === null ? NONE : formatNumber(i18n.language, value, digits) + unit;
  const linked = (path: string, deptId: string, text: string) =>
    pages.some((page) => page.path === path) ? (
      // the same company alone: the row is not of those below
      <Link to={`${path}?${new URLSearchParams({ deptId, deptOnly: '1', staticDate })}`}>{text}</Link>
    ) : (
      text
    );
  return (
    <ScrollRegion className={styles['tableArea']} label={t('table.list')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('safety.dept')}</th>
            <th scope="col">{t('safety.alarms')}</th>
            <th scope="col">{t('safety.per100')}</th>
            <th scope="col">{t('safety.score')}</th>
            <th scope="col">{t('safety.grade')}</th>
            <th scope="col">{t('safety.handleRate')}</th>
          </tr>
        </thead>
        <tbody>
          {depts.map(({ deptId, deptName, alarms, per100, score, grade, handleRate }) => (
            <tr key={deptId}>
              <td title={deptName}>{linked(RISKS, deptId, deptName)}</td>
              <td>{linked(ALARMS, deptId, figure(alarms, 0))}</td>
              <td>{figure(per100, 2)}</td>
              <td>{figure(score, 1)}</td>
              <td>
                <span className={page['gradeWord']} data-grade={grade ?? ''}>
                  {grade ?? NONE}
                </span>
              </td>
              <td>{figure(handleRate, 1, '%')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > depts.length && <p className={page['note']}>{t('safety.firstDepts', { total, shown: depts.length })}</p>}
    </ScrollRegion>
  );
}
