import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/format.ts';
import styles from './Parts.module.css';

type Ranked = { readonly key: string; readonly name: ReactNode; readonly title: string; readonly count: number };

/** Ranked names with bars, the first on top. */
export function RankBars({ rows, label }: { rows: readonly Ranked[]; label: string }) {
  const { i18n } = useTranslation();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ol className={styles['ranks']} aria-label={label}>
      {rows.map(({ key, name, title, count }, place) => (
        <li key={key} title={title}>
          <span className={styles['place']}>{place + 1}</span>
          <span className={styles['name']}>{name}</span>
          <span className={styles['track']}>
            <span style={{ width: `${(100 * count) / most}%` }} />
          </span>
          <b>{formatNumber(i18n.language, count)}</b>
        </li>
      ))}
    </ol>
  );
}
