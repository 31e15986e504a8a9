import AudioMutedOutlined from '@ant-design/icons/AudioMutedOutlined';
import AudioOutlined from '@ant-design/icons/AudioOutlined';
import CaretRightOutlined from '@ant-design/icons/CaretRightOutlined';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import ExpandOutlined from '@ant-design/icons/ExpandOutlined';
import FullscreenOutlined from '@ant-design/icons/FullscreenOutlined';
import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined';
import PauseOutlined from '@ant-design/icons/PauseOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import type { DragEvent } from 'react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../api/server-clock.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useZoom } from '../../hooks/use-zoom.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { formatBytes, formatDuration, formatNumber, formatShare } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { CaptureButtons } from './CaptureButtons.tsx';
import { startDrag, takeDragged } from './dragged.ts';
import { toggleFullScreen } from './full-screen.ts';
import { filterOf, usePictures } from './pictures.ts';
import type { LivePlayer } from './player/live-player.ts';
import type { PlayerView } from './player/player-view.ts';
import { RecordButton } from './RecordButton.tsx';
import { RecordState } from './RecordState.tsx';
import { useRecordings } from './recordings.ts';
import { StreamInfo } from './StreamInfo.tsx';
import { TileState } from './TileState.tsx';
import { usePlayer } from './use-player.ts';
import styles from './VideoTile.module.css';
import rows from './VideoWall.module.css';
import { VolumeSlider } from './VolumeSlider.tsx';
import { Watermark } from './Watermark.tsx';
import { type Channel, type StreamChoice, tileKey } from './wall-model.ts';

type Props = {
  readonly at: number;
  readonly channel: Channel;
  readonly stream: 0 | 1;
  readonly mayMain: boolean;
  readonly isSelected: boolean;
  readonly isHeard: boolean;
  readonly isEnlarged: boolean;
  readonly keepsRetrying: boolean;
  readonly onSound: (on: boolean) => void;
  readonly onStream: (stream: StreamChoice) => void;
  readonly onEnlarge: () => void;
  readonly onClose: () => void;
};

/** A channel that plays: its name and figures, the picture or why there is none, and its buttons. */
export function VideoTile(props: Props) {
  const { at, channel, stream, mayMain, isSelected, isHeard, isEnlarged, keepsRetrying } = props;
  const { onSound, onStream, onEnlarge, onClose } = props;
  const { t, i18n } = useTranslation();
  const { targId, plate, colour, name } = channel;
  const tile = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const [showsInfo, setShowsInfo] = useState(false);
  const { zoom, style: transform, handlers, reset } = useZoom(picture, isSelected);
  const filter = usePictures((all) => all[tileKey(channel)]);
  const style = filter ? { ...transform, filter: filterOf(filter) } : transform;
  const { player, view, video, still, watermark } = usePlayer({
    targId,
    channel: channel.channel,
    stream,
    sound: isHeard,
    keepsRetrying,
    patrol: channel.patrol ?? false,
  });
  const recording = useRecordings((all) => all[tileKey(channel)]);
  const isPlaying = view.state === 'playing';
  const isPaused = view.state === 'paused';

  return (
    <div ref={tile} className={styles['tile']} data-state={view.state}>
      <div ref={picture} className={styles['picture']} data-zoomed={zoom.scale > 1 || undefined} {...handlers}>
        <video
          ref={video}
          playsInline
          muted
          style={style}
          aria-label={`${plate} ${name || t('video.channel', { channel: channel.channel })}`}
        />
        <canvas ref={still} hidden={isPlaying} style={style} />
        {!isPlaying && <TileState view={view} onRetry={() => player.retry()} onResume={() => player.setPaused(false)} />}
        {watermark && isPlaying && <Watermark />}
        {recording && <RecordState channel={channel} recording={recording} />}
        {view.traffic && <Traffic traffic={view.traffic} />}
        {showsInfo && <StreamInfo view={view} />}
        {zoom.scale > 1 && (
          <button type="button" className={styles['resetZoom']} onClick={reset}>
            {t('video.resetZoom', { scale: formatNumber(i18n.language, zoom.scale, 1) })}
          </button>
        )}
        {view.endsAt !== null && <Ending endsAt={view.endsAt} player={player} />}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a drag swaps tiles; the order is of no other use */}
      <div
        className={styles['head']}
        draggable
        onDragStart={(event: DragEvent) => startDrag(event, { kind: 'tile', at })}
        onDragEnd={() => void takeDragged()}
      >
        <PlateTag plate={plate} colour={colour} />
        <span className={`${rows['rowName']} ${styles['name']}`}>{name || t('video.channel', { channel: channel.channel })}</span>
        <span className={rows['rowNote']}>{t(stream === 0 ? 'video.main' : 'video.sub')}</span>
        <StreamFigures view={view} />
      </div>
      <div className={styles['foot']}>
        <PictureFigures view={view} />
        <span className={styles['tools']} role="toolbar" aria-label={t('video.tools', { plate })}>
          <IconButton
            label={t(isPaused ? 'video.resume' : 'video.pause')}
            icon={isPaused ? <CaretRightOutlined /> : <PauseOutlined />}
            idle={!isPlaying && !isPaused}
            onClick={() => player.setPaused(!isPaused)}
          />
          <IconButton
            label={soundLabel(view, isHeard)}
            icon={isHeard ? <AudioOutlined /> : <AudioMutedOutlined />}
            pressed={isHeard}
            idle={view.sound !== 'playable' && !isHeard}
            onClick={() => onSound(!isHeard)}
          />
          {isHeard && <VolumeSlider video={video} />}
          {mayMain && (
            <IconButton
              label={t(stream === 0 ? 'video.toSub' : 'video.toMain')}
              icon={<SwapOutlined />}
              onClick={() => onStream(stream === 0 ? 1 : 0)}
            />
          )}
          <CaptureButtons channel={channel} player={player} isPlaying={isPlaying} watermark={watermark} />
          <RecordButton channel={channel} stream={stream} isPlaying={isPlaying} />
          <IconButton
            label={t('video.info')}
            icon={<InfoCircleOutlined />}
            pressed={showsInfo}
            onClick={() => setShowsInfo(!showsInfo)}
          />
          <IconButton label={t('video.enlarge')} icon={<ExpandOutlined />} pressed={isEnlarged} onClick={onEnlarge} />
          <IconButton
            label={t('shell.fullscreen')}
            icon={<FullscreenOutlined />}
            onClick={() => toggleFullScreen(tile.current!)}
          />
          <IconButton label={t('video.stop')} icon={<CloseOutlined />} onClick={onClose} />
        </span>
      </div>
    </div>
  );

  function soundLabel({ sound }: PlayerView, heard: boolean): string {
    if (heard) return t('video.mute');
    if (sound === 'playable') return t('video.listen');
    return t(sound === 'unsupported' ? 'video.soundUnsupported' : 'video.noSound');
  }
}

/** Bit rate, loss, and how long it plays (screen catalogue 5.1). */
function StreamFigures({ view: { stats, since } }: { view: PlayerView }) {
  const { t, i18n } = useTranslation();
  if (!stats) return null;
  return (
    <span className={styles['figures']}>
      <span>{t('video.bitrate', { value: formatNumber(i18n.language, stats.bitrate / 1_000) })}</span>
      <span>{t('video.loss', { value: formatShare(i18n.language, stats.lossPercent, 100) })}</span>
      {since !== null && <Played since={since} />}
    </span>
  );
}

/** Frame rate and delay. */
function PictureFigures({ view: { stats, delayS } }: { view: PlayerView }) {
  const { t, i18n } = useTranslation();
  const number = (value: number, digits = 0) => formatNumber(i18n.language, value, digits);
  return (
    <span className={styles['figures']}>
      {stats && <span>{t('video.frameRate', { value: number(stats.frameRate) })}</span>}
      {stats && <span>{t('video.delay', { value: number(delayS, 1) })}</span>}
    </span>
  );
}

function Played({ since }: { since: number }) {
  const { t } = useTranslation();
  // the second only makes it draw again
  useNow();
  const shown = formatDuration(t, serverNow() - since);
  return <span title={t('video.played', { value: shown })}>{shown}</span>;
}

/** The vehicle's video traffic is close to its budget. */
function Traffic({ traffic: { usedBytes, limitBytes } }: { traffic: NonNullable<PlayerView['traffic']> }) {
  const { t, i18n } = useTranslation();
  return (
    <p className={styles['traffic']} role="status">
      {t('video.traffic', {
        share: formatShare(i18n.language, usedBytes, limitBytes),
        limit: formatBytes(i18n.language, limitBytes),
      })}
    </p>
  );
}

/** The warning before the time limit. */
function Ending({ endsAt, player }: { endsAt: number; player: LivePlayer }) {
  const { t } = useTranslation();
  const now = useNow();
  const seconds = Math.max(0, Math.round((endsAt - now) / 1_000));
  return (
    <div className={styles['ending']} role="alert">
      <span>{t('video.ending', { seconds })}</span>
      <button type="button" onClick={() => player.keepPlaying()}>
        {t('video.keepPlaying')}
      </button>
    </div>
  );
}
