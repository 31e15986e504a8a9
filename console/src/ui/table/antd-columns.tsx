import type { TFunction } from 'i18next';
import { columnWidth } from './column-width.ts';
import { RowActions } from './SearchTableActions.tsx';
import type { RowAction } from './table-actions.ts';
import type { ArrangedColumn } from './table-columns.ts';
import type { Sort } from './use-table-url.ts';

const ACTIONS = '$actions';

type SortState = { readonly narrow: boolean; readonly sort: Sort | null; readonly defaultSort: Sort | undefined };

/** The columns as antd wants them. On narrow screens only the first one stays in place. */
export function antdColumns<Row>(columns: readonly ArrangedColumn<Row>[], { narrow, sort, defaultSort }: SortState) {
  return columns.map((column, at) => {
    const { key, title, render, align, sortable, pinned } = column;
    const fixed = narrow ? at === 0 && 'left' : pinned;
    return {
      key,
      dataIndex: key,
      title,
      width: columnWidth(column),
      ellipsis: true,
      ...(align ? { align } : {}),
      ...(fixed ? { fixed } : {}),
      ...(render ? { render: (_: unknown, row: Row) => render(row) } : {}),
      ...(sortable ? { sorter: true, sortOrder: sortOrderOf(key, sort), sortDirections: sortDirections(key, defaultSort) } : {}),
    };
  });
}

/** The column of row actions, at the right. */
export function actionsColumn<Row>(
  t: TFunction,
  rowActions: (row: Row) => readonly RowAction[],
  { width, narrow }: { width: number; narrow: boolean },
) {
  return {
    key: ACTIONS,
    title: t('table.actions'),
    width,
    ...(narrow ? {} : { fixed: 'right' as const }),
    render: (_: unknown, row: Row) => <RowActions actions={rowActions(row)} />,
  };
}

function sortOrderOf(key: string, sort: Sort | null): 'ascend' | 'descend' | null {
  if (sort?.key !== key) return null;
  return sort.order === 'desc' ? 'descend' : 'ascend';
}

/** Sort directions that header clicks cycle through before the default order, which must not follow itself. */
function sortDirections(key: string, byDefault: Sort | undefined): ('ascend' | 'descend')[] {
  return byDefault?.key === key && byDefault.order === 'desc' ? ['descend', 'ascend'] : ['ascend', 'descend'];
}
