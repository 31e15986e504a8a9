import { Checkbox } from 'antd';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RowActions } from './SearchTableActions.tsx';
import styles from './SearchTableCards.module.css';
import type { RowAction } from './table-actions.ts';
import type { ArrangedColumn } from './table-columns.ts';
import { cardFields } from './table-columns.ts';
import type { Selection } from './use-selection.ts';

type Props<Row> = {
  readonly rows: readonly Row[];
  readonly columns: readonly ArrangedColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly rowActions?: ((row: Row) => readonly RowAction[]) | undefined;
  readonly rowProps: (row: Row) => { onClick?: (event: MouseEvent<HTMLElement>) => unknown };
  /** Absent: no check boxes. */
  readonly selection?: Selection<Row> | undefined;
  readonly selectable?: ((row: Row) => boolean) | undefined;
  /** Above the fields of a card; the cards then form a gallery. */
  readonly picture?: ((row: Row) => ReactNode) | undefined;
  /** Shown without rows. */
  readonly empty: ReactNode;
};

/** The rows on narrow screens and in a gallery: a card per row with its picture, title, main fields and actions. */
export function TableCards<Row extends object>(props: Props<Row>) {
  const { rows, columns, rowKey, rowActions, rowProps, selection, selectable, picture, empty } = props;
  const { t } = useTranslation();
  const { title, fields } = cardFields(columns);
  const content = (column: ArrangedColumn<Row>, row: Row) =>
    column.render ? column.render(row) : String((row as Readonly<Record<string, unknown>>)[column.key] ?? '');
  function toggle(set: Selection<Row>, row: Row) {
    const key = rowKey(row);
    const others = [...set.rows.keys()].filter((known) => known !== key);
    if (set.rows.has(key)) set.set(others, []);
    else set.set([key, ...others], [row]);
  }
  if (rows.length === 0) return empty;
  return (
    <ul className={styles['cards']} data-gallery={picture !== undefined}>
      {rows.map((row) => {
        const key = rowKey(row);
        return (
          <li key={key} data-row-key={key} {...rowProps(row)}>
            {picture?.(row)}
            <div className={styles['head']}>
              {selection && (
                <Checkbox
                  aria-label={t('table.select')}
                  checked={selection.rows.has(key)}
                  disabled={selectable?.(row) === false}
                  onChange={() => toggle(selection, row)}
                />
              )}
              <strong>{title && content(title, row)}</strong>
              {rowActions && <RowActions actions={rowActions(row)} />}
            </div>
            <dl className={styles['fields']}>
              {fields.map((column) => (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd>{content(column, row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
