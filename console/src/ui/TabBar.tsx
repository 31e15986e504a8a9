import type { KeyboardEvent } from 'react';
import styles from './TabBar.module.css';

export type TabBarProps<Key extends string> = {
  /** `note`: for example a count after the name. */
  readonly items: readonly { readonly key: Key; readonly label: string; readonly note?: string | undefined }[];
  readonly active: Key;
  /** `pressed`: the tab was pressed, even if active; otherwise an arrow key moved to it. */
  readonly onChange: (key: Key, pressed: boolean) => void;
  /** A tab's ID is `${id}-${key}`; it labels the panel. */
  readonly id?: string;
  /** ID of the tab panel, if present. */
  readonly panel?: string | undefined;
};

/** Tabs by the WAI-ARIA pattern: one tab stop, arrows change the tab. */
export function TabBar<Key extends string>(props: TabBarProps<Key> & { label: string; look?: 'lines' | 'pills' }) {
  const { label, look = 'lines', items, active, onChange, id, panel } = props;

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (items.findIndex(({ key }) => key === active) + step + items.length) % items.length;
    onChange(items[at]!.key, false);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus();
  }

  return (
    <div className={styles['tabs']} data-look={look} role="tablist" aria-label={label} onKeyDown={handleKey}>
      {items.map(({ key, label: text, note }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={id && `${id}-${key}`}
          aria-selected={key === active}
          aria-controls={panel}
          tabIndex={key === active ? 0 : -1}
          onClick={() => onChange(key, true)}
        >
          {text}
          {note !== undefined && <span>{note}</span>}
        </button>
      ))}
    </div>
  );
}
