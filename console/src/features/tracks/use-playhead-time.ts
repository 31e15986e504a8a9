import { useEffect, useState } from 'react';
import type { PlaybackClock } from './playback-clock.ts';

/** Interval of React updates, ms. Markers, slider and cursor move in each frame, outside React. */
const PAUSE_MS = 250;

/** The playback time, updated several times a second. */
export function usePlayheadTime(clock: PlaybackClock): number {
  const [shown, setShown] = useState({ clock, time: clock.time });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      timer = undefined;
      setShown({ clock, time: clock.time });
    };
    take();
    const unhear = clock.onTime(() => {
      timer ??= setTimeout(take, PAUSE_MS);
    });
    return () => {
      unhear();
      clearTimeout(timer);
    };
  }, [clock]);
  return shown.clock === clock ? shown.time : clock.time;
}
