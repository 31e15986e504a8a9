import styles from './Bells.module.css';

const MAX_SHOWN = 99;
const formatCount = (count: number): string => (count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count));

/** Accessible label of a button with a badge: includes the exact number and the displayed text, for voice control. */
export const withBadge = (label: string, count: number): string =>
  count > MAX_SHOWN ? `${label}, ${formatCount(count)}` : label;

/** A count on the corner of an icon; hidden at 0. The label of the button says the number. */
export function CountBadge({ count, tone }: { count: number; tone: 'alarm' | 'neutral' }) {
  if (count <= 0) return null;
  return (
    <span className={styles['count']} data-tone={tone} data-wide={count > MAX_SHOWN} aria-hidden>
      {formatCount(count)}
    </span>
  );
}
