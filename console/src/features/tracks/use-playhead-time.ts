import { useEffect, useState } from 'react';
import type { PlaybackClock } from './playback-clock.ts';

/** How often what React draws follows the moment that is shown, ms. Markers, slider and cursor are moved in each frame, without it. */
const PAUSE_MS = 250;

/** The moment that is shown, some times a second. */
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
