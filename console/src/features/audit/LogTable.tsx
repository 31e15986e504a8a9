import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { SearchTable, type SearchTableProps } from '../../ui/table/SearchTable.tsx';
import type { TableColumn } from '../../ui/table/table-columns.ts';

const NEWEST = { key: 'at', order: 'desc' } as const;

type Logged = { readonly id: string; readonly at: number };

/** A log, newest first; each row opens in a drawer. `columns`: columns after the time. */
export function LogTable<Row extends Logged>(
  props: Pick<SearchTableProps<Row>, 'name' | 'label' | 'columns' | 'load' | 'exportRows' | 'exportFormats'> & {
    /** Title and content of the drawer. */
    title: string;
    detail: (row: Row) => ReactNode;
  },
) {
  const { columns, title, detail, ...table } = props;
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Row | null>(null);
  const all = useMemo(
    (): readonly TableColumn<Row>[] => [
      {
        key: 'at',
        title: t('operations.time'),
        width: 140,
        sortable: true,
        fixed: 'left',
        search: { kind: 'dateRange' },
        render: ({ at }) => <TimeCell at={at} />,
      },
      ...columns,
    ],
    [t, columns],
  );
  return (
    <>
      <SearchTable<Row>
        {...table}
        columns={all}
        rowKey={({ id }) => id}
        defaultSort={NEWEST}
        onOpen={setChosen}
        rowActions={(row) => [{ key: 'detail', label: t('operations.detail'), run: () => setChosen(row) }]}
      />
      <DetailDrawer open={chosen !== null} title={title} size={720} onClose={() => setChosen(null)}>
        {chosen && detail(chosen)}
      </DetailDrawer>
    </>
  );
}
