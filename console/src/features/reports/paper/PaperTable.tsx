import { isFigureType } from '@fleetwarden/contract/reports/figures';
import type { ReportCell, ReportRow, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../ui/format.ts';
import { cellText, renderCellContent, type Words } from '../cells.tsx';
import { formatHeading } from '../column-widths.ts';
import type { OwnColumn } from '../columns.ts';
import { sumText } from '../sums.ts';
import styles from './Paper.module.css';
import { layOutForPaper, type Placed } from './paper-layout.ts';

type Props = {
  readonly template: ReportTemplate;
  readonly columns: readonly OwnColumn[];
  readonly rows: readonly ReportRow[];
  readonly sums: Readonly<Record<string, ReportCell>>;
};

/** The rows of a report on paper: all columns within the width, totals at the end. Nothing scrolls or reacts to clicks. */
export function PaperTable({ template, columns, rows, sums }: Props) {
  const { t, i18n } = useTranslation();
  const words = { t, language: i18n.language };
  const shown = columns.filter(({ hidden }) => !hidden);
  const hasSums = rows.length > 0 && template.sumColCfgList.length > 0;
  const foot = shown.map((column, at) => (at === 0 ? t('reports.sums') : sumText(template, sums, column, words)));
  const { lying, size, bands } = layOutForPaper(
    shown.map((column, at) => ({
      title: formatHeading(column),
      whole: isWhole(column),
      fixed: column.isfixed === 1,
      texts: [...rows.map(({ cells }) => formatCell(column, cells[column.colEName], words)), ...(hasSums ? [foot[at]!] : [])],
    })),
  );
  return (
    <div className={styles['tables']} data-lying={lying} style={{ '--size': `${size}pt` } as CSSProperties}>
      {bands.map((band, nth) => {
        const name = t('reports.printedBand', { report: template.reportName, at: nth + 1, of: bands.length });
        return (
          <table key={band.map(({ at }) => at).join()} className={styles['table']}>
            {bands.length > 1 && <caption>{name}</caption>}
            <colgroup>
              {band.map(({ at, share }) => (
                <col key={at} style={{ width: `${share}%` }} />
              ))}
            </colgroup>
            <thead>
              <tr>
                {band.map(({ at }) => (
                  <th key={at} scope="col" data-figure={isFigureType(shown[at]!.type)}>
                    {formatHeading(shown[at]!)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, of) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows may be alike, their places are not
                <Row key={of} band={band} columns={shown} cellOf={(column) => renderCellContent(column, row, words)} />
              ))}
              {hasSums && band.some(({ at }) => at > 0 && foot[at] !== '') && (
                <Row band={band} columns={shown} cellOf={(_, at) => foot[at]} isSum />
              )}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}

const isWhole = ({ type }: OwnColumn): boolean =>
  isFigureType(type) || type === 'vehicle' || type === 'instant' || type === 'date';

/** Text of a cell for measuring. */
function formatCell(column: OwnColumn, cell: ReportCell | undefined, words: Words): string {
  if (column.type === 'instant' && typeof cell === 'number') return formatTime(cell, words.language);
  const text = cellText(column, cell, words);
  // a plate has a colour stripe before it
  return column.type === 'vehicle' && text !== '' ? `${STRIPE}${text}` : text;
}
const STRIPE = '  ';

function Row(props: {
  band: readonly Placed[];
  columns: readonly OwnColumn[];
  cellOf: (column: OwnColumn, at: number) => ReactNode;
  isSum?: boolean;
}) {
  const { band, columns, cellOf, isSum = false } = props;
  return (
    <tr data-sum={isSum}>
      {band.map(({ at }) => (
        <td key={at} data-figure={isFigureType(columns[at]!.type)} data-whole={!isSum && isWhole(columns[at]!)}>
          {cellOf(columns[at]!, at)}
        </td>
      ))}
    </tr>
  );
}
