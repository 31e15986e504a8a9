import styles from './SafetyScreen.module.css';

/** A half circle, and its length. */
const [RADIUS, LENGTH] = [40, Math.PI * 40] as const;
const ARC = `M 10 50 A ${RADIUS} ${RADIUS} 0 0 1 90 50`;

/** A share as a half circle. `share` null: nothing to divide by. */
export function Gauge(props: { label: string; share: number | null; value: string; note: string }) {
  const { label, share, value, note } = props;
  return (
    <section className={styles['gauge']} aria-label={label}>
      <svg viewBox="0 0 100 56" aria-hidden>
        <path d={ARC} />
        {share !== null && <path d={ARC} data-filled strokeDasharray={`${share * LENGTH} ${LENGTH}`} />}
      </svg>
      <dl>
        <dt>{label}</dt>
        <dd>{value}</dd>
        <dd>{note}</dd>
      </dl>
    </section>
  );
}
