import styles from './Bells.module.css';

const MAX_SHOWN = 99;
const shownOf = (count: number): string => (count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count));

/** The label of a button with a badge, which says the number: with what the badge shows, too, for those who speak what they see. */
export const withBadge = (label: string, count: number): string => (count > MAX_SHOWN ? `${label}, ${shownOf(count)}` : label);

/** How many there are, on the corner of an icon; nothing at 0. Its button's label says the number. */
export function CountBadge({ count, tone }: { count: number; tone: 'alarm' | 'neutral' }) {
  if (count <= 0) return null;
  return (
    <span className={styles['count']} data-tone={tone} aria-hidden>
      {shownOf(count)}
    </span>
  );
}
