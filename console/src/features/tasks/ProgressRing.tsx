import type { Task } from '@fleetwarden/contract/tasks/schemas';
import styles from './TaskTray.module.css';

/** Length of the ring while the progress is unknown, percent. */
const UNKNOWN = 25;

/** Overall progress of the running tasks, around their icon. The ring spins while the progress is unknown. */
export function ProgressRing({ tasks }: { tasks: readonly Task[] }) {
  const known = tasks.filter(({ total }) => total !== null && total > 0);
  const share = known.reduce((sum, { done, total }) => sum + Math.min(1, done / (total ?? 1)), 0) / tasks.length;
  const percent = known.length === 0 ? UNKNOWN : share * 100;
  return (
    <svg className={styles['ring']} data-turns={known.length === 0 || undefined} viewBox="0 0 32 32" aria-hidden>
      <circle className={styles['way']} cx="16" cy="16" r="14.5" />
      <circle className={styles['arc']} cx="16" cy="16" r="14.5" pathLength={100} strokeDasharray={`${percent} 100`} />
    </svg>
  );
}
