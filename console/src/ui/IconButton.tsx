import type { ReactNode } from 'react';
import styles from './IconButton.module.css';

/** A 32 px button that is only an icon; its label is read out and shown on hover. */
export function IconButton(props: {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  pressed?: boolean;
  expanded?: boolean;
  disabled?: boolean;
  /** There is nothing to do now: it does nothing, but keeps the keyboard. */
  idle?: boolean;
}) {
  const { label, icon, onClick, pressed, expanded, disabled, idle } = props;
  return (
    <button
      type="button"
      className={styles['button']}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      disabled={disabled}
      aria-disabled={idle || undefined}
      onClick={() => !idle && onClick()}
    >
      {icon}
    </button>
  );
}
