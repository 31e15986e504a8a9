import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../map/MapView.tsx';
import { PanelToggle } from '../../ui/PanelToggle.tsx';
import { State } from '../../ui/States.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { CheckButton } from './CheckButton.tsx';
import { EmptyTrack } from './EmptyTrack.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { computeSpan, type HiddenClasses, segmentStarts } from './loaded-track.ts';
import styles from './PlaybackPage.module.css';
import { PlaybackClock } from './playback-clock.ts';
import { nextMoment, previousMoment } from './playhead.ts';
import { QueryPanel } from './QueryPanel.tsx';
import { SpeedLegend } from './SpeedLegend.tsx';
import { type DrawerState, TrackDrawer } from './TrackDrawer.tsx';
import { type DisplayedTrack, TrackMap } from './TrackMap.tsx';
import { TrackSummary } from './TrackSummary.tsx';
import { TransportBar } from './TransportBar.tsx';
import { rangeOfDay } from './track-ranges.ts';
import { usePlaybackKeys } from './use-playback-keys.ts';
import { type PlaybackQuery, usePlaybackUrl } from './use-playback-url.ts';
import { useTracks } from './use-tracks.ts';

/** Below this width the query panel covers the map. */
const NARROW = '(max-width: 768px)';
/** Going back within this time after a segment's start goes to the previous one, track ms. */
const BACK_SLACK_MS = 30_000;

/** /mapcontent/trackPlayback: tracks on the map and over time (screen catalogue 3.6). */
export function PlaybackPage() {
  return (
    <AntdProvider>
      <Playback />
    </AntdProvider>
  );
}

function Playback() {
  const { t } = useTranslation();
  const [query, change] = usePlaybackUrl();
  const tracks = useTracks(query);
  const [panelOpen, setPanelOpen] = useState(() => query.targIds.length === 0 || !matchMedia(NARROW).matches);
  const [follow, setFollow] = useState(false);
  const [hidden, setHidden] = useState<HiddenClasses>(() => new Set());
  const [chosen, setChosen] = useState<string | null>(null);
  const [map, setMap] = useState<MapHandle | null>(null);
  // Here, so that it stays for another range
  const [drawer, setDrawer] = useState<DrawerState>(() => ({ tab: 'chart', open: !matchMedia(NARROW).matches }));

  const showMedia = useCallback(() => setDrawer({ tab: 'media', open: true }), []);

  const busy = tracks.some(({ track, error }) => !track && !error);
  const shown = useMemo(
    (): readonly DisplayedTrack[] =>
      busy ? [] : tracks.flatMap(({ track }, order) => (track && track.data.at.length > 0 ? [{ track, order }] : [])),
    [tracks, busy],
  );
  const loaded = useMemo(() => shown.map(({ track }) => track), [shown]);
  const clock = useMemo(() => {
    const span = computeSpan(loaded);
    return span && new PlaybackClock(span.start, span.end);
  }, [loaded]);
  useEffect(() => () => clock?.pause(), [clock]);

  const activeTrack = loaded.find(({ targId }) => targId === chosen) ?? loaded[0] ?? null;
  const goToSegment = useCallback(
    (by: 1 | -1) => {
      if (!clock || !activeTrack) return;
      const starts = segmentStarts(activeTrack);
      const moment = by > 0 ? nextMoment(starts, clock.time) : previousMoment(starts, clock.time, BACK_SLACK_MS);
      clock.seek(moment ?? (by > 0 ? clock.end : clock.start));
    },
    [clock, activeTrack],
  );
  usePlaybackKeys(clock, goToSegment);

  function ask(query: Partial<PlaybackQuery>) {
    change(query, false);
    if (matchMedia(NARROW).matches) setPanelOpen(false);
  }

  const empty = !busy && tracks.length > 0 && loaded.length === 0 && tracks.some(({ track }) => track);
  const toggleLabel = t(panelOpen ? 'tracks.collapsePanel' : 'tracks.expandPanel');
  return (
    <div className={styles['page']}>
      {panelOpen && (
        <aside className={styles['side']} aria-label={t('page.trackPlayback')}>
          <QueryPanel query={query} tracks={tracks} busy={busy} onQuery={ask} onShow={change} />
          <TrackSummary tracks={tracks} active={activeTrack?.targId ?? null} minStop={query.minStop} onActive={setChosen} />
        </aside>
      )}
      <div className={styles['main']}>
        <section className={styles['map']} aria-busy={busy}>
          <TrackMap
            tracks={shown}
            clock={clock}
            active={activeTrack?.targId ?? null}
            minStop={query.minStop}
            alarms={query.alarms}
            hidden={hidden}
            byVehicle={query.byVehicle}
            follow={follow}
            onActive={setChosen}
            onMedia={showMedia}
            mapRef={setMap}
          />
          <PanelToggle
            open={panelOpen}
            label={toggleLabel}
            className={styles['toggle']}
            onToggle={() => setPanelOpen(!panelOpen)}
          />
          {clock && !query.byVehicle && <SpeedLegend />}
          {tracks.length === 0 && (
            <div className={styles['empty']}>
              <State
                title={t('tracks.chooseVehicle')}
                {...(panelOpen ? {} : { action: { label: t('tracks.expandPanel'), onClick: () => setPanelOpen(true) } })}
              />
            </div>
          )}
          {busy && (
            <p className={styles['loading']} role="status">
              {t('tracks.loading')}
            </p>
          )}
          {empty && <EmptyTrack targIds={query.targIds} start={query.start} onDay={(day) => ask(rangeOfDay(day, Date.now()))} />}
        </section>
        {clock && activeTrack && (
          <>
            <TransportBar clock={clock} follow={follow} onFollow={setFollow} onSegment={goToSegment} />
            <TrackDrawer
              tracks={loaded}
              track={activeTrack}
              clock={clock}
              minStop={query.minStop}
              map={map}
              hidden={hidden}
              onHidden={setHidden}
              state={drawer}
              onState={setDrawer}
              actions={
                <>
                  <CheckButton targId={activeTrack.targId} plate={activeTrack.carNo} />
                  <ExportMenu query={query} targIds={loaded.map(({ targId }) => targId)} />
                </>
              }
              onActive={setChosen}
            />
          </>
        )}
      </div>
    </div>
  );
}
