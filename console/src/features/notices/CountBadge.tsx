import styles from './Bells.module.css';

const MOST_SHOWN = 99;

/** How many there are, on the corner of an icon; nothing at 0. Its button's label says the number. */
export function CountBadge({ count, tone }: { count: number; tone: 'alarm' | 'neutral' }) {
  if (count <= 0) return null;
  return (
    <span className={styles['count']} data-tone={tone} aria-hidden>
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </span>
  );
}
