import type { KeyboardEvent, ReactNode } from 'react';
import styles from './PageHeader.module.css';

type PageTab<Key extends string = string> = { readonly key: Key; readonly label: string };

type PageTabs<Key extends string> = {
  readonly items: readonly PageTab<Key>[];
  readonly active: Key;
  readonly onChange: (key: Key) => void;
  /** The id of the tab panel, where there is one. */
  readonly panel?: string;
};

/** Top of a page: its name, what it is for, its views, and the one primary action, in one row where there is room. */
export function PageHeader<Key extends string = string>(props: {
  title: string;
  description?: string;
  /** The primary action. */
  action?: ReactNode;
  tabs?: PageTabs<Key>;
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
function Tabs<Key extends string>(props: { label: string } & PageTabs<Key>) {
  const { label, items, active, onChange, panel } = props;

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
          aria-controls={panel}
          tabIndex={key === active ? 0 : -1}
          onClick={() => onChange(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
