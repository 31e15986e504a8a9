import { permission } from '@fleetwarden/contract/permissions';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { checkRecording, findRecording, startRecording, stopRecording, useRecordings } from './recordings.ts';
import styles from './VideoTile.module.css';
import { type Channel, tileKey } from './wall-model.ts';

type Props = { readonly channel: Channel; readonly stream: 0 | 1; readonly isPlaying: boolean };

/** Starts and stops the recording of a channel on the server. */
export function RecordButton({ channel, stream, isPlaying }: Props) {
  const { t } = useTranslation();
  const may = useMay(permission.recordVideo);
  const recording = useRecordings((all) => all[tileKey(channel)]);
  const isRunning = recording?.kind === 'running';
  const isKnown = recording !== undefined;
  const [busy, toggle] = useSubmit(() =>
    recording?.kind === 'running' ? stopRecording(channel, recording.fileId) : startRecording(channel, stream),
  );
  useEffect(() => {
    // without an answer, the button starts a recording or finds the one that runs
    if (may && !isKnown) void findRecording(channel).catch(() => undefined);
  }, [may, isKnown, channel]);
  const fileId = recording?.kind === 'running' ? recording.fileId : null;
  const played = useRef(isPlaying);
  useEffect(() => {
    if (played.current === isPlaying) return;
    played.current = isPlaying;
    if (fileId !== null) void checkRecording(channel, fileId).catch(() => undefined);
  }, [isPlaying, fileId, channel]);
  if (!may) return null;
  return (
    <IconButton
      label={t(isRunning ? 'video.recordStop' : 'video.recordStart')}
      icon={<span className={styles['dot']} aria-hidden />}
      pressed={isRunning}
      idle={busy || !(isPlaying || isRunning)}
      onClick={() => toggle(undefined)}
    />
  );
}
