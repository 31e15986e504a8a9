import type { Task } from '@fleetwarden/contract/tasks/schemas';
import styles from './TaskTray.module.css';

/** Of the ring, where nobody knows how much is left, percent. */
const UNKNOWN = 25;

/** How far the tasks under way are together, around their icon; it turns while that is not known. */
export function ProgressRing({ tasks }: { tasks: readonly Task[] }) {
  const known = tasks.filter(({ total }) => total !== null && total > 0);
  const share = known.reduce((sum, { done, total }) => sum + Math.min(1, done / (total ?? 1)), 0) / tasks.length;
  const percent = known.length === 0 ? UNKNOWN : share * 100;
  return (
    <svg className={styles['ring']} data-turns={known.length === 0 || undefined} viewBox="0 0 32 32" aria-hidden>
      <circle className={styles['way']} cx="16" cy="16" r="14.5" />
      <circle className={styles['gone']} cx="16" cy="16" r="14.5" pathLength={100} strokeDasharray={`${percent} 100`} />
    </svg>
  );
}
