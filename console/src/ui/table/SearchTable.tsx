import { Pagination, Table } from 'antd';
import type { SorterResult } from 'antd/es/table/interface';
import type { MouseEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Paged } from '../../api/call-paged.ts';
import { Refusal } from '../../api/client.ts';
import { NARROW, useMedia } from '../../hooks/use-media-query.ts';
import { useSize } from '../../hooks/use-size.ts';
import { useStableCallback } from '../../hooks/use-stable-callback.ts';
import { oneOf, useUrlState } from '../../hooks/use-url-state.ts';
import { StaleBar } from '../States.tsx';
import layout from '../theme/layout.module.css';
import { sizes } from '../theme/theme.ts';
import { actionsColumn, antdColumns } from './antd-columns.tsx';
import { columnWidth } from './column-width.ts';
import styles from './SearchTable.module.css';
import { SearchTableBar } from './SearchTableBar.tsx';
import { TableCards } from './SearchTableCards.tsx';
import { SearchTableForm } from './SearchTableForm.tsx';
import { TableEmpty } from './SearchTableStates.tsx';
import { keepReachable } from './scroll-into-page.ts';
import type { BatchAction, Exported, ExportFormat, ExportRequest, RowAction } from './table-actions.ts';
import { actionsWidth, EXPORT_FORMATS } from './table-actions.ts';
import type { TableColumn, TableView } from './table-columns.ts';
import { arrange, visible } from './table-columns.ts';
import { useTableSettings } from './table-settings.ts';
import { useSelection } from './use-selection.ts';
import { useTableQuery } from './use-table-query.ts';
import type { Filters, PageSize, Sort, TableState } from './use-table-url.ts';
import { PAGE_SIZES, useTableUrl } from './use-table-url.ts';

const VIEW = { view: oneOf<TableView>(['gallery', 'table'], 'gallery') };
/** Width of the check-box column and of the column that expands rows, px. */
const BOX_WIDTH = 40;

export type SearchTableProps<Row> = {
  /** Name of the table in user settings and query keys: 'audit.operations'. */
  readonly name: string;
  /** Accessible name of the rows. */
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Loads a page of rows; `loadPaged(call)` for a paged call. Must be a stable function. */
  readonly load: (state: TableState, signal: AbortSignal) => Promise<Paged<Row>>;
  readonly defaultSort?: Sort;
  /** Rows per page by default; 10 if absent. */
  readonly defaultSize?: PageSize;
  /** Filters set by the page outside the form. After changing them, go to the first page. */
  readonly within?: Filters;
  readonly rowActions?: (row: Row) => readonly RowAction[];
  /** Opens a clicked row. */
  readonly onOpen?: (row: Row) => void;
  readonly batchActions?: readonly BatchAction<Row>[];
  /** What an expanded row shows, where it can be expanded. Cards of narrow screens cannot. */
  readonly expandRow?: { readonly can: (row: Row) => boolean; readonly render: (row: Row) => ReactNode };
  /** Highlighted rows. */
  readonly marked?: (row: Row) => boolean;
  /** Rows that batch actions accept. */
  readonly selectable?: (row: Row) => boolean;
  /** Exports rows to a file that the table opens, or starts a task. */
  readonly exportRows?: (request: ExportRequest) => Promise<Exported>;
  /** Offered formats, default first; both if absent. */
  readonly exportFormats?: readonly ExportFormat[];
  /** Picture of a row. With it, users choose between a gallery of cards, the default, and a table. */
  readonly picture?: (row: Row) => ReactNode;
  /** Text of an empty list; default: no data. */
  readonly empty?: string;
  /** Primary action of an empty list, for users with the permission. */
  readonly fill?: { readonly label: string; readonly onClick: () => void };
};

/**
 * A list defined by its columns: search form, table, pager. Filters, page and sort live in the URL, the column layout in the
 * account. Fills its parent and scrolls inside.
 */
export function SearchTable<Row extends object>(props: SearchTableProps<Row>) {
  const { name, label, columns, rowKey, load, rowActions, onOpen, expandRow, selectable, marked, picture } = props;
  const { t, i18n } = useTranslation();
  const narrow = useMedia(NARROW);
  const [settings, changeSettings] = useTableSettings(name);
  const arranged = arrange(columns, settings);
  const shownColumns = visible(arranged);
  const [written, change] = useTableUrl(columns, props.defaultSort ?? null, props.defaultSize);
  const state = { ...written, filters: { ...written.filters, ...props.within } };
  const { shown, pending, fetching, failure, refetch } = useTableQuery(name, state, load);
  const selection = useSelection<Row>(state.filters);
  const [area, { height }] = useSize();
  const root = useRef<HTMLElement>(null);
  useEffect(() => keepReachable(root.current));
  const [view, changeView] = useUrlState(VIEW);
  const isGallery = picture !== undefined && view.view === 'gallery';
  const density = settings?.density ?? 'middle';
  const selects = Boolean(props.batchActions?.length || props.exportRows);

  const total = shown?.total ?? 0;
  const beyond = shown && !pending && shown.list.length === 0 && total > 0;
  useEffect(() => {
    // The last page became empty: go to the new last page.
    if (beyond) change({ page: Math.ceil(total / state.size) });
  }, [beyond, total, state.size, change]);

  const search = useStableCallback((filters: Filters) => change({ filters, page: 1 }));
  const rows = shown?.list ?? [];
  const actionsColumnWidth = rowActions ? actionsWidth(rows.map(rowActions), t('table.actions')) : 0;
  const width =
    shownColumns.reduce((sum, column) => sum + columnWidth(column), 0) +
    (selects ? BOX_WIDTH : 0) +
    (expandRow ? BOX_WIDTH : 0) +
    actionsColumnWidth;

  const antd = [
    ...antdColumns(shownColumns, { sort: state.sort, defaultSort: props.defaultSort }),
    ...(rowActions ? [actionsColumn(t, rowActions, actionsColumnWidth)] : []),
  ];
  const rowSelection = {
    columnWidth: BOX_WIDTH,
    selectedRowKeys: [...selection.rows.keys()],
    preserveSelectedRowKeys: true,
    getCheckboxProps: (row: Row) => ({ disabled: selectable?.(row) === false }),
    onChange: (keys: readonly unknown[], known: readonly Row[]) => selection.set(keys as readonly string[], known),
  };

  function handleSort(sorter: SorterResult<Row> | SorterResult<Row>[]) {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
    change({ page: 1, sort: order ? { key: String(columnKey), order: order === 'descend' ? 'desc' : 'asc' } : null });
  }

  const bodyHeight = height - sizes.row;
  const empty = (
    <TableEmpty
      pending={pending || Boolean(beyond)}
      failure={failure}
      forbidden={failure instanceof Refusal && failure.code === '4003'}
      filtered={Object.keys(written.filters).length > 0}
      empty={props.empty ?? t('table.empty')}
      fill={props.fill}
      onClear={() => change({ filters: {}, page: 1 })}
      onRetry={refetch}
    />
  );
  return (
    <section ref={root} className={styles['table']} data-density={density} aria-label={label}>
      <SearchTableForm name={name} columns={columns} filters={written.filters} onSearch={search} onRepeat={refetch} />
      <SearchTableBar
        selection={selection}
        batchActions={props.batchActions ?? []}
        exportRows={props.exportRows}
        exportFormats={props.exportFormats ?? EXPORT_FORMATS}
        state={state}
        columns={arranged}
        density={density}
        fetching={fetching}
        onArrange={changeSettings}
        view={picture && !narrow ? { shown: view.view, onChange: (next) => changeView({ view: next }) } : undefined}
        onRefresh={refetch}
      />
      {failure && shown && shown.list.length > 0 && <StaleBar onRetry={refetch} />}
      <div ref={area} className={styles['rows']} aria-busy={fetching} data-pending={pending && shown !== null}>
        {narrow || isGallery ? (
          <TableCards<Row>
            rows={rows}
            columns={shownColumns}
            rowKey={rowKey}
            rowActions={rowActions}
            rowProps={(row) => rowProps(row, onOpen, marked)}
            selection={selects ? selection : undefined}
            selectable={selectable}
            picture={picture}
            empty={empty}
          />
        ) : (
          <Table<Row>
            size="small"
            tableLayout="fixed"
            dataSource={rows}
            rowKey={rowKey}
            columns={antd}
            {...(selects ? { rowSelection } : {})}
            {...(expandRow
              ? { expandable: { columnWidth: BOX_WIDTH, rowExpandable: expandRow.can, expandedRowRender: expandRow.render } }
              : {})}
            pagination={false}
            showSorterTooltip={false}
            scroll={{ x: width, ...(bodyHeight > 0 ? { y: bodyHeight } : {}) }}
            onChange={(_pages, _filters, sorter, { action }) => action === 'sort' && handleSort(sorter)}
            {...(onOpen || marked ? { onRow: (row: Row) => rowProps(row, onOpen, marked) } : {})}
            locale={{ emptyText: empty }}
          />
        )}
      </div>
      <div className={layout['pager']}>
        <Pagination
          size="small"
          current={state.page}
          pageSize={state.size}
          total={total}
          pageSizeOptions={PAGE_SIZES.map(String)}
          showSizeChanger
          showTotal={(count) => t('table.total', { total: `${count.toLocaleString(i18n.language)}${shown?.more ? '+' : ''}` })}
          onChange={(page, size) => change({ size, page: size === state.size ? page : 1 })}
        />
      </div>
    </section>
  );
}

function rowProps<Row>(row: Row, onOpen?: (row: Row) => void, marked?: (row: Row) => boolean) {
  return {
    ...(onOpen && {
      className: styles['opens']!,
      onClick: (event: MouseEvent<HTMLElement>) => isPlainClick(event) && onOpen(row),
    }),
    ...(marked?.(row) && { 'aria-current': true as const }),
  };
}

/** Whether a click is meant for the row itself, not for a control in it or for selecting text. */
function isPlainClick({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  // React bubbles clicks in the row's menus and dialogs to the row, too
  const element = target as Element;
  if (!currentTarget.contains(element)) return false;
  const onControl = element.closest('button, a, input, label, .ant-table-selection-column');
  // Selecting text to copy it ends in a click, too.
  return !onControl && !getSelection()?.toString();
}
