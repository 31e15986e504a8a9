import type { ReactNode } from 'react';
import styles from './IconButton.module.css';

/** A 32 px button that is only an icon; its label is read out and shown on hover. */
export function IconButton(props: {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  pressed?: boolean;
  expanded?: boolean;
}) {
  const { label, icon, onClick, pressed, expanded } = props;
  return (
    <button
      type="button"
      className={styles['button']}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
