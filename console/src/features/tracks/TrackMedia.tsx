import { useTranslation } from 'react-i18next';
import { MediaWall } from '../../shared/media/MediaWall.tsx';
import { State } from '../../ui/States.tsx';
import type { LoadedTrack } from './loaded-track.ts';
import type { PlaybackClock } from './playback-clock.ts';
import { indexAt } from './playhead.ts';
import { usePlayheadTime } from './use-playhead-time.ts';

/** Media of the track; the last one before the current time is marked, and choosing one seeks to it. */
export function TrackMedia({ track: { media }, clock }: { track: LoadedTrack; clock: PlaybackClock }) {
  const { t } = useTranslation();
  const time = usePlayheadTime(clock);
  if (media.length === 0) return <State title={t('tracks.no_media')} />;
  const current = indexAt(
    media.map((each) => each.time),
    time,
  );
  return <MediaWall list={media} current={media[current]?.id ?? null} onTake={(moment) => clock.seek(moment)} />;
}
