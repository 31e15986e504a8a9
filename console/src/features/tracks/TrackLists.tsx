import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../map/MapView.tsx';
import { usePreferences } from '../../ui/preferences.ts';
import { filterAlarms, filterStops, type HiddenClasses, type LoadedTrack } from './loaded-track.ts';
import type { PlaybackClock } from './playback-clock.ts';
import { indexAt } from './playhead.ts';
import { type GridColumn, TrackGrid } from './TrackGrid.tsx';
import { alarmColumns, crossingColumns, pointColumns, stopColumns, tripColumns } from './track-columns.tsx';
import { usePlayheadTime } from './use-playhead-time.ts';

type ListKey = 'points' | 'stops' | 'trips' | 'alarms' | 'crossings';

type List = {
  readonly columns: readonly GridColumn[];
  /** Epoch ms, ascending. */
  readonly starts: ArrayLike<number>;
  /** Ends of the rows; without them each row lasts until the next. */
  readonly ends?: ArrayLike<number>;
};

const spans = (list: readonly { readonly start: number; readonly end: number }[]) => ({
  starts: list.map(({ start }) => start),
  ends: list.map(({ end }) => end),
});

/** A list below the map: choosing a row seeks to it, and the current one is marked. */
export function TrackLists(props: {
  show: ListKey;
  label: string;
  track: LoadedTrack;
  clock: PlaybackClock;
  minStop: number;
  map: MapHandle | null;
  hidden: HiddenClasses;
}) {
  const { show, label, track, clock, minStop, map, hidden } = props;
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const units = usePreferences(({ settings }) => settings.units);
  const time = usePlayheadTime(clock);

  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with language and units alone
  const list = useMemo((): List => {
    const words = { t, i18n, language, map };
    const stops = filterStops(track, minStop);
    const alarms = filterAlarms(track, hidden);
    switch (show) {
      case 'points':
        return { columns: pointColumns(track, words), starts: track.data.at };
      case 'stops':
        return { columns: stopColumns(stops, words), ...spans(stops) };
      case 'trips':
        return { columns: tripColumns(track, words), ...spans(track.trips) };
      case 'alarms':
        return { columns: alarmColumns(alarms, words), ...spans(alarms) };
      case 'crossings':
        return { columns: crossingColumns(track, words), ...spans(track.crossings) };
    }
  }, [show, track, minStop, map, hidden, language, units]);

  const begun = indexAt(list.starts, time);
  const current = begun >= 0 && (list.ends?.[begun] ?? Infinity) >= time ? begun : -1;
  return (
    <TrackGrid
      key={`${track.targId} ${show}`}
      label={label}
      columns={list.columns}
      rows={list.starts.length}
      current={current}
      empty={t(`tracks.no_${show}`)}
      onTake={(row) => clock.seek(list.starts[row]!)}
    />
  );
}
