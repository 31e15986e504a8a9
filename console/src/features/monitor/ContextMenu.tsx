import type { KeyboardEvent } from 'react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './ContextMenu.module.css';

/** Items of one group stand together; a line is drawn between groups. */
export type ContextItem = {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly onSelect: () => void;
};

/** Between the menu and the edges of the window, px. */
const EDGE = 8;

/**
 * A menu at a point of the window, by the WAI-ARIA pattern: arrows, Home, End and first letters move, Enter takes, Escape, Tab and
 * a click elsewhere close. The focus goes back where it was.
 */
export function ContextMenu(props: {
  label: string;
  at: { readonly x: number; readonly y: number };
  items: readonly ContextItem[];
  onClose: () => void;
}) {
  const { label, at, items, onClose } = props;
  const menu = useRef<HTMLDivElement>(null);
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  // It stays inside the window whatever its size
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(EDGE, Math.min(at.x, innerWidth - width - EDGE))}px`;
    element.style.top = `${Math.max(EDGE, Math.min(at.y, innerHeight - height - EDGE))}px`;
  }, [at]);

  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true });
    return () => before?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    const leave = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', leave);
    addEventListener('blur', onClose);
    addEventListener('resize', onClose);
    return () => {
      document.removeEventListener('pointerdown', leave);
      removeEventListener('blur', onClose);
      removeEventListener('resize', onClose);
    };
  }, [onClose]);

  function handleKey(event: KeyboardEvent) {
    const all = entries();
    const now = all.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (step) all[(now + step + all.length) % all.length]?.focus();
    else if (event.key === 'Home') all[0]?.focus();
    else if (event.key === 'End') all.at(-1)?.focus();
    else if (event.key.length === 1 && event.key !== ' ') {
      const after = [...all.slice(now + 1), ...all.slice(0, now + 1)];
      after.find(({ textContent }) => textContent?.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const groups = [...new Set(items.map(({ group }) => group))];
  return createPortal(
    <div
      ref={menu}
      className={styles['menu']}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={handleKey}
      onContextMenu={(event) => event.preventDefault()}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a menu
        <div key={group} className={styles['section']} role="group">
          {items
            .filter((item) => item.group === group)
            .map(({ key, label: text, onSelect }) => (
              <button
                key={key}
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  onClose();
                  onSelect();
                }}
              >
                {text}
              </button>
            ))}
        </div>
      ))}
    </div>,
    document.body,
  );
}
