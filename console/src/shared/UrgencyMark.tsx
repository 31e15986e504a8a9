import styles from './UrgencyMark.module.css';

/** Words that press: `soon` a ring, `near` a dot, `over` a square, so that they differ without their colours. */
export function Urgency({ level, text }: { level: 'soon' | 'near' | 'over'; text: string }) {
  return (
    <span className={styles['urgency']} data-level={level}>
      {text}
    </span>
  );
}
