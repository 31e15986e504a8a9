import { useSession } from '../../api/session.ts';
import { useNow } from '../../hooks/use-now.ts';
import { formatTime } from '../../ui/format.ts';
import styles from './VideoTile.module.css';

/** Copies over a picture, so that a part of it names the viewer too. */
const COPIES = 6;

export const watermarkText = (at: number): string => `${useSession.getState().userInfo?.username ?? ''} ${formatTime(at)}`;

/** Account and time over a picture, where the platform wants it. */
export function Watermark() {
  const text = watermarkText(useNow());
  return (
    <div className={styles['watermark']} aria-hidden>
      {Array.from({ length: COPIES }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal texts
        <span key={at}>{text}</span>
      ))}
    </div>
  );
}
