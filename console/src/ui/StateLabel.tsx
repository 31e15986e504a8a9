import type { ReactNode } from 'react';
import styles from './StateLabel.module.css';

/** One of two states: a mark, filled while it is on, and the caller's word. */
export const StateWord = ({ on, children }: { on: boolean; children: ReactNode }) => (
  <span className={styles['state']} data-on={on}>
    {children}
  </span>
);
