import { figureText } from '@fleetwarden/contract/reports/figures';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { formatFullTime } from '../../../ui/format.ts';
import styles from './Paper.module.css';

type Props = {
  /** Descriptions of the conditions. */
  readonly conditions: readonly string[];
  /** Numbers of the printed rows; null: all rows. */
  readonly part: { readonly from: number; readonly to: number; readonly total: number } | null;
  /** The print has totals, over all rows. */
  readonly sums: boolean;
};

/** Head of a printed report: conditions, user, time, and which rows it has. */
export function PaperHead({ conditions, part, sums }: Props) {
  const { t, i18n } = useTranslation();
  const [now] = useState(Date.now);
  const who = useSession(({ userInfo }) => userInfo?.username ?? '');
  const figure = (value: number) => figureText(i18n.language, value, 0);
  return (
    <div className={styles['head']}>
      {conditions.length > 0 && <p>{t('reports.printedConditions', { conditions: conditions.join('; ') })}</p>}
      <p>{t('reports.printedBy', { name: who, time: formatFullTime(i18n.language, now) })}</p>
      {part && (
        <p>
          {t('reports.printedRows', { from: figure(part.from), to: figure(part.to), total: figure(part.total) })}
          {sums && ` · ${t('reports.printedSums')}`}
        </p>
      )}
    </div>
  );
}
