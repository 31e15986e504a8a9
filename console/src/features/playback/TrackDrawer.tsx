import DownOutlined from '@ant-design/icons/DownOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import { Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../map/MapView.tsx';
import { formatNumber } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { TabBar } from '../../ui/TabBar.tsx';
import { type LoadedTrack, stopsOf } from './loaded-track.ts';
import styles from './PlaybackPage.module.css';
import type { PlaybackClock } from './playback-clock.ts';
import { SpeedChart } from './SpeedChart.tsx';
import { TrackLists } from './TrackLists.tsx';
import { TrackMedia } from './TrackMedia.tsx';

const TABS = ['chart', 'points', 'stops', 'trips', 'alarms', 'crossings', 'media'] as const;
type Tab = (typeof TABS)[number];
export type DrawerState = { readonly tab: Tab; readonly open: boolean };

/** Below the map: the lists and the chart of the chosen vehicle. Can be folded away. */
export function TrackDrawer(props: {
  tracks: readonly LoadedTrack[];
  track: LoadedTrack;
  clock: PlaybackClock;
  minStop: number;
  map: MapHandle | null;
  state: DrawerState;
  onState: (state: DrawerState) => void;
  /** Stands at the right of the tabs. */
  actions: ReactNode;
  onActive: (targId: string) => void;
}) {
  const { tracks, track, clock, minStop, map, state, onState, actions, onActive } = props;
  const { tab, open } = state;
  const { t, i18n } = useTranslation();
  const id = useId();
  const counts: Readonly<Record<Tab, number | null>> = {
    chart: null,
    points: track.data.at.length,
    stops: stopsOf(track, minStop).length,
    trips: track.trips.length,
    alarms: track.alarms.length,
    crossings: track.crossings.length,
    media: track.media.length,
  };

  return (
    <section className={styles['drawer']} data-open={open || undefined} aria-label={t('playback.details')}>
      <header className={styles['drawerHead']}>
        <TabBar
          label={t('playback.details')}
          items={TABS.map((key) => ({
            key,
            label: t(`playback.tab_${key}`),
            note: counts[key] === null ? undefined : formatNumber(i18n.language, counts[key]),
          }))}
          active={tab}
          onChange={(key) => onState({ tab: key, open: true })}
          id={id}
          panel={open ? `${id}-panel` : undefined}
        />
        <div className={styles['drawerActions']}>
          {tracks.length > 1 && (
            <Select
              size="small"
              aria-label={t('playback.vehicles')}
              value={track.targId}
              options={tracks.map(({ targId, carNo }) => ({ value: targId, label: carNo }))}
              onChange={onActive}
            />
          )}
          {actions}
          <IconButton
            label={t(open ? 'table.collapse' : 'table.expand')}
            icon={open ? <DownOutlined /> : <UpOutlined />}
            expanded={open}
            onClick={() => onState({ tab, open: !open })}
          />
        </div>
      </header>
      {open && (
        <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`} className={styles['panel']}>
          {tab === 'chart' ? (
            <SpeedChart track={track} clock={clock} />
          ) : tab === 'media' ? (
            <TrackMedia track={track} clock={clock} />
          ) : (
            <TrackLists show={tab} label={t(`playback.tab_${tab}`)} {...{ track, clock, minStop, map }} />
          )}
        </div>
      )}
    </section>
  );
}
