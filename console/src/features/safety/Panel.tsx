import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows, State } from '../../ui/States.tsx';
import styles from './Safety.module.css';

/** State of a query: its data, or a failure that can be retried. */
type Loaded<T> = { readonly data: T | undefined; readonly isError: boolean; readonly refetch: () => unknown };

/** A titled part of a page with the data of a query. It keeps its last data; a failure affects only itself. */
export function Panel<T>(props: {
  title: string;
  query: Loaded<T>;
  /** Columns of the grid of six. */
  columns: 2 | 3 | 4 | 6;
  /** Right of the title. */
  tools?: ReactNode;
  /** Whether there is something to show; otherwise `none` is shown. */
  has?: (data: T) => boolean;
  none?: string;
  children: (data: T) => ReactNode;
}) {
  const { title, query, columns, tools, has = () => true, none = '', children } = props;
  const { t } = useTranslation();
  const id = useId();
  const { data } = query;
  return (
    <section className={styles['panel']} data-columns={columns} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id}>{title}</h2>
        {tools}
      </header>
      <div className={styles['body']}>
        {data !== undefined && (has(data) ? children(data) : <State title={none} />)}
        {data === undefined && query.isError && (
          <State
            live="alert"
            title={t('screens.failed')}
            action={{ label: t('common.retry'), onClick: () => void query.refetch() }}
          />
        )}
        {data === undefined && !query.isError && <SkeletonRows label={title} rows={6} />}
      </div>
    </section>
  );
}
