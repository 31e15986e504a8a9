import styles from './UrgencyMark.module.css';

/** Urgency words with distinct shapes: `soon` a ring, `near` a dot, `over` a square. */
export function Urgency({ level, text }: { level: 'soon' | 'near' | 'over'; text: string }) {
  return (
    <span className={styles['urgency']} data-level={level}>
      {text}
    </span>
  );
}
