import { videoCalls } from '@fleetwarden/contract/video/routes';
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { LivePlayer } from './player/live-player.ts';
import type { PlayerView } from './player/player-view.ts';

/** JT/T 1078 0x9101: video with sound. */
const VIDEO_AND_SOUND = 0;

type Played = {
  readonly player: LivePlayer;
  readonly view: PlayerView;
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly still: RefObject<HTMLCanvasElement | null>;
  /** Account and time belong over the picture. */
  readonly watermark: boolean;
};

/** Plays a channel in a video element while the component is mounted. Another stream of the channel continues in the same elements. */
export function usePlayer(of: {
  readonly targId: string;
  readonly channel: number;
  readonly stream: 0 | 1;
  readonly sound: boolean;
  readonly keepsRetrying: boolean;
  /** A rotation shows it. */
  readonly patrol?: boolean;
}): Played {
  const { targId, channel, stream, sound, keepsRetrying, patrol = false } = of;
  const video = useRef<HTMLVideoElement>(null);
  const still = useRef<HTMLCanvasElement>(null);
  const [watermark, setWatermark] = useState(false);
  const retrying = useRef(keepsRetrying);
  useEffect(() => {
    retrying.current = keepsRetrying;
  }, [keepsRetrying]);

  const wished = useRef(stream);

  const player = useMemo(() => {
    const data = { targId, channel, dataType: VIDEO_AND_SOUND, ...(patrol ? { patrol } : {}) } as const;
    let sessionId = '';
    return new LivePlayer({
      request: async () => {
        const reply = await call(videoCalls.realtime, { ...data, streamType: wished.current }, { quiet: true });
        sessionId = reply.sessionId;
        setWatermark(reply.watermark);
        return reply.url;
      },
      control: async (control) => {
        const quiet = control === 'switchStream';
        return (await call(videoCalls.controlRealtime, { sessionId, control, streamType: wished.current }, { quiet })).applied;
      },
      keepsRetrying: () => retrying.current,
    });
  }, [targId, channel, patrol]);

  useEffect(() => {
    if (wished.current === stream) return;
    wished.current = stream;
    void player.switchStream();
  }, [player, stream]);

  useEffect(() => {
    player.start(video.current!, still.current!);
    return () => player.stop();
  }, [player]);
  useEffect(() => player.setSound(sound), [player, sound]);

  const view = useSyncExternalStore(player.subscribe, () => player.view);
  return { player, view, video, still, watermark };
}
