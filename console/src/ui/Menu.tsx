import CheckOutlined from '@ant-design/icons/CheckOutlined';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { useLeave } from '../hooks/use-leave.ts';
import styles from './Menu.module.css';

export type MenuItem = {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect?: () => void;
  /** Opens a page of the console. */
  readonly to?: string;
  /** Opens another site in a new tab, without opener. */
  readonly href?: string;
  /** A radio item, or a check item if it `toggles`. */
  readonly checked?: boolean;
  /** An independent check item. */
  readonly toggles?: boolean;
  readonly disabled?: boolean;
  /** The current page. */
  readonly current?: boolean;
  readonly lang?: string;
};

/** Items after a separator, with an optional heading. */
export type MenuSection = { readonly key: string; readonly label?: string; readonly items: readonly MenuItem[] };

type Props = {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly id?: string;
  readonly label: string;
  readonly sections: readonly MenuSection[];
  /** Alignment below the button, or a point of the window. */
  readonly place: 'left' | 'right' | 'point';
  /** Takes the focus when it opens. */
  readonly focused: boolean;
  /** Root of the menu and its button: presses inside do not close it. */
  readonly root?: RefObject<HTMLElement | null>;
  /** `back`: restore the focus. */
  readonly onClose: (back: boolean) => void;
};

const ITEMS = '[role^="menuitem"]:not([aria-disabled="true"])';
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * A menu by the WAI-ARIA pattern: arrows, Home, End and first letters move, Enter chooses, Escape, Tab and a press elsewhere
 * close. It closes before the chosen action runs.
 */
export function Menu({ ref, id, label, sections, place, focused, root = ref, onClose }: Props) {
  useEffect(() => {
    if (focused) ref.current?.querySelector<HTMLElement>(ITEMS)?.focus({ preventScroll: true });
  }, [ref, focused]);

  useLeave(root, true, () => onClose(false));
  const handleEscape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // closes the menu only, wherever the focus is
    event.preventDefault();
    onClose(root.current?.contains(document.activeElement) ?? false);
  });
  useEffect(() => {
    document.addEventListener('keydown', handleEscape, true);
    return () => document.removeEventListener('keydown', handleEscape, true);
  }, []);

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Tab') {
      // a menu at a point is last in the document: Tab would leave the page
      if (place === 'point') event.preventDefault();
      return onClose(false);
    }
    const next = itemFor(event, [...(ref.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])]);
    if (!next) return;
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      ref={ref}
      id={id}
      className={styles['menu']}
      data-place={place}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={handleKey}
      onContextMenu={(event) => place === 'point' && event.preventDefault()}
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
              <Item key={item.key} item={item} onTaken={() => onClose(true)} />
            ))}
          </div>
        ))}
    </div>
  );
}

/** The item that a key moves to from the focused one; undefined: none. */
function itemFor({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, all: readonly HTMLElement[]): HTMLElement | undefined {
  const at = all.indexOf(document.activeElement as HTMLElement);
  const step = STEPS[key];
  if (step) return all.at((at + step) % all.length);
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key.length !== 1 || key === ' ' || altKey || ctrlKey || metaKey) return undefined;
  const after = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  return after.find(({ textContent }) => textContent?.toLowerCase().startsWith(key.toLowerCase()));
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
