import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows, State } from '../../ui/States.tsx';
import styles from './Dashboard.module.css';

/** What a card shows of its query: data once it is there; a failure of its own with a way to try again. */
type Loaded<T> = { readonly data: T | undefined; readonly isError: boolean; readonly refetch: () => unknown };

/** A card of the dashboard. One that fails leaves the others as they are, and keeps its last data where it has any. */
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
