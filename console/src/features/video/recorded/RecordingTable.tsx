import { permission } from '@fleetwarden/contract/permissions';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { Button, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/session.ts';
import { formatAlarmType } from '../../../shared/alarm-texts.ts';
import { formatList, formatNumber } from '../../../ui/format.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import styles from './Recorded.module.css';
import type { Recording } from './recordings.ts';

const MEBIBYTE = 1_048_576;
const PAGE = 50;

/** What can be done with a recording. */
type RecordingActions = {
  readonly play: (recording: Recording) => void;
  readonly upload: (recording: Recording) => void;
  readonly download: (recording: Recording) => void;
  readonly clip: (recording: Recording) => void;
  readonly remove: (recording: Recording) => void;
};

/** The recordings as rows: screen catalogue 5.2. */
export function RecordingTable(props: {
  recordings: readonly Recording[];
  channelName: (channel: number) => string;
  actions: RecordingActions;
}) {
  const { recordings, channelName, actions } = props;
  const { t, i18n } = useTranslation();
  const number = (value: number, digits: number) => formatNumber(i18n.language, value, digits);
  return (
    <Table<Recording>
      size="small"
      aria-label={t('recordedVideo.recordings')}
      dataSource={recordings}
      rowKey={({ key }) => key}
      pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 1_120 }}
      columns={[
        { key: 'channel', title: t('recordedVideo.channel'), width: 120, render: (_, { channel }) => channelName(channel) },
        { key: 'start', title: t('recordedVideo.start'), width: 140, render: (_, { start }) => <TimeCell at={start} /> },
        { key: 'end', title: t('recordedVideo.end'), width: 140, render: (_, { end }) => <TimeCell at={end} /> },
        {
          key: 'minutes',
          title: t('recordedVideo.minutes'),
          width: 90,
          align: 'right',
          render: (_, { start, end }) => number((end - start) / MINUTE_MS, 1),
        },
        {
          key: 'size',
          title: t('recordedVideo.size'),
          width: 100,
          align: 'right',
          render: (_, { bytes }) => number(bytes / MEBIBYTE, 1),
        },
        {
          key: 'source',
          title: t('recordedVideo.source'),
          width: 90,
          render: (_, { source }) => t(`recordedVideo.source_${source}`),
        },
        {
          key: 'stream',
          title: t('recordedVideo.stream'),
          width: 110,
          render: (_, { stream }) => (stream === 0 ? '' : t(`recordedVideo.stream_${stream as 1}`)),
        },
        {
          key: 'storage',
          title: t('recordedVideo.storage'),
          width: 90,
          render: (_, { storage }) => (storage === 0 ? '' : t(`recordedVideo.storage_${storage as 1}`)),
        },
        {
          key: 'kind',
          title: t('recordedVideo.kind'),
          width: 100,
          render: (_, { kind }) => t(`recordedVideo.kind_${kind as 0}`),
        },
        {
          key: 'alarms',
          title: t('recordedVideo.alarms'),
          width: 140,
          render: (_, { alarms }) => (
            <span className={alarms.length > 0 ? styles['alarms'] : undefined}>
              {formatList(
                i18n.language,
                alarms.map((type) => formatAlarmType(t, type)),
              )}
            </span>
          ),
        },
        {
          key: 'actions',
          title: t('table.actions'),
          width: 220,
          fixed: 'right',
          render: (_, recording) => <Actions recording={recording} actions={actions} />,
        },
      ]}
    />
  );
}

function Actions({ recording, actions }: { recording: Recording; actions: RecordingActions }) {
  const { t } = useTranslation();
  const { play, upload, download, clip, remove } = actions;
  const ofServer = recording.source === 'server';
  const [mayPlay, mayUpload, mayDownload, mayClip, mayRemove] = [
    useMay(permission.playVideo),
    useMay(permission.uploadRecordings),
    useMay(permission.downloadVideo),
    useMay(permission.clipVideo),
    useMay(permission.deleteVideo),
  ];
  const offered = [
    { label: t('recordedVideo.play'), run: play, isOffered: mayPlay && recording.isPlayable },
    { label: t('recordedVideo.upload'), run: upload, isOffered: mayUpload && !ofServer },
    { label: t('recordedVideo.download'), run: download, isOffered: mayDownload && ofServer },
    { label: t('recordedVideo.clip'), run: clip, isOffered: mayClip && recording.isClippable },
    { label: t('recordedVideo.delete'), run: remove, isOffered: mayRemove && ofServer },
  ];
  return offered
    .filter(({ isOffered }) => isOffered)
    .map(({ label, run }) => (
      <Button key={label} type="link" size="small" onClick={() => run(recording)}>
        {label}
      </Button>
    ));
}
