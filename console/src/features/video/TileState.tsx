import { viewReasons, viewStates } from '@fleetwarden/contract/video/live-video';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PlayerView } from './player/player-view.ts';
import styles from './VideoTile.module.css';

/** States that wait for something; all others need the user. */
const WAITING: ReadonlySet<PlayerView['state']> = new Set(['requesting', 'waitingStream', 'waitingKeyFrame', 'interrupted']);

/** Why a tile shows no live picture, and what to do. */
export function TileState({ view, onRetry, onResume }: { view: PlayerView; onRetry: () => void; onResume?: () => void }) {
  const { t } = useTranslation();
  const isWaiting = WAITING.has(view.state);
  const isPaused = view.state === 'paused';
  return (
    <div className={styles['state']} data-waiting={isWaiting || undefined} role={isWaiting || isPaused ? 'status' : 'alert'}>
      <p>{stateText(t, view)}</p>
      {view.state === 'unplayable' && <p>{t('video.unplayableHint')}</p>}
      {!isWaiting && view.state !== 'unplayable' && (
        <button type="button" onClick={isPaused && onResume ? onResume : onRetry}>
          {t(isPaused ? 'video.resume' : 'common.retry')}
        </button>
      )}
    </div>
  );
}

function stateText(t: TFunction, { state, reason, detail }: PlayerView): string {
  switch (state) {
    case 'interrupted':
      return t('video.interrupted');
    case 'unplayable':
      return t('video.unplayable', { codec: detail });
    case 'failed':
      return detail || t('alarmPopup.noVideo');
    case 'ended':
      return t(reason ? viewReasons[reason] : viewStates.ended);
    default:
      return t(viewStates[state]);
  }
}
