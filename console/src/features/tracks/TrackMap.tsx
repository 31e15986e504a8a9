import type { LngLat } from '@fleetwarden/domain/coordinates';
import { type RefCallback, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import type { MapHandle } from '../../map/MapView.tsx';
import type { MapBounds } from '../../map/map-provider.ts';
import { openingView } from '../../shared/map-state.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { usePreferences } from '../../ui/preferences.ts';
import { palettes, vehicleColours } from '../../ui/theme/theme.ts';
import { followCamera } from './follow-camera.ts';
import { filterAlarms, filterStops, type HiddenClasses, type LoadedTrack } from './loaded-track.ts';
import styles from './PlaybackPage.module.css';
import type { TimeSource } from './playback-clock.ts';
import { PlayedVehicles } from './played-vehicles.ts';
import { alarmBadge, crossingBadge, endFlags, mediaBadge, stopBadge, trackLines } from './track-shapes.ts';

const MapView = lazyComponent(async () => (await import('../../map/MapView.tsx')).MapView);

/** A track and its index in the query, which defines its colour. */
export type DisplayedTrack = { readonly track: LoadedTrack; readonly order: number };

/** The map with tracks and vehicles. The clock draws what changes with time, outside React. */
export function TrackMap(props: {
  tracks: readonly DisplayedTrack[];
  clock: TimeSource | null;
  active: string | null;
  minStop: number;
  alarms: boolean;
  hidden: HiddenClasses;
  byVehicle: boolean;
  follow: boolean;
  onActive: (targId: string) => void;
  /** The sign of a photo was clicked. */
  onMedia: () => void;
  /** The map, once open. */
  mapRef: RefCallback<MapHandle>;
}) {
  const { tracks, clock, active, minStop, alarms, hidden, byVehicle, follow, onActive, onMedia, mapRef } = props;
  const { t, i18n } = useTranslation();
  const dark = usePreferences((state) => state.mode === 'dark');
  const [position] = useState(() => openingView(useSession.getState().userInfo?.configList ?? []));
  const [played] = useState(() => new PlayedVehicles());
  const [map, setMap] = useState<MapHandle | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const takeMap = useCallback(
    (handle: MapHandle | null) => {
      setMap(handle);
      mapRef(handle);
    },
    [mapRef],
  );
  const loaded = useMemo(() => tracks.map(({ track }) => track), [tracks]);
  const { language } = i18n;

  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the language alone
  useEffect(() => {
    if (!map || !clock) return;
    const palette = palettes[dark ? 'dark' : 'light'];
    const colours = vehicleColours[dark ? 'dark' : 'light'];
    const texts = { start: t('tracks.startMark'), end: t('tracks.endMark') };
    const colourOf = (order: number) => colours[order % colours.length]!;
    const goTo = (targId: string, moment: number) => () => {
      onActive(targId);
      clock.seek(moment);
    };
    const lines = tracks.flatMap(({ track, order }) => trackLines(track.data, palette, byVehicle ? colourOf(order) : null));
    const overlays = [
      ...lines.map((line) => map.overlays.add(line)),
      ...tracks.flatMap(({ track, order }) => [
        ...filterStops(track, minStop).map((stop) => map.overlays.add(stopBadge(stop, palette), goTo(track.targId, stop.start))),
        ...(alarms ? filterAlarms(track, hidden) : []).map((alarm) =>
          map.overlays.add(alarmBadge(alarm, palette), goTo(track.targId, alarm.start)),
        ),
        ...track.crossings.map((crossing) =>
          map.overlays.add(crossingBadge(crossing, palette), goTo(track.targId, crossing.start)),
        ),
        ...track.media.flatMap((taken) => {
          const badge = mediaBadge(taken, track.data, palette, t('tracks.mediaMark'));
          const go = goTo(track.targId, taken.time);
          const show = () => {
            go();
            onMedia();
          };
          return badge ? [map.overlays.add(badge, show)] : [];
        }),
        ...endFlags(track.data, colourOf(order), texts).map((flag) => map.overlays.add(flag)),
      ]),
    ];
    return () => {
      for (const overlay of overlays) overlay.remove();
    };
  }, [map, clock, tracks, minStop, alarms, hidden, byVehicle, dark, language, onActive, onMedia]);

  useEffect(() => {
    const bounds = computeBounds(loaded);
    if (map && bounds) map.fit(bounds);
  }, [map, loaded]);

  useEffect(() => {
    played.setTracks(loaded, clock?.time ?? 0);
    return clock?.onTime((moment) => played.show(moment));
  }, [played, loaded, clock]);

  useEffect(() => {
    if (!map || !clock || !follow || active === null) return;
    const keepInView = followCamera({
      size: () => ({ width: box.current?.clientWidth ?? 0, height: box.current?.clientHeight ?? 0 }),
      pixelOf: (place) => map.tools.view.pixelOf(place),
      centre: ([lng, lat]) => map.locate(lng, lat, map.getView().zoom),
    });
    const look = (inner?: number) => {
      const at = played.at(active);
      if (at) keepInView([at.lng, at.lat] satisfies LngLat, inner);
    };
    // the whole track has just been fitted into the view, and stays there until it is played
    look(1);
    return clock.onTime(() => look());
  }, [map, clock, follow, active, played]);

  return (
    <div ref={box} className={styles['mapBox']}>
      <Suspense fallback={null}>
        <MapView
          ref={takeMap}
          store={played.store}
          selected={active}
          onSelect={onActive}
          dark={dark}
          position={position}
          layout="single"
          smooth={false}
          clusters={false}
        />
      </Suspense>
    </div>
  );
}

/** Minimum span of the view in degrees: a parked vehicle is shown with its surroundings. */
const MIN_SPAN = 0.004;

/** Bounds of all points; null without any. */
function computeBounds(tracks: readonly LoadedTrack[]): MapBounds | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { data } of tracks) {
    for (let i = 0; i < data.at.length; i++) {
      west = Math.min(west, data.lng[i]!);
      east = Math.max(east, data.lng[i]!);
      south = Math.min(south, data.lat[i]!);
      north = Math.max(north, data.lat[i]!);
    }
  }
  if (west > east) return null;
  const [wider, higher] = [Math.max(MIN_SPAN - (east - west), 0) / 2, Math.max(MIN_SPAN - (north - south), 0) / 2];
  return [west - wider, south - higher, east + wider, north + higher];
}
