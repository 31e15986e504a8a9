import { ReloadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SkeletonRows, State } from '../../../ui/States.tsx';
import { type DataColumn, DataTable } from '../DataTable.tsx';
import { Pager } from '../Pager.tsx';
import styles from './Drawer.module.css';

/** A paged list of the drawer with its toolbar and empty state. */
export function PagedTable<Row>(props: {
  label: string;
  columns: readonly DataColumn<Row>[];
  rowKey: (row: Row) => string;
  paged: {
    readonly rows: readonly Row[];
    readonly total: number;
    readonly more: boolean;
    readonly page: number;
    readonly setPage: (page: number) => void;
    readonly pending: boolean;
    readonly busy: boolean;
    readonly failed: boolean;
    readonly refresh: () => void;
  };
  /** Filters and actions of the list. */
  bar?: ReactNode;
  empty: string;
}) {
  const { label, columns, rowKey, paged, bar, empty } = props;
  const { t } = useTranslation();
  const body = () => {
    if (paged.failed && paged.rows.length === 0)
      return <State title={t('drawer.loadFailed')} action={{ label: t('common.retry'), onClick: paged.refresh }} live="alert" />;
    if (paged.pending) return <SkeletonRows label={label} rows={5} />;
    if (paged.rows.length === 0) return <State title={empty} />;
    return <DataTable label={label} columns={columns} rows={paged.rows} rowKey={rowKey} busy={paged.busy} />;
  };
  return (
    <div className={styles['list']}>
      <div className={styles['bar']}>
        {bar}
        <span className={styles['space']} />
        <Pager page={paged.page} total={paged.total} more={paged.more} onPage={paged.setPage} />
        <IconButton label={t('drawer.refresh')} icon={<ReloadOutlined />} onClick={paged.refresh} />
      </div>
      {body()}
    </div>
  );
}
