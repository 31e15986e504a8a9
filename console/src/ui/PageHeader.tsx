import type { KeyboardEvent, ReactNode } from 'react';
import styles from './PageHeader.module.css';

export type PageTab<Key extends string = string> = { readonly key: Key; readonly label: string };

/** Top of a page: its name, what it is for, its views, and the one primary action, in one row where there is room. */
export function PageHeader<Key extends string = string>(props: {
  title: string;
  description?: string;
  /** The primary action. */
  action?: ReactNode;
  tabs?: { readonly items: readonly PageTab<Key>[]; readonly active: Key; readonly onChange: (key: Key) => void };
}) {
  const { title, description, action, tabs } = props;
  return (
    <header className={styles['header']}>
      <div className={styles['words']}>
        <h1 className={styles['title']}>{title}</h1>
        {description && <p className={styles['description']}>{description}</p>}
      </div>
      {tabs && <Tabs label={title} {...tabs} />}
      {action && <div className={styles['action']}>{action}</div>}
    </header>
  );
}

/** By the WAI-ARIA pattern: one stop for the Tab key, arrows change the view. */
function Tabs<Key extends string>(props: {
  label: string;
  items: readonly PageTab<Key>[];
  active: Key;
  onChange: (key: Key) => void;
}) {
  const { label, items, active, onChange } = props;

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = items.findIndex(({ key }) => key === active);
    const next = items[(at + step + items.length) % items.length]!;
    onChange(next.key);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[items.indexOf(next)]?.focus();
  }

  return (
    <div className={styles['tabs']} role="tablist" aria-label={label} onKeyDown={handleKey}>
      {items.map(({ key, label: text }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === active}
          tabIndex={key === active ? 0 : -1}
          onClick={() => onChange(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
