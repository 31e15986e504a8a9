import type { ReactNode } from 'react';
import styles from './IconButton.module.css';

/** A 32 px icon button; its label is the accessible name and the tooltip. */
export function IconButton(props: {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  pressed?: boolean;
  expanded?: boolean;
  disabled?: boolean;
  /** Disabled but focusable. */
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
