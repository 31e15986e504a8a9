import CheckOutlined from '@ant-design/icons/CheckOutlined';
import type { KeyboardEvent, ReactNode, PointerEvent as ReactPointerEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import styles from './MenuButton.module.css';

/** Leaving a menu opened by hovering closes it after this long, ms: the way to its items may lead past its edge. */
const LEAVE_MS = 200;

export type MenuItem = {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect?: () => void;
  /** Leads to a page of the console. */
  readonly to?: string;
  /** Leads to another site, in a new tab that knows nothing of this one. */
  readonly href?: string;
  /** One of several that exclude each other, unless it `toggles`. */
  readonly checked?: boolean;
  /** It is on or off by itself. */
  readonly toggles?: boolean;
  readonly disabled?: boolean;
  /** Where the user is. */
  readonly current?: boolean;
  readonly lang?: string;
};

/** Items with a line before them, and a name if one is given. */
export type MenuSection = { readonly key: string; readonly label?: string; readonly items: readonly MenuItem[] };

type Props = {
  label: string;
  /** The button's own name where it says more than the menu's: what is read on it must be part of it. */
  name?: string;
  title?: string;
  items?: readonly MenuItem[];
  sections?: readonly MenuSection[];
  /** Which edges of button and menu meet. */
  align?: 'left' | 'right';
  /** Opens under the mouse too; touch and keys open it as ever. */
  hover?: boolean;
  className?: string | undefined;
  current?: boolean;
  children: ReactNode;
};

const ITEMS = '[role^="menuitem"]:not([aria-disabled="true"])';

/** A button with a menu by the WAI-ARIA pattern: arrows, Home, End move, Enter takes, Escape and a click elsewhere close. */
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
  const button = useRef<HTMLButtonElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);

  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];

  useEffect(() => {
    if (!open) return;
    if (open === 'asked') root.current?.querySelector<HTMLElement>(ITEMS)?.focus();
    const leave = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(null);
    };
    const handleEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // it closes the menu and nothing below it, wherever the keyboard is
      event.preventDefault();
      if (root.current?.contains(document.activeElement)) button.current?.focus();
      setOpen(null);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('keydown', handleEscape, true);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('keydown', handleEscape, true);
    };
  }, [open]);

  useEffect(() => () => clearTimeout(leaving.current), []);

  function close() {
    setOpen(null);
    button.current?.focus();
  }

  function handleHover(event: ReactPointerEvent, over: boolean) {
    if (!hover || event.pointerType !== 'mouse') return;
    clearTimeout(leaving.current);
    if (over) setOpen((now) => now ?? 'hovered');
    else leaving.current = setTimeout(() => setOpen((now) => (now === 'hovered' ? null : now)), LEAVE_MS);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Tab') return setOpen(null);
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) all[(at + step + all.length) % all.length]?.focus();
    else if (event.key === 'Home') all[0]?.focus();
    else if (event.key === 'End') all.at(-1)?.focus();
    else return;
    event.preventDefault();
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
        // A click on what the mouse has just opened keeps it open
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
        <div
          id={id}
          className={styles['menu']}
          data-align={align}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={handleKey}
        >
          {sections
            .filter((section) => section.items.length > 0)
            .map((section) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a menu
              <div key={section.key} className={styles['section']} role="group" aria-label={section.label}>
                {section.label && (
                  <div className={styles['heading']} aria-hidden>
                    {section.label}
                  </div>
                )}
                {section.items.map((item) => (
                  <Item key={item.key} item={item} onTaken={close} />
                ))}
              </div>
            ))}
        </div>
      )}
    </div>
  );
}

function Item({ item, onTaken }: { item: MenuItem; onTaken: () => void }) {
  const { label, icon, to, href, checked, disabled, lang, onSelect } = item;
  const content = (
    <>
      {icon && <span aria-hidden>{icon}</span>}
      <span>{label}</span>
      {checked && <CheckOutlined className={styles['check']} aria-hidden />}
    </>
  );
  if (to)
    return (
      <Link role="menuitem" tabIndex={-1} to={to} aria-current={item.current ? 'page' : undefined} onClick={onTaken}>
        {content}
      </Link>
    );
  if (href)
    return (
      <a role="menuitem" tabIndex={-1} href={href} target="_blank" rel="noopener noreferrer" onClick={onTaken}>
        {content}
      </a>
    );
  const handleClick = () => {
    if (disabled) return;
    onTaken();
    onSelect?.();
  };
  const shared = { type: 'button', tabIndex: -1, lang, 'aria-disabled': disabled, onClick: handleClick } as const;
  if (checked === undefined)
    return (
      <button role="menuitem" {...shared}>
        {content}
      </button>
    );
  if (item.toggles)
    return (
      <button role="menuitemcheckbox" aria-checked={checked} {...shared}>
        {content}
      </button>
    );
  return (
    <button role="menuitemradio" aria-checked={checked} {...shared}>
      {content}
    </button>
  );
}
