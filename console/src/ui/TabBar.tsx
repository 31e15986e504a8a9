import type { KeyboardEvent } from 'react';
import styles from './TabBar.module.css';

export type TabBarProps<Key extends string> = {
  /** `note`: a count, say, beside the name. */
  readonly items: readonly { readonly key: Key; readonly label: string; readonly note?: string | undefined }[];
  readonly active: Key;
  /** `pressed`: the tab itself was, maybe the active one; else an arrow led to it. */
  readonly onChange: (key: Key, pressed: boolean) => void;
  /** A tab's id is `${id}-${key}`: it names the panel. */
  readonly id?: string;
  /** The id of the tab panel, while it is there. */
  readonly panel?: string | undefined;
};

/** Views of one thing by the WAI-ARIA pattern: one stop for the Tab key, arrows change the view. */
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
