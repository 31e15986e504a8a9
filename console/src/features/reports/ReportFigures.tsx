import type { ReportCell, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useTranslation } from 'react-i18next';
import { cellText, formatHeading } from './cells.tsx';
import styles from './Reports.module.css';

/** More would push the table off the screen. */
const MAX_FIGURES = 5;

/** Columns whose names already say maximum, minimum or average. */
const SAYS_SO = /^(max|min|avg)/;

/** The most important totals of a report, above its rows. */
export function ReportFigures({ template, sums }: { template: ReportTemplate; sums: Readonly<Record<string, ReportCell>> }) {
  const { t, i18n } = useTranslation();
  const ways = { max: t('reports.sumMax'), min: t('reports.sumMin'), avg: t('reports.sumAvg'), sum: '', ratio: '' };
  const figures = template.sumColCfgList.flatMap(({ colEName, agg }) => {
    const column = template.colCfgList.find((each) => each.colEName === colEName);
    const text = column ? cellText(column, sums[colEName], { t, language: i18n.language }) : '';
    return column && text !== '' ? [{ column, text, way: SAYS_SO.test(colEName) ? '' : ways[agg] }] : [];
  });
  if (figures.length === 0) return null;
  return (
    <dl className={styles['figures']}>
      {figures.slice(0, MAX_FIGURES).map(({ column, text, way }) => (
        <div key={column.colEName} {...(column.hint ? { title: column.hint } : {})}>
          <dt>
            {formatHeading(column)}
            {way !== '' && ` · ${way}`}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
