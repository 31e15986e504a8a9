/** The newest buffered range and the playhead, s of the media's timeline. */
export type Playhead = { readonly start: number; readonly end: number; readonly current: number; readonly rate: number };

/** Distance from the end at which playback starts, s: it covers the jitter of a mobile network. */
const TARGET_DELAY_S = 0.4;
/** Delay above which playback runs faster, until it is back at the target. */
const FAST_ABOVE_S = 1;
/** Delay above which playback jumps: catching up would take too long. */
const SEEK_ABOVE_S = 4;
/** Hardly visible, and inaudible for speech with the browser's pitch correction. */
const FAST_RATE = 1.1;

/** Correction that keeps playback at the live edge. `seekTo`: null for no jump. */
export function followLiveEdge({ start, end, current, rate }: Playhead): {
  readonly seekTo: number | null;
  readonly rate: number;
} {
  const delay = end - current;
  if (current < start || delay < 0 || delay > SEEK_ABOVE_S) return { seekTo: Math.max(start, end - TARGET_DELAY_S), rate: 1 };
  const isFast = delay > FAST_ABOVE_S || (rate > 1 && delay > TARGET_DELAY_S);
  return { seekTo: null, rate: isFast ? FAST_RATE : 1 };
}
