import type { ComponentProps, ReactNode, Ref } from 'react';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import styles from './drawer/Drawer.module.css';

export type DataColumn<Row> = {
  readonly key: string;
  readonly title: string;
  readonly align?: 'right';
  /** Stays at the right edge while the table scrolls. */
  readonly pinned?: true;
  readonly render: (row: Row) => ReactNode;
};

/** A small table for use beside the map, where a full list page would not fit. */
export function DataTable<Row>(props: {
  /** Accessible name of the rows. */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  busy?: boolean;
  rowProps?: (row: Row) => ComponentProps<'tr'>;
  /** The rendered part of a long list: total, and px above and below. */
  part?: { readonly of: number; readonly above: number; readonly below: number };
  /** The scroll container. */
  ref?: Ref<HTMLElement>;
}) {
  const { label, columns, rows, rowKey, busy = false, rowProps, part, ref } = props;
  return (
    <ScrollRegion ref={ref} className={styles['scroll']} label={label}>
      <table className={styles['table']} aria-label={label} aria-busy={busy} aria-rowcount={part && part.of + 1}>
        <thead>
          <tr>
            {columns.map(({ key, title, align, pinned }) => (
              <th key={key} scope="col" data-align={align} data-pinned={pinned}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {part && part.above > 0 && <tr aria-hidden style={{ height: part.above }} />}
          {rows.map((row) => (
            <tr key={rowKey(row)} {...rowProps?.(row)}>
              {columns.map(({ key, align, pinned, render }) => (
                <td key={key} data-align={align} data-pinned={pinned}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
          {part && part.below > 0 && <tr aria-hidden style={{ height: part.below }} />}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
