import { figureText } from '@fleetwarden/contract/reports/figures';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { formatFullTime } from '../../../ui/format.ts';
import styles from './Paper.module.css';

type Props = {
  /** What was asked for, a condition each. */
  readonly told: readonly string[];
  /** Which of all rows are on it; null: all of them. */
  readonly part: { readonly from: number; readonly to: number; readonly total: number } | null;
  /** There are sums below, of all rows. */
  readonly sums: boolean;
};

/** What paper says of a report that its page shows otherwise: what it was asked for, who printed it and when, and what is left out. */
export function PaperHead({ told, part, sums }: Props) {
  const { t, i18n } = useTranslation();
  const [now] = useState(Date.now);
  const who = useSession(({ userInfo }) => userInfo?.username ?? '');
  const figure = (value: number) => figureText(i18n.language, value, 0);
  return (
    <div className={styles['head']}>
      {told.length > 0 && <p>{t('reports.printedConditions', { conditions: told.join('; ') })}</p>}
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
