import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { HiddenClasses } from './loaded-track.ts';
import styles from './PlaybackPage.module.css';
import type { TimeSource } from './playback-clock.ts';
import { TrackMap } from './TrackMap.tsx';
import type { PlaybackQuery } from './use-playback-url.ts';
import { useTracks } from './use-tracks.ts';

const NONE: HiddenClasses = new Set();
const ignore = () => undefined;
/** Stops shown, minutes. */
const MIN_STOP = 5;

/** The track of a vehicle in a period, with the vehicle where it was at the clock's time: another feature's clock, as of video. */
export function TrackAtTime(props: { targId: string; start: number; end: number; clock: TimeSource }) {
  const { targId, start, end, clock } = props;
  const { t } = useTranslation();
  const query = useMemo(
    (): PlaybackQuery => ({
      targIds: [targId],
      start,
      end,
      interval: 0,
      filterDrift: true,
      minStop: MIN_STOP,
      alarms: true,
      byVehicle: false,
    }),
    [targId, start, end],
  );
  const [state] = useTracks(query);
  const track = state?.track;
  const tracks = useMemo(() => (track && track.data.at.length > 0 ? [{ track, order: 0 }] : []), [track]);
  return (
    <>
      <TrackMap
        tracks={tracks}
        clock={clock}
        active={targId}
        minStop={MIN_STOP}
        alarms
        hidden={NONE}
        byVehicle={false}
        follow
        onActive={ignore}
        onMedia={ignore}
        mapRef={ignore}
      />
      {state?.error && (
        <p className={styles['loading']} role="alert">
          {state.error.message}
        </p>
      )}
      {track && tracks.length === 0 && (
        <p className={styles['loading']} role="status">
          {t('tracks.empty')}
        </p>
      )}
    </>
  );
}
