import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { LivePlayer } from '../player/live-player.ts';
import { TileState } from '../TileState.tsx';
import tile from '../VideoTile.module.css';
import { Watermark } from '../Watermark.tsx';
import type { PlaybackGroup } from './playback-group.ts';
import type { Recording } from './recordings.ts';
import { controlReplay, startReplay } from './terminal-calls.ts';
import { TerminalPlayback } from './terminal-playback.ts';

type Props = {
  readonly recording: Recording;
  readonly group: PlaybackGroup;
  readonly targId: string;
  readonly label: string;
  readonly isHeard: boolean;
};

/** A recording that the terminal streams, with the player of live video. */
export function TerminalPlayer({ recording, group, targId, label, isHeard }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const still = useRef<HTMLCanvasElement>(null);
  const [watermark, setWatermark] = useState(false);
  const { player, playback } = useMemo(() => {
    let sessionId: string | null = null;
    /** Commands reach the terminal in their order. */
    let sent: Promise<void> = Promise.resolve();
    const live: LivePlayer = new LivePlayer({
      onPosition: (position) => member.onPosition(position),
      request: async () => {
        const started = await startReplay(targId, recording, member.restart());
        sessionId = started.sessionId;
        setWatermark(started.watermark);
        return started.url;
      },
    });
    const member: TerminalPlayback = new TerminalPlayback({
      recording,
      from: group.time,
      video: () => video.current,
      view: () => live.view,
      send: (control) => {
        const session = sessionId;
        if (session !== null) sent = sent.then(() => controlReplay(session, control));
      },
    });
    return { player: live, playback: member };
  }, [recording, group, targId]);

  useEffect(() => {
    player.start(video.current!, still.current!);
    const leave = group.add(playback);
    const unsubscribe = player.subscribe(() => {
      if (player.view.state === 'playing') playback.onPicture();
    });
    return () => {
      unsubscribe();
      leave();
      player.stop();
    };
  }, [player, playback, group]);
  useEffect(() => player.setSound(isHeard), [player, isHeard]);
  const view = useSyncExternalStore(player.subscribe, () => player.view);
  const isPlaying = view.state === 'playing';

  return (
    <div className={tile['picture']}>
      <video ref={video} playsInline muted aria-label={label} />
      <canvas ref={still} hidden={isPlaying} />
      {watermark && <Watermark />}
      {!isPlaying && <TileState view={view} onRetry={() => player.retry()} />}
    </div>
  );
}
