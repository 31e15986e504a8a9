import { permission } from '@fleetwarden/contract/permissions';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { type ComponentType, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { useMay } from '../../../api/session.ts';
import { useLive } from '../../../shared/live-context.ts';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { State } from '../../../ui/States.tsx';
import { saveUrl } from '../../../ui/save-text.ts';
import { TabBar } from '../../../ui/TabBar.tsx';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import { useConfirm } from '../../../ui/use-confirm.tsx';
import { channelsOf } from '../channel-tree.ts';
import { ClipDialog } from './ClipDialog.tsx';
import { ListStates } from './ListStates.tsx';
import { PlaybackBar } from './PlaybackBar.tsx';
import { PlayerGrid } from './PlayerGrid.tsx';
import { PlaybackGroup } from './playback-group.ts';
import styles from './Recorded.module.css';
import { RecordedForm } from './RecordedForm.tsx';
import { RecordingTable } from './RecordingTable.tsx';
import { playedTogether, type Recording, recordingAt } from './recordings.ts';
import { Timeline } from './Timeline.tsx';
import type { TimeSource } from './time-source.ts';
import { UploadDialog } from './UploadDialog.tsx';
import { UploadTasks } from './UploadTasks.tsx';
import { periodOf, useRecordedUrl } from './use-recorded-url.ts';
import { useRecordings } from './use-recordings.ts';
import { VehicleTree } from './VehicleTree.tsx';

/** The map of a vehicle's track at the time of the pictures: another feature's. */
export type TrackView = ComponentType<{
  readonly targId: string;
  readonly start: number;
  readonly end: number;
  readonly clock: TimeSource;
}>;

const COUNTS = [1, 4] as const;
type Tab = 'recordings' | 'uploads';

/** Recorded video of vehicles (screen catalogue 5.2): list, timeline, players with the track, and uploads from the terminal. */
export function RecordedVideoPage({ Track }: { Track: TrackView | null }) {
  return (
    <AntdProvider>
      <RecordedVideo Track={Track} />
    </AntdProvider>
  );
}

function RecordedVideo({ Track }: { Track: TrackView | null }) {
  const { t } = useTranslation();
  const [query, change] = useRecordedUrl();
  const { targId } = query;
  const period = useMemo(() => periodOf(query), [query]);
  const trackEnd = useMemo(() => Math.min(period.end, serverNow()), [period]);
  const mayQuery = useMay(permission.queryVideo);
  const mayPlay = useMay(permission.playVideo);
  const recordings = useRecordings(query, mayQuery);
  const channels = useChannels(targId, recordings.list);
  const plate = usePlate(targId);
  const [count, setCount] = useState<1 | 4>(4);
  const [tab, setTab] = useState<Tab>('recordings');
  const [uploaded, setUploaded] = useState<Recording | null>(null);
  const [clipped, setClipped] = useState<Recording | null>(null);
  const [confirm, confirmDialog] = useConfirm();
  const { group, source, play } = usePlayback(recordings.list, period, count, targId);
  const channelName = (channel: number) =>
    channels.find((each) => each.channel === channel)?.name ?? t('video.channel', { channel });

  async function download({ fileId }: Recording) {
    const file = await call(videoCalls.downloadFile, { fileId: fileId! }).catch(() => null);
    if (file) saveUrl(file.name, file.url);
  }
  async function remove(recording: Recording) {
    const isSure = await confirm({
      title: t('recordedVideo.deleteConfirm', { channel: channelName(recording.channel) }),
      okText: t('recordedVideo.delete'),
      danger: true,
    });
    if (!isSure) return;
    await call(videoCalls.deleteFile, { fileId: recording.fileId! }).catch(() => undefined);
    recordings.refreshServer();
  }
  /** A place on the timeline: within what plays, or the recording of that channel; files of the server first. */
  function seek(at: number, channel: number | null) {
    const isPlayed = channel === null || group.channels.includes(channel);
    if (source && isPlayed && group.hasRecording(at)) return group.seek(at);
    const there = recordings.list.filter((each) => each.isPlayable && (channel === null || each.channel === channel));
    const ofServer = there.filter((each) => each.source === 'server');
    const recording = recordingAt(ofServer, at) ?? recordingAt(there, at);
    if (recording && mayPlay) play(recording, at);
    else group.seek(at);
  }

  return (
    <div className={styles['page']}>
      <aside className={styles['aside']} aria-label={t('recordedVideo.vehicles')}>
        <VehicleTree onChoose={({ ltId }) => change({ targId: ltId, channel: 0 })} />
      </aside>
      <div className={styles['main']}>
        <RecordedForm
          query={query}
          channels={channels}
          isBusy={recordings.server.isLoading || recordings.terminal.isLoading}
          onQuery={(next) => {
            // the same filters again: the lists may have changed
            if (JSON.stringify(next) === JSON.stringify(query)) recordings.refresh();
            else change(next);
          }}
        />
        {targId === null ? (
          <State title={t('recordedVideo.chooseVehicle')} />
        ) : (
          <>
            <div className={styles['stage']}>
              <section className={styles['screen']} aria-label={t('recordedVideo.players')}>
                <div className={styles['stageHead']}>
                  {plate && <PlateTag plate={plate.carNo} colour={plate.color} />}
                  <Segmented
                    size="small"
                    aria-label={t('recordedVideo.playerCount')}
                    value={count}
                    options={COUNTS.map((value) => ({ value, label: t('video.tiles', { n: value }) }))}
                    onChange={setCount}
                  />
                </div>
                {source ? (
                  <PlayerGrid group={group} targId={targId} plate={plate?.carNo ?? ''} channelName={channelName} />
                ) : (
                  <State title={t('recordedVideo.howToPlay')} />
                )}
                {source && <PlaybackBar group={group} source={source} />}
              </section>
              {Track && (
                <section className={styles['map']} aria-label={t('recordedVideo.track')}>
                  <Track targId={targId} start={period.start} end={trackEnd} clock={group} />
                </section>
              )}
            </div>
            <Timeline recordings={recordings.list} period={period} clock={group} channelName={channelName} onSeek={seek} />
            <TabBar<Tab>
              label={t('recordedVideo.lists')}
              active={tab}
              items={[
                { key: 'recordings', label: t('recordedVideo.recordings'), note: String(recordings.list.length) },
                { key: 'uploads', label: t('recordedVideo.uploads') },
              ]}
              onChange={setTab}
            />
            <div className={styles['list']}>
              {tab === 'uploads' ? (
                <UploadTasks targId={targId} channelName={channelName} onArrived={recordings.refreshServer} />
              ) : (
                <>
                  <ListStates recordings={recordings} />
                  {recordings.list.length > 0 && (
                    <RecordingTable
                      recordings={recordings.list}
                      channelName={channelName}
                      actions={{
                        play: (recording) => play(recording, recording.start),
                        upload: setUploaded,
                        download: (recording) => void download(recording),
                        clip: setClipped,
                        remove: (recording) => void remove(recording),
                      }}
                    />
                  )}
                </>
              )}
            </div>
          </>
        )}
      </div>
      {confirmDialog}
      {clipped && (
        <ClipDialog
          recording={clipped}
          channelName={channelName(clipped.channel)}
          onDone={() => {
            setClipped(null);
            recordings.refreshServer();
          }}
          onClose={() => setClipped(null)}
        />
      )}
      {uploaded && targId !== null && (
        <UploadDialog
          targId={targId}
          recording={uploaded}
          channelName={channelName(uploaded.channel)}
          onQueued={() => {
            setUploaded(null);
            setTab('uploads');
          }}
          onClose={() => setUploaded(null)}
        />
      )}
    </div>
  );
}

/** What plays, and how to play another recording. Another vehicle or day stops it. */
function usePlayback(
  list: readonly Recording[],
  period: { readonly start: number; readonly end: number },
  count: number,
  targId: string | null,
) {
  const idle = useMemo(() => new PlaybackGroup(new Map(), period.start), [period]);
  const key = `${targId} ${period.start} ${period.end}`;
  const [played, setPlayed] = useState<{ key: string; group: PlaybackGroup; source: Recording['source'] } | null>(null);
  const current = played?.key === key ? played : null;
  const group = current?.group ?? idle;
  useEffect(() => () => group.pause(), [group]);

  function play(recording: Recording, at: number) {
    const channels = playedTogether(list, recording, at, count);
    const own = (channel: number) =>
      list.filter((each) => each.channel === channel && each.source === recording.source && each.isPlayable);
    const next = new PlaybackGroup(new Map(channels.map((channel) => [channel, own(channel)])), at);
    setPlayed({ key, group: next, source: recording.source });
    next.play();
  }
  return { group, source: current?.source ?? null, play };
}

/** The channels of a vehicle by name; for those who may not read them, the usual ones and those of the list. */
function useChannels(targId: string | null, list: readonly Recording[]): readonly { channel: number; name: string }[] {
  const { t } = useTranslation();
  const mayRead = useMay(permission.liveVideo);
  const { data } = useQuery({
    queryKey: ['video channels', targId],
    queryFn: async ({ signal }) => (await call(videoCalls.listChannel, { targId: targId! }, { signal, quiet: true })).list,
    enabled: mayRead && targId !== null,
    networkMode: 'always',
  });
  const recorded = channelsOf({ targId: targId ?? '', carNo: '', color: 0 }, data ?? []);
  const names = new Map(recorded.map(({ channel, name }) => [channel, name]));
  for (const { channel } of list) if (!names.has(channel)) names.set(channel, '');
  return [...names]
    .sort(([a], [b]) => a - b)
    .map(([channel, name]) => ({ channel, name: name || t('video.channel', { channel }) }));
}

/** The plate from the live list, which may load after the page. */
function usePlate(targId: string | null): { readonly carNo: string; readonly color: number } | null {
  const { store } = useLive();
  useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => store.structureVersion,
  );
  const row = targId === null ? -1 : store.rowOf(targId);
  return row < 0 ? null : { carNo: store.plate(row), color: store.colour(row) };
}
