import type { ReactNode } from 'react';
import styles from './StateLabel.module.css';

/** A state of two: an icon, filled while on, and a word. */
export const StateWord = ({ on, children }: { on: boolean; children: ReactNode }) => (
  <span className={styles['state']} data-on={on}>
    {children}
  </span>
);
