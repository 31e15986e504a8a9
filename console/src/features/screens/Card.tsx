import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows, State } from '../../ui/States.tsx';
import styles from './Dashboard.module.css';

/** State of a card's query: its data, or a failure that can be retried. */
type Loaded<T> = { readonly data: T | undefined; readonly isError: boolean; readonly refetch: () => unknown };

/** A card of the dashboard. A failure affects only its own card, which keeps its last data. */
export function Card<T>(props: {
  title: string;
  query: Loaded<T>;
  /** Right of the title. */
  tools?: ReactNode;
  wide?: boolean;
  children: (data: T) => ReactNode;
}) {
  const { t } = useTranslation();
  const { title, query, tools, wide = false, children } = props;
  const id = useId();
  return (
    <section className={`${styles['card']} ${wide ? styles['wide'] : ''}`} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id}>{title}</h2>
        {tools}
      </header>
      {query.data !== undefined && children(query.data)}
      {query.data === undefined && query.isError && (
        <State
          live="alert"
          title={t('screens.failed')}
          action={{ label: t('common.retry'), onClick: () => void query.refetch() }}
        />
      )}
      {query.data === undefined && !query.isError && <SkeletonRows label={title} rows={4} />}
    </section>
  );
}
