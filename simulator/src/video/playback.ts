import { DAY_MS } from '@fleetwarden/domain/durations';
import { type ChannelStream, createChannelStream } from './channel-stream.ts';

/** A recording as the terminal plays it: the stream has the time of the recording, which may run faster than the clock. */
export type Playback = {
  readonly stream: ChannelStream;
  /** 0x9202, except its end: the result of the general answer. `speed` 1 to 5: 1 to 16 times. */
  readonly control: (control: number, speed: number, position: number | null) => number;
};

const [OK, FAILED, UNSUPPORTED] = [0, 1, 3] as const;
/** Commands of 0x9202. Backwards is not supported. */
const COMMAND = { start: 0, pause: 1, fast: 3, seek: 5, keyFrames: 6 } as const;
const SPEEDS = [1, 1, 2, 4, 8, 16];

/** `endAt` null: without an end. Times are epoch ms. */
export function createPlayback(
  options: Parameters<typeof createChannelStream>[0],
  startAt: number,
  endAt: number | null,
  clock: () => number = Date.now,
): Playback {
  // timestamps stay positive if it goes back within the day
  const inner = createChannelStream(options, startAt, startAt - DAY_MS);
  const last = endAt ?? Number.POSITIVE_INFINITY;
  // this time of the recording is this time of the clock
  let position = startAt;
  let since = clock();
  let speed = 1;
  let isPaused = false;
  const recordedAt = (now: number) => (isPaused ? position : position + (now - since) * speed);
  const set = (at: number, next: number, pause = false) => {
    position = at;
    since = clock();
    speed = next;
    isPaused = pause;
  };
  const isOver = () => recordedAt(clock()) >= last;

  const control: Playback['control'] = (command, code, wanted) => {
    const at = recordedAt(clock());
    if (command === COMMAND.pause) {
      set(at, speed, true);
      return OK;
    }
    if (command === COMMAND.seek) {
      if (wanted === null) return FAILED;
      set(wanted, 1);
    } else if (command === COMMAND.start) set(at, 1);
    else if (command === COMMAND.fast || command === COMMAND.keyFrames) set(at, SPEEDS[code] ?? 1);
    else return UNSUPPORTED;
    inner.setKeyFramesOnly(command === COMMAND.keyFrames);
    inner.jump(position);
    return OK;
  };
  return {
    control,
    stream: {
      ...inner,
      take: (now) => (isPaused ? [] : inner.take(Math.min(recordedAt(now), last))),
      nextAt: () => {
        if (isPaused) return Number.POSITIVE_INFINITY;
        // a whole ms: a rounded fraction may be before the picture
        return Math.ceil(since + (Math.min(inner.nextAt(), last) - position) / speed);
      },
      isOver,
    },
  };
}
