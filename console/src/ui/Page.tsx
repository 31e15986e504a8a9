import type { ReactNode } from 'react';
import styles from './Page.module.css';

/** A page as high as its frame, its parts one under the other: a PageHeader, then what takes the height that is left. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={styles['page']}>{children}</div>;
}
