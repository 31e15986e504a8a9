import { useEffect, useEffectEvent } from 'react';
import type { PlaybackClock } from './playback-clock.ts';
import { TRACK_SECONDS } from './playback-clock.ts';

/** Elements that handle keys themselves: fields, menus, dialogs, lists; except the slider's arrows. */
const TAKERS =
  'input:not([type="range"]), textarea, select, [contenteditable], [role="combobox"], [role="listbox"], [role="menu"], [role="dialog"]';
/** Elements that Space or Enter presses. */
const PRESSED = 'button, a, [role="tab"], [role="button"], [role="grid"]';
/** Elements that arrows move: tabs, lists and the map. */
const MOVED = '[role="tab"], [role="grid"], .maplibregl-canvas';

/** Space plays and pauses, arrows seek by a second of playback, with Shift by a segment, plus and minus change the speed. */
export function usePlaybackKeys(clock: PlaybackClock | null, onSegment: (by: 1 | -1) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!clock || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target?.closest(TAKERS)) return;
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (event.key === ' ' && !target?.closest(PRESSED)) clock.toggle();
    else if (by && !target?.closest(MOVED)) {
      if (event.shiftKey) onSegment(by);
      else clock.seek(clock.time + by * TRACK_SECONDS * 1_000 * clock.state.rate);
    } else if (event.key === '+' || event.key === '=') clock.changeRate(1);
    else if (event.key === '-') clock.changeRate(-1);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
