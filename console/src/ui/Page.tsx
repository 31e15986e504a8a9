import type { ReactNode } from 'react';
import styles from './Page.module.css';

/** A page that fills its frame: a PageHeader, then content that takes the remaining height. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={styles['page']}>{children}</div>;
}
