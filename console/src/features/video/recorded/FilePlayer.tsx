import { videoCalls } from '@fleetwarden/contract/video/routes';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Watermark } from '../Watermark.tsx';
import { FilePlayback } from './file-playback.ts';
import type { PlaybackGroup } from './playback-group.ts';
import styles from './Recorded.module.css';
import type { Recording } from './recordings.ts';

type Props = {
  readonly recording: Recording;
  readonly group: PlaybackGroup;
  readonly label: string;
  readonly isHeard: boolean;
};

/** A file of the server in a video element. */
export function FilePlayer({ recording, group, label, isHeard }: Props) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'loading' | 'playing' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const [watermark, setWatermark] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt opens the file again
  useEffect(() => {
    const playback = new FilePlayback(recording, video.current!, group.time, setState);
    let isCurrent = true;
    setState('loading');
    const leave = group.add(playback);
    call(videoCalls.openFile, { fileId: recording.fileId ?? '' }).then(
      (opened) => {
        if (!isCurrent) return;
        setWatermark(opened.watermark);
        playback.open(opened.url);
      },
      () => isCurrent && playback.fail(),
    );
    return () => {
      isCurrent = false;
      leave();
      playback.stop();
    };
  }, [recording, group, attempt]);
  useEffect(() => {
    video.current!.muted = !isHeard;
  }, [isHeard]);

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: recordings have no captions */}
      <video ref={video} playsInline aria-label={label} />
      {watermark && <Watermark />}
      {state === 'loading' && (
        <p className={styles['playerState']} role="status">
          {t('recordedVideo.loading')}
        </p>
      )}
      {state === 'failed' && (
        <div className={styles['playerState']} role="alert">
          <p>{t('alarmPopup.noVideo')}</p>
          <button type="button" onClick={() => setAttempt(attempt + 1)}>
            {t('common.retry')}
          </button>
        </div>
      )}
    </>
  );
}
