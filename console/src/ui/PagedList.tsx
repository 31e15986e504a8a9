import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Table, type TableProps } from 'antd';
import { type ComponentRef, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Paged } from '../api/call-paged.ts';
import { LoadFailed } from './States.tsx';
import { keepReachable } from './table/scroll-into-page.ts';

const PAGE_SIZE = 20;

type PageOptions = {
  readonly signal: AbortSignal;
  readonly quiet: true;
  readonly pageModel: { readonly page: number; readonly limit: number };
};

/** A paged list in a drawer, where a SearchTable would be too much; shows errors in place. */
export function PagedList<Row extends object>(props: {
  /** Query key: a new one starts at the first page. */
  question: readonly unknown[];
  load: (options: PageOptions) => Promise<Paged<Row>>;
  rowKey: TableProps<Row>['rowKey'];
  columns: NonNullable<TableProps<Row>['columns']>;
  empty?: string;
  scroll?: { readonly x: number | 'max-content' };
  rowSelection?: NonNullable<TableProps<Row>['rowSelection']>;
}) {
  const { question, load, rowKey, columns, empty, scroll, rowSelection } = props;
  const { t } = useTranslation();
  const questionKey = JSON.stringify(question);
  const [place, setPlace] = useState({ questionKey, page: 1 });
  const page = place.questionKey === questionKey ? place.page : 1;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...question, page],
    queryFn: ({ signal }) => load({ signal, quiet: true, pageModel: { page, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    networkMode: 'always',
  });
  const table = useRef<ComponentRef<typeof Table>>(null);
  useEffect(() => keepReachable(table.current?.nativeElement ?? null));
  if (error) return <LoadFailed reason={error.message} onRetry={() => void refetch()} />;
  return (
    <Table<Row>
      ref={table}
      size="small"
      rowKey={rowKey!}
      loading={isFetching}
      dataSource={data?.list ?? []}
      pagination={{
        current: page,
        pageSize: PAGE_SIZE,
        total: data?.total ?? 0,
        showSizeChanger: false,
        onChange: (next) => setPlace({ questionKey, page: next }),
      }}
      {...(scroll ? { scroll } : {})}
      {...(rowSelection ? { rowSelection } : {})}
      locale={{ emptyText: empty ?? t('table.empty') }}
      columns={columns}
    />
  );
}
