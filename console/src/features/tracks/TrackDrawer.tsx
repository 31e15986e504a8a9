import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../map/MapView.tsx';
import { BottomDrawer } from '../../ui/BottomDrawer.tsx';
import { formatNumber } from '../../ui/format.ts';
import { AlarmClassFilter } from './AlarmClassFilter.tsx';
import { filterAlarms, filterStops, type HiddenClasses, type LoadedTrack } from './loaded-track.ts';
import type { PlaybackClock } from './playback-clock.ts';
import { SpeedChart } from './SpeedChart.tsx';
import { TrackLists } from './TrackLists.tsx';
import { TrackMedia } from './TrackMedia.tsx';

const TABS = ['chart', 'points', 'stops', 'trips', 'alarms', 'crossings', 'media'] as const;
type Tab = (typeof TABS)[number];
export type DrawerState = { readonly tab: Tab; readonly open: boolean };

/** Lists and chart of the selected vehicle, below the map. Collapsible. */
export function TrackDrawer(props: {
  tracks: readonly LoadedTrack[];
  track: LoadedTrack;
  clock: PlaybackClock;
  minStop: number;
  map: MapHandle | null;
  hidden: HiddenClasses;
  onHidden: (hidden: HiddenClasses) => void;
  state: DrawerState;
  onState: (state: DrawerState) => void;
  /** Right of the tabs. */
  actions: ReactNode;
  onActive: (targId: string) => void;
}) {
  const { tracks, track, clock, minStop, map, hidden, onHidden, state, onState, actions, onActive } = props;
  const { tab, open } = state;
  const { t, i18n } = useTranslation();
  const counts: Readonly<Record<Tab, number | null>> = {
    chart: null,
    points: track.data.at.length,
    stops: filterStops(track, minStop).length,
    trips: track.trips.length,
    alarms: filterAlarms(track, hidden).length,
    crossings: track.crossings.length,
    media: track.media.length,
  };

  const items = TABS.map((key) => ({
    key,
    label: t(`tracks.tab_${key}`),
    note: counts[key] === null ? undefined : formatNumber(i18n.language, counts[key]),
  }));
  return (
    <BottomDrawer
      label={t('tracks.details')}
      tabs={{ items, active: tab, onChange: (key) => onState({ tab: key, open: true }) }}
      open={open}
      onOpen={(opened) => onState({ tab, open: opened })}
      actions={
        <>
          {tracks.length > 1 && (
            <Select
              size="small"
              aria-label={t('tracks.vehicles')}
              value={track.targId}
              options={tracks.map(({ targId, carNo }) => ({ value: targId, label: carNo }))}
              onChange={onActive}
            />
          )}
          {actions}
        </>
      }
    >
      {tab === 'chart' ? (
        <SpeedChart track={track} clock={clock} />
      ) : tab === 'media' ? (
        <TrackMedia track={track} clock={clock} />
      ) : (
        <>
          {tab === 'alarms' && <AlarmClassFilter track={track} hidden={hidden} onHidden={onHidden} />}
          <TrackLists
            show={tab}
            label={t(`tracks.tab_${tab}`)}
            track={track}
            clock={clock}
            minStop={minStop}
            map={map}
            hidden={hidden}
          />
        </>
      )}
    </BottomDrawer>
  );
}
