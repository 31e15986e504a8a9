import type { ReactNode } from 'react';
import styles from './audit.module.css';

/** Names and values of a record. */
export function Facts({ items }: { items: readonly { readonly label: string; readonly value: ReactNode }[] }) {
  return (
    <dl className={styles['facts']}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
