import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Refusal } from '../../api/client.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { formatNumber } from '../../ui/format.ts';
import { usePreferences } from '../../ui/preferences.ts';
import controls from '../../ui/theme/controls.module.css';
import { vehicleColours } from '../../ui/theme/theme.ts';
import { formatMeasure } from '../../ui/units.ts';
import { filterStops, type LoadedTrack } from './loaded-track.ts';
import styles from './PlaybackPage.module.css';
import type { TrackRequestState } from './use-tracks.ts';

/** Result per vehicle; the selected one has its lists shown, and the map follows it. */
export function TrackSummary(props: {
  tracks: readonly TrackRequestState[];
  active: string | null;
  minStop: number;
  onActive: (targId: string) => void;
}) {
  const { tracks, active, minStop, onActive } = props;
  const { t, i18n } = useTranslation();
  const colours = vehicleColours[usePreferences((state) => state.mode) === 'dark' ? 'dark' : 'light'];

  return (
    <ul className={styles['summary']} aria-label={t('tracks.vehicles')}>
      {tracks.map(({ targId, track, error, retry }, order) => (
        <li key={targId} data-active={targId === active || undefined}>
          <button
            type="button"
            className={styles['pick']}
            aria-pressed={targId === active}
            disabled={!track}
            onClick={() => onActive(targId)}
          >
            <span className={styles['swatch']} style={{ background: colours[order % colours.length] }} />
            {track ? <PlateTag plate={track.carNo} colour={track.color} /> : targId}
          </button>
          {track && <p>{formatFigures(track, minStop, t, i18n.language)}</p>}
          {track &&
            formatNotes(track, t, i18n.language).map((note) => (
              <p key={note} className={styles['note']}>
                {note}
              </p>
            ))}
          {error && (
            <p className={controls['fault']} role="alert">
              {describeError(error)}
              <button type="button" onClick={() => void retry()}>
                {t('common.retry')}
              </button>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The message of a refused range is at its field. */
const describeError = (error: Error): string =>
  (error instanceof Refusal ? error.fields[0]?.message : undefined) ?? error.message;

function formatFigures(track: LoadedTrack, minStop: number, t: TFunction, language: string): string {
  if (track.data.at.length === 0) return t('tracks.empty');
  return t('tracks.figures', {
    km: formatMeasure(language, 'distance', track.km, 1, 1),
    trips: track.trips.length,
    stops: filterStops(track, minStop).length,
    alarms: track.alarms.length,
  });
}

/** Notes on stored points that are not shown, with reasons. */
function formatNotes({ data, stored, unfixed, drift, thinnedM }: LoadedTrack, t: TFunction, language: string): string[] {
  const count = (points: number) => formatNumber(language, points);
  return [
    ...(thinnedM === null
      ? []
      : [
          t('tracks.thinned', {
            shown: count(data.at.length),
            stored: count(stored),
            metres: formatMeasure(language, 'length', thinnedM, 0),
          }),
        ]),
    ...(drift > 0 ? [t('tracks.drift', { points: count(drift) })] : []),
    ...(unfixed > 0 ? [t('tracks.unfixed', { points: count(unfixed) })] : []),
  ];
}
