import { useEffect, useEffectEvent } from 'react';
import type { PlaybackClock } from './playback-clock.ts';
import { TRACK_SECONDS } from './playback-clock.ts';

/** What takes keys for itself: fields, menus, dialogs, lists; the slider's arrows are ours all the same. */
const TAKERS =
  'input:not([type="range"]), textarea, select, [contenteditable], [role="combobox"], [role="listbox"], [role="menu"], [role="dialog"]';
/** What Space or Enter presses. */
const PRESSED = 'button, a, [role="tab"], [role="button"], [role="grid"]';
/** What moves by arrows: tabs, lists, and the map itself. */
const MOVED = '[role="tab"], [role="grid"], .maplibregl-canvas';

/**
 * Space plays and pauses, the arrows go back and forth by what a second of playing passes, with Shift by a segment, plus and minus
 * change the speed.
 */
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
