import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { ScreenPoint } from '../map-provider.ts';
import { VehicleRow } from './VehicleRow.tsx';
import styles from './Vehicles.module.css';

/** Rows per Page Up and Page Down. */
const PAGE = 10;

/**
 * A list box by the WAI-ARIA pattern: arrows, Page Up and Down, Home and End move; Enter and space choose; Escape closes. It
 * takes the focus when it opens.
 */
export function VehicleListBox(props: {
  store: VehicleStore;
  /** IDs missing from the store are skipped. */
  ids: readonly string[];
  label: string;
  /** The vehicle that has the keyboard, or null. */
  onActive?: (id: string | null) => void;
  onChoose: (id: string) => void;
  /** Opens a vehicle's menu by pointer or menu key, at a window point in CSS px. */
  onMenu?: ((id: string, at: ScreenPoint) => void) | undefined;
  onClose: () => void;
}) {
  const { store, label, onActive, onChoose, onMenu, onClose } = props;
  const ids = props.ids.filter((id) => store.rowOf(id) >= 0);
  const base = useId();
  const box = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  // the active vehicle stays active when the list changes
  const active = activeId !== null && ids.includes(activeId) ? activeId : (ids[0] ?? null);
  const at = active === null ? -1 : ids.indexOf(active);

  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const tell = useRef(onActive);
  tell.current = onActive;
  useEffect(() => tell.current?.(active), [active]);
  useEffect(() => () => tell.current?.(null), []);
  useEffect(() => {
    if (at >= 0) box.current?.children[at]?.scrollIntoView?.({ block: 'nearest' });
  }, [at]);

  function handleKey(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowRight: 1,
      ArrowUp: -1,
      ArrowLeft: -1,
      PageDown: PAGE,
      PageUp: -PAGE,
      Home: -ids.length,
      End: ids.length,
    };
    const step = steps[event.key];
    if (step !== undefined) setActiveId(ids[Math.min(Math.max(at + step, 0), ids.length - 1)] ?? null);
    else if (event.key === 'Escape') onClose();
    else if ((event.key === 'Enter' || event.key === ' ') && active !== null) onChoose(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The menu key opens the menu of the active vehicle, below its row. */
  function handleMenu(event: MouseEvent) {
    const byKey = event.target === box.current;
    const index = byKey ? at : [...box.current!.children].findIndex((row) => row.contains(event.target as Node));
    const id = ids[index];
    if (!onMenu || id === undefined) return;
    event.preventDefault();
    const { left, bottom } = box.current!.children[index]!.getBoundingClientRect();
    onMenu(id, byKey ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY });
  }

  return (
    <div
      ref={box}
      className={styles['list']}
      role="listbox"
      aria-label={label}
      aria-activedescendant={at < 0 ? undefined : `${base}-${at}`}
      tabIndex={0}
      onKeyDown={handleKey}
      onContextMenu={handleMenu}
    >
      {ids.map((id, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the keyboard
        <div
          key={id}
          id={`${base}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === at}
          onMouseEnter={() => setActiveId(id)}
          onClick={() => onChoose(id)}
        >
          <VehicleRow store={store} row={store.rowOf(id)} />
        </div>
      ))}
    </div>
  );
}
