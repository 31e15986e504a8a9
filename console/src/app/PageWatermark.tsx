import { businessDate } from '../api/business-time.ts';
import { useSession } from '../api/session.ts';
import styles from './PageWatermark.module.css';

/** Copies over a page, so that each part of a screenshot names its user. */
const COPIES = 24;

/** The name of the user and the day over every page, if the platform's settings say so. */
export function PageWatermark() {
  const user = useSession(({ userInfo }) => userInfo);
  if (!user?.watermark) return null;
  const text = `${user.username} ${businessDate()}`;
  return (
    <div className={styles['over']} aria-hidden data-testid="page-watermark">
      {Array.from({ length: COPIES }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal copies
        <span key={i}>{text}</span>
      ))}
    </div>
  );
}
