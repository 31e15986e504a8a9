import { reducedMotion } from '../../map/reduced-motion.ts';

/** Specification 2.6, 9. */
const DURATION_MS = 800;

/** Ease in and out. */
const eased = (share: number) => (share < 0.5 ? 4 * share ** 3 : 1 - (-2 * share + 2) ** 3 / 2);

/**
 * Scrolls an element up to `to` (px) within 800 ms, or at once with reduced motion. Scrolling by the user stops it. Returns the
 * function that stops it.
 */
export function scrollUp(element: HTMLElement, to = 0): () => void {
  const from = element.scrollTop;
  if (from <= to) return () => undefined;
  if (reducedMotion()) {
    element.scrollTop = to;
    return () => undefined;
  }
  let frame = 0;
  let began: number | null = null;
  let stopped = false;
  const stop = () => {
    stopped = true;
    cancelAnimationFrame(frame);
    for (const event of BY_HAND) element.removeEventListener(event, stop);
  };
  for (const event of BY_HAND) element.addEventListener(event, stop, { passive: true });
  function step(now: number) {
    if (stopped) return;
    began ??= now;
    const share = Math.min(1, (now - began) / DURATION_MS);
    element.scrollTop = to + (from - to) * (1 - eased(share));
    if (share < 1) frame = requestAnimationFrame(step);
    else stop();
  }
  frame = requestAnimationFrame(step);
  return stop;
}

const BY_HAND = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
