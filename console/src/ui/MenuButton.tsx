import type { ReactNode, PointerEvent as ReactPointerEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { Menu, type MenuItem, type MenuSection } from './Menu.tsx';
import styles from './MenuButton.module.css';

/** Delay before a hover menu closes, ms: the pointer may cross its edge on the way to an item. */
const LEAVE_MS = 200;

type Props = {
  label: string;
  /** Accessible name of the button, if it says more than the menu's; it must contain the visible text. */
  name?: string;
  title?: string;
  items?: readonly MenuItem[];
  sections?: readonly MenuSection[];
  /** Which edges of button and menu align. */
  align?: 'left' | 'right';
  /** Opens on hover too; touch and keys work as usual. */
  hover?: boolean;
  className?: string | undefined;
  current?: boolean;
  children: ReactNode;
};

/** A button with a menu; Arrow Down opens it too. */
export function MenuButton(props: Props) {
  const {
    label,
    name = label,
    title,
    items = [],
    sections = [{ key: 'all', items }],
    align = 'right',
    hover = false,
    children,
  } = props;
  const id = useId();
  const [open, setOpen] = useState<'asked' | 'hovered' | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(leaving.current), []);

  function close(back: boolean) {
    if (back) button.current?.focus();
    setOpen(null);
  }

  function handleHover(event: ReactPointerEvent, over: boolean) {
    if (!hover || event.pointerType !== 'mouse') return;
    clearTimeout(leaving.current);
    if (over) setOpen((now) => now ?? 'hovered');
    else leaving.current = setTimeout(() => setOpen((now) => (now === 'hovered' ? null : now)), LEAVE_MS);
  }

  return (
    <div
      ref={root}
      className={styles['root']}
      onPointerEnter={(event) => handleHover(event, true)}
      onPointerLeave={(event) => handleHover(event, false)}
    >
      <button
        ref={button}
        type="button"
        className={props.className ?? styles['button']}
        aria-label={name}
        title={title}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-controls={open ? id : undefined}
        aria-current={props.current ? 'true' : undefined}
        // A click on a menu opened by hover keeps it open
        onClick={() => setOpen(open === 'asked' ? null : 'asked')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen('asked');
        }}
      >
        {children}
      </button>
      {open && (
        <Menu
          ref={menu}
          id={id}
          label={label}
          sections={sections}
          place={align}
          focused={open === 'asked'}
          root={root}
          onClose={close}
        />
      )}
    </div>
  );
}
