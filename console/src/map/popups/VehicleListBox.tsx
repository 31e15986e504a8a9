import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { ScreenPoint } from '../map-provider.ts';
import { VehicleRow } from './VehicleRow.tsx';
import styles from './Vehicles.module.css';

/** Rows that Page Up and Page Down go by. */
const PAGE = 10;

/**
 * Vehicles to choose one of, by the WAI-ARIA pattern of a list box: arrows (left and right too), Page Up and Down, Home and End move,
 * Enter and space take, Escape closes. It takes the keyboard when it comes.
 */
export function VehicleListBox(props: {
  store: VehicleStore;
  /** Those the store does not know any more are left out. */
  ids: readonly string[];
  label: string;
  /** The vehicle the keyboard is on, or null. */
  onActive?: (id: string | null) => void;
  onChoose: (id: string) => void;
  /** A vehicle's menu was asked for, by the pointer or the menu key: where to open it, CSS px of the window. */
  onMenu?: ((id: string, at: ScreenPoint) => void) | undefined;
  onClose: () => void;
}) {
  const { store, label, onActive, onChoose, onMenu, onClose } = props;
  const ids = props.ids.filter((id) => store.rowOf(id) >= 0);
  const base = useId();
  const box = useRef<HTMLDivElement>(null);
  const [wish, setWish] = useState<string | null>(null);
  // the vehicle keeps the keyboard while the list changes around it
  const active = wish !== null && ids.includes(wish) ? wish : (ids[0] ?? null);
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
    if (step !== undefined) setWish(ids[Math.min(Math.max(at + step, 0), ids.length - 1)] ?? null);
    else if (event.key === 'Escape') onClose();
    else if ((event.key === 'Enter' || event.key === ' ') && active !== null) onChoose(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The key's menu is of the vehicle the keyboard is on, and opens below it. */
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
          onMouseEnter={() => setWish(id)}
          onClick={() => onChoose(id)}
        >
          <VehicleRow store={store} row={store.rowOf(id)} />
        </div>
      ))}
    </div>
  );
}
