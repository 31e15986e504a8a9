import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { permission } from '@fleetwarden/contract/permissions';
import { fileState, type RecordReason, recordReasons } from '@fleetwarden/contract/video/recording';
import type { ServerFile } from '@fleetwarden/contract/video/recording-schemas';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { serverNow } from '../../api/server-clock.ts';
import { useMay } from '../../api/session.ts';
import { useNow } from '../../hooks/use-now.ts';
import { formatDuration } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { forgetRecording, type Recording, stopRecording } from './recordings.ts';
import styles from './VideoTile.module.css';
import type { Channel } from './wall-model.ts';

const HISTORY = '/visorycontrolBigsreen/historyvideoNew/historyvideoNew';

/** The recording of a tile: how long it runs, or where its file is. */
export function RecordState({ channel, recording }: { channel: Channel; recording: Recording }) {
  return (
    <div className={styles['record']}>
      {recording.kind === 'running' ? (
        <Running key={recording.fileId} channel={channel} recording={recording} />
      ) : (
        <Ended channel={channel} files={recording.files} />
      )}
    </div>
  );
}

function Running({ channel, recording }: { channel: Channel; recording: Extract<Recording, { kind: 'running' }> }) {
  const { t } = useTranslation();
  const { fileId, startedAt, endsAt } = recording;
  // the second only makes it draw again
  useNow();
  const isOver = endsAt !== null && serverNow() > endsAt + SECOND_MS;
  useEffect(() => {
    // the limit ended it: the call replies with its files
    if (isOver) void stopRecording(channel, fileId).catch(() => undefined);
  }, [isOver, channel, fileId]);
  return (
    <span role="status" aria-label={t('video.recording')} title={t('video.recording')}>
      <i className={styles['dot']} aria-hidden />
      {formatDuration(t, serverNow() - startedAt)}
    </span>
  );
}

function Ended({ channel, files }: { channel: Channel; files: readonly ServerFile[] }) {
  const { t } = useTranslation();
  const reason = files.at(-1)?.reason as RecordReason | null | undefined;
  const isSaved = files.some(({ state }) => state === fileState.complete);
  const { targId, channel: number } = channel;
  const mayFind = useMay(permission.queryVideo);
  const query = new URLSearchParams({ targId, channel: String(number), source: 'server' });
  return (
    <span role={isSaved ? 'status' : 'alert'}>
      {t(isSaved ? 'video.recordSaved' : 'video.recordFailed')}
      {reason && <span> {t(recordReasons[reason])}</span>}
      {isSaved && mayFind && <Link to={`${HISTORY}?${query}`}>{t('video.findRecord')}</Link>}
      <IconButton label={t('video.closeNote')} icon={<CloseOutlined />} onClick={() => forgetRecording(channel)} />
    </span>
  );
}
