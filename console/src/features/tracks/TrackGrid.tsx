// biome-ignore-all lint/a11y/useSemanticElements: rows of a table cannot stand where a virtual list puts them
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its row by aria-activedescendant
import { useVirtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { State } from '../../ui/States.tsx';
import { ROW_COMPACT } from '../../ui/theme/theme.ts';
import styles from './TrackGrid.module.css';

export type GridColumn = {
  readonly key: string;
  readonly title: string;
  /** px */
  readonly width: number;
  readonly align?: 'right';
  readonly cell: (row: number) => ReactNode;
};

/**
 * Rows of a track, up to 50,000: only visible ones are rendered. Up and Down move, Enter or a click chooses. The `current` row is
 * kept in view unless the user scrolled away.
 */
export function TrackGrid(props: {
  label: string;
  columns: readonly GridColumn[];
  rows: number;
  /** -1: none. */
  current: number;
  empty: string;
  onTake: (row: number) => void;
}) {
  const { label, columns, rows, current, empty, onTake } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(-1);
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_COMPACT,
    // The header covers rows
    scrollPaddingEnd: ROW_COMPACT,
    overscan: 8,
  });
  const { scrollToIndex } = virtual;
  const active = Math.min(chosen, rows - 1);

  useEffect(() => {
    const reading = scroller.current?.matches(':hover, :focus-within') ?? false;
    if (current >= 0 && !reading) scrollToIndex(current, { align: 'auto' });
  }, [current, scrollToIndex]);

  if (rows === 0) return <State title={empty} />;

  function handleKey(event: KeyboardEvent) {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_COMPACT) - 2);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -rows, End: rows }[event.key];
    if (step !== undefined) {
      const next = Math.min(Math.max((active < 0 ? current : active) + step, 0), rows - 1);
      setChosen(next);
      scrollToIndex(next, { align: 'auto' });
    } else if (event.key === 'Enter' && active >= 0) onTake(active);
    else return;
    event.preventDefault();
  }

  const width = columns.reduce((sum, column) => sum + column.width, 0);
  return (
    <div
      ref={scroller}
      className={styles['grid']}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows + 1}
      aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
      onKeyDown={handleKey}
    >
      <div className={styles['head']} role="row" aria-rowindex={1} style={{ minWidth: width }}>
        {columns.map(({ key, title, width: basis, align }) => (
          <span key={key} role="columnheader" className={styles['cell']} data-align={align} style={{ flexBasis: basis }}>
            {title}
          </span>
        ))}
      </div>
      <div role="rowgroup" className={styles['body']} style={{ height: virtual.getTotalSize(), minWidth: width }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself has the focus and handles the keys
          <div
            key={index}
            id={`${id}-${index}`}
            role="row"
            aria-rowindex={index + 2}
            aria-current={index === current || undefined}
            data-active={index === active || undefined}
            className={styles['row']}
            style={{ transform: `translateY(${start}px)` }}
            onClick={() => {
              setChosen(index);
              onTake(index);
            }}
          >
            {columns.map(({ key, width: basis, align, cell }) => (
              <span key={key} role="gridcell" className={styles['cell']} data-align={align} style={{ flexBasis: basis }}>
                {cell(index)}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
