import { useVirtualizer } from '@tanstack/react-virtual';
import type { DragEvent, KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react';
import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { ROW_COMPACT } from './theme/theme.ts';
import { moveByKey, typedText } from './tree-keys.ts';
import type { TreeModel, TreeRow } from './tree-rows.ts';
import styles from './VirtualTree.module.css';

export type VirtualTreeHandle = {
  focus(index: number): void;
  scrollTo(index: number): void;
  /** Scroll offset, px. */
  offset(): number;
  scrollToOffset(px: number): void;
};

export type RowMoves = {
  mayMove(from: number, to: number): boolean;
  onMove(from: number, to: number): void;
};

/** Rows that can be dragged to a target outside the tree. */
type RowDrags = {
  mayDrag(index: number): boolean;
  onStart(event: DragEvent, index: number): void;
  onEnd(): void;
};

/** Offset of a menu opened by key from its row, px. */
const MENU_INSET = 24;

type Props = {
  label: string;
  model: TreeModel;
  /** The focused row; -1: none. */
  active: number;
  /** Key of the selected row. */
  selected: string | null;
  /** Label of the check boxes. */
  checkLabel?: (row: TreeRow) => string;
  renderRow: (index: number) => ReactNode;
  /** Accessible name of a row: its visible text, for speech control (WCAG 2.5.3); default: its text. */
  nameOf?: (index: number) => string;
  /** Description of what a row shows besides its name, for screen readers. */
  describe?: (index: number) => string;
  onActive: (index: number) => void;
  onSelect: (index: number) => void;
  /** Enter or a double click. */
  onRun: (index: number) => void;
  /** Opens a row's menu by pointer or menu key, at a window point in CSS px. */
  onMenu?: (index: number, at: { readonly x: number; readonly y: number }) => void;
  /** Reports the rendered rows, `from` up to but excluding `to`, when they change. */
  onVisibleRange?: ((from: number, to: number) => void) | undefined;
  /** Makes rows draggable. The same action must be available without a pointer elsewhere. */
  moves?: RowMoves;
  /** The same holds for these; not together with `moves`. */
  drags?: RowDrags;
  ref?: Ref<VirtualTreeHandle>;
};

/**
 * A tree of any length by the WAI-ARIA pattern: only visible rows are rendered; the tree has the focus and names the active row.
 * Arrows, Home, End, pages and type-ahead move; Space checks, Enter runs.
 */
export function VirtualTree(props: Props) {
  const { label, model, active, selected, checkLabel, renderRow, nameOf, describe, ...handlers } = props;
  const { onActive, onSelect, onRun, onMenu, onVisibleRange, moves, drags, ref } = handlers;
  const dragging = useRowDrag(moves);
  const dragOut = (index: number) =>
    drags?.mayDrag(index) && {
      draggable: true,
      onDragStart: (event: DragEvent) => drags.onStart(event, index),
      onDragEnd: () => drags.onEnd(),
    };
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const typeAhead = useTypeAhead(model);
  const virtual = useVirtualizer({
    count: model.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_COMPACT,
    overscan: 10,
  });

  const rows = virtual.getVirtualItems();
  const [from, to] = [rows[0]?.index ?? 0, (rows.at(-1)?.index ?? -1) + 1];
  useEffect(() => onVisibleRange?.(from, to), [onVisibleRange, from, to]);

  function moveTo(index: number) {
    if (index < 0 || index >= model.length) return;
    onActive(index);
    virtual.scrollToIndex(index, { align: 'auto' });
  }

  useImperativeHandle(ref, () => ({
    focus(index) {
      scroller.current?.focus();
      moveTo(index);
    },
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'center' }),
    offset: () => scroller.current?.scrollTop ?? 0,
    scrollToOffset: (px) => virtual.scrollToOffset(px),
  }));

  /** The menu key opens the menu of the active row; the pointer that of the row under it, which becomes active. */
  function handleMenu(event: MouseEvent) {
    if (!onMenu) return;
    event.preventDefault();
    const hit = (event.target as Element).closest('[role="treeitem"]') ?? document.getElementById(`${id}-${active}`);
    if (!hit) return;
    const index = Number(hit.id.slice(id.length + 1));
    const box = hit.getBoundingClientRect();
    const byKey = event.target === scroller.current;
    onActive(index);
    onMenu(index, byKey ? { x: box.left + MENU_INSET, y: box.bottom } : { x: event.clientX, y: event.clientY });
  }

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || model.length === 0) return;
    const at = Math.min(Math.max(active, 0), model.length - 1);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_COMPACT) - 1);
    const move = moveByKey(event.key, at, page, model);
    if (move) {
      if (move.open !== undefined) model.setOpen(at, move.open);
      if (move.to !== undefined) moveTo(move.to);
    } else if (event.key === 'Enter') onRun(at);
    else if (event.key === ' ' && !typeAhead.isActive()) model.toggleCheck(at);
    else if (event.key.length === 1) moveTo(typeAhead.find(event.key, at));
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={scroller}
      className={styles['tree']}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={active >= 0 && active < model.length ? `${id}-${active}` : undefined}
      onKeyDown={handleKey}
      onContextMenu={onMenu && handleMenu}
      onFocus={() => active < 0 && model.length > 0 && onActive(0)}
    >
      <div className={styles['inner']} style={{ height: virtual.getTotalSize() }} role="none">
        {rows.map(({ index, start }) => {
          const row = model.row(index);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself has the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: rows are named by aria-activedescendant
            <div
              key={row.key}
              id={`${id}-${index}`}
              role="treeitem"
              className={styles['row']}
              style={{ transform: `translateY(${start}px)`, paddingLeft: row.level * 16 - 12 }}
              aria-label={nameOf?.(index) ?? row.text}
              aria-description={describe?.(index)}
              aria-level={row.level}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-expanded={row.open}
              aria-checked={row.checked}
              aria-selected={row.key === selected}
              aria-haspopup={onMenu && 'menu'}
              data-active={index === active || undefined}
              {...dragging(index)}
              {...dragOut(index)}
              onClick={() => {
                onActive(index);
                onSelect(index);
              }}
              onDoubleClick={() => onRun(index)}
            >
              <Twist open={row.open} onToggle={() => model.setOpen(index, row.open === false)} />
              {row.checked !== undefined && (
                <CheckBox checked={row.checked} label={checkLabel?.(row) ?? row.text} onToggle={() => model.toggleCheck(index)} />
              )}
              {renderRow(index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Type-ahead: finds rows by the letters typed in quick succession. */
function useTypeAhead(model: TreeModel) {
  const typed = useRef({ text: '', at: 0 });
  return {
    isActive: () => typedText(typed.current, Date.now()) !== '',
    /** The next row that starts with the typed text; -1: none. */
    find: (letter: string, active: number): number => {
      const before = typedText(typed.current, Date.now());
      const text = before + letter.toLowerCase();
      typed.current = { text, at: Date.now() };
      // A first letter starts after the active row, further letters at it.
      for (let step = before === '' ? 1 : 0; step <= model.length; step++) {
        const index = (active + step) % model.length;
        if (model.row(index).text.toLowerCase().startsWith(text)) return index;
      }
      return -1;
    },
  };
}

/** Drag handlers of rows by index. */
function useRowDrag(moves: RowMoves | undefined) {
  const [from, setFrom] = useState(-1);
  const [over, setOver] = useState(-1);
  if (!moves) return () => ({});
  const end = () => {
    setFrom(-1);
    setOver(-1);
  };
  return (index: number) => ({
    draggable: true,
    'data-dragged': index === from || undefined,
    'data-over': index === over || undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      // Firefox drags nothing without data
      event.dataTransfer.setData('text/plain', '');
      setFrom(index);
    },
    onDragOver: (event: DragEvent) => {
      const may = from >= 0 && moves.mayMove(from, index);
      if (may) event.preventDefault();
      setOver(may ? index : -1);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      end();
      if (from >= 0 && moves.mayMove(from, index)) moves.onMove(from, index);
    },
    onDragEnd: end,
  });
}

/** The disclosure triangle of a branch; arrow keys do the same. */
function Twist({ open, onToggle }: { open: boolean | undefined; onToggle: () => void }) {
  if (open === undefined) return <span className={styles['twist']} />;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: for the pointer; the arrow keys do it for the keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: the row says whether it is expanded
    <span className={styles['twist']} data-open={open} onClick={only(onToggle)} onDoubleClick={only(() => undefined)}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        <path d="M3 1.5 7 5 3 8.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </span>
  );
}

/** A tri-state check box for the pointer; the keyboard uses Space, and the row exposes the state. */
function CheckBox({ checked, label, onToggle }: { checked: boolean | 'mixed'; label: string; onToggle: () => void }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: for the pointer; Space does it for the keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: the row says whether it is checked
    <span
      className={styles['check']}
      data-checked={checked}
      title={label}
      onClick={only(onToggle)}
      onDoubleClick={only(() => undefined)}
    >
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {checked === 'mixed' && <path d="M2 5h6" />}
        {checked === true && <path d="m1.5 5.2 2.4 2.4 4.6-5" />}
      </svg>
    </span>
  );
}

const only = (run: () => void) => (event: { stopPropagation(): void }) => {
  event.stopPropagation();
  run();
};
