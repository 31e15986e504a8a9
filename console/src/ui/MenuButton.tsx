import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import styles from './MenuButton.module.css';

export type MenuItem = { readonly key: string; readonly label: string; readonly icon?: ReactNode; readonly onSelect: () => void };

/** A button with a short menu by the WAI-ARIA pattern: arrows move, Enter takes, Escape and a click elsewhere close. */
export function MenuButton(props: { label: string; title?: string; items: readonly MenuItem[]; children: ReactNode }) {
  const { label, title, items, children } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const leave = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [open]);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpen(false);
    else if (step) {
      const entries = [...(root.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
      const at = entries.indexOf(document.activeElement as HTMLElement);
      entries[(at + step + entries.length) % entries.length]?.focus();
    } else return;
    if (event.key !== 'Tab') event.preventDefault();
  }

  return (
    <div ref={root} className={styles['root']}>
      <button
        ref={button}
        type="button"
        className={styles['button']}
        aria-label={label}
        title={title}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {open && (
        <div id={id} className={styles['menu']} role="menu" aria-label={label} tabIndex={-1} onKeyDown={handleKey}>
          {items.map(({ key, label: text, icon, onSelect }) => (
            <button
              key={key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                onSelect();
              }}
            >
              {icon}
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
