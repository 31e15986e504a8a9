import type { TFunction } from 'i18next';
import type { MouseEvent } from 'react';
import { columnWidth } from './column-width.ts';
import { RowActions } from './SearchTableActions.tsx';
import type { RowAction } from './table-actions.ts';
import type { ArrangedColumn } from './table-columns.ts';
import type { Sort } from './use-table-url.ts';

const ACTIONS = '$actions';

type SortState = { readonly sort: Sort | null; readonly defaultSort: Sort | undefined };

/** Gives a cut cell its whole text as a tooltip, unless its content has one. */
function titleCutCell({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  if (cell.querySelector('[title]') || (cell.title !== '' && cell.dataset['cut'] === undefined)) return;
  const isCut = cell.scrollWidth > cell.clientWidth;
  cell.title = isCut ? (cell.textContent ?? '') : '';
  cell.toggleAttribute('data-cut', isCut);
}

const TITLED = { onMouseEnter: titleCutCell };

/** The columns as antd wants them. */
export function antdColumns<Row>(columns: readonly ArrangedColumn<Row>[], { sort, defaultSort }: SortState) {
  return columns.map((column) => {
    const { key, title, render, align, sortable, pinned: fixed } = column;
    return {
      key,
      dataIndex: key,
      title,
      width: columnWidth(column),
      ellipsis: true,
      onCell: () => TITLED,
      ...(align ? { align } : {}),
      ...(fixed ? { fixed } : {}),
      ...(render ? { render: (_: unknown, row: Row) => render(row) } : {}),
      ...(sortable ? { sorter: true, sortOrder: sortOrderOf(key, sort), sortDirections: sortDirections(key, defaultSort) } : {}),
    };
  });
}

/** The column of row actions, at the right. */
export function actionsColumn<Row>(t: TFunction, rowActions: (row: Row) => readonly RowAction[], width: number) {
  return {
    key: ACTIONS,
    title: t('table.actions'),
    width,
    fixed: 'right' as const,
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
