import type { KeyboardEvent } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './TagMenu.module.css';

const entries = ['refresh', 'close', 'closeOthers', 'closeAll'] as const;

/** The context menu of a tag, where it was asked for: arrows move, Enter takes, Escape and a press elsewhere close. */
export function TagMenu(props: {
  page: string;
  x: number;
  y: number;
  closable: boolean;
  actions: Readonly<Record<(typeof entries)[number], () => void>>;
  onClose: () => void;
}) {
  const { page, x, y, closable, actions, onClose } = props;
  const { t } = useTranslation();
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ x, y });
  const [before] = useState(() => document.activeElement);

  useLayoutEffect(() => {
    const { offsetWidth = 0, offsetHeight = 0 } = menu.current ?? {};
    setPlace({ x: Math.max(0, Math.min(x, innerWidth - offsetWidth)), y: Math.max(0, Math.min(y, innerHeight - offsetHeight)) });
  }, [x, y]);

  useEffect(() => {
    const leave = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', leave);
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]:not([disabled])')?.focus();
    return () => document.removeEventListener('pointerdown', leave);
  }, [onClose]);

  function dismiss() {
    onClose();
    if (before instanceof HTMLElement) before.focus();
  }

  function handleKey(event: KeyboardEvent) {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:not([disabled])') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') dismiss();
    else if (target !== undefined) items.at(target % items.length)?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={t('tags.menu', { page })}
      className={styles['menu']}
      style={{ left: place.x, top: place.y }}
      onKeyDown={handleKey}
    >
      {entries.map((entry) => (
        <button
          key={entry}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={entry === 'close' && !closable}
          onClick={() => {
            dismiss();
            actions[entry]();
          }}
        >
          {t(`tags.${entry}`)}
        </button>
      ))}
    </div>
  );
}
