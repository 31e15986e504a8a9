import type { ReportCell, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useTranslation } from 'react-i18next';
import { HintButton } from '../../ui/HintButton.tsx';
import { cellText } from './cells.tsx';
import { formatHeading } from './column-widths.ts';
import styles from './Reports.module.css';

/** More would push the table off the screen. */
const MAX_FIGURES = 5;

/** Columns whose names already say maximum, minimum or average. */
const SAYS_SO = /^(max|min|avg)/;

type Cells = Readonly<Record<string, ReportCell>>;

/** The figures of a report above its rows: its cards, or its most important totals. */
export function ReportFigures({ template, sums, cards }: { template: ReportTemplate; sums: Cells; cards: Cells | undefined }) {
  const { t, i18n } = useTranslation();
  const ways = { max: t('reports.sumMax'), min: t('reports.sumMin'), avg: t('reports.sumAvg'), sum: '', ratio: '' };
  const ofCards = (template.kpiList ?? []).map((column) => ({
    column,
    text: cellText(column, cards?.[column.colEName], { t, language: i18n.language }),
    way: '',
  }));
  const totals = template.sumColCfgList.flatMap(({ colEName, agg }) => {
    const column = template.colCfgList.find((each) => each.colEName === colEName);
    const text = column ? cellText(column, sums[colEName], { t, language: i18n.language }) : '';
    return column && text !== '' ? [{ column, text, way: SAYS_SO.test(colEName) ? '' : ways[agg] }] : [];
  });
  const figures = ofCards.length > 0 ? ofCards : totals.slice(0, MAX_FIGURES);
  if (figures.length === 0) return null;
  return (
    <dl className={styles['figures']}>
      {figures.map(({ column, text, way }) => (
        <div key={column.colEName}>
          <dt>
            {formatHeading(column)}
            {way !== '' && ` · ${way}`}{' '}
            {column.hint && <HintButton label={t('reports.about', { name: formatHeading(column) })} hint={column.hint} />}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
