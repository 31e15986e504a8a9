import type { ReactNode } from 'react';
import styles from './drawer/Drawer.module.css';

export type DataColumn<Row> = {
  readonly key: string;
  readonly title: string;
  readonly align?: 'right';
  readonly render: (row: Row) => ReactNode;
};

/** A page of rows, small and plain: it stands beside the map, where a full list page would not fit. */
export function DataTable<Row>(props: {
  /** What the rows are, read out. */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  busy?: boolean;
}) {
  const { label, columns, rows, rowKey, busy = false } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={styles['scroll']} tabIndex={0} aria-label={label}>
      <table className={styles['table']} aria-label={label} aria-busy={busy}>
        <thead>
          <tr>
            {columns.map(({ key, title, align }) => (
              <th key={key} scope="col" data-align={align}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, align, render }) => (
                <td key={key} data-align={align}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
