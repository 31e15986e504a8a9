/** A view without a change for so many frames counts as resting: a fifth of a second. */
export const QUIET_FRAMES = 12;
/** DOM events that can move a map. */
const STIRRING = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const;

export type ViewWatch = {
  /** Something may have moved the view. */
  stir(): void;
  stop(): void;
};

/**
 * Watches a view that providers move, because their own events come late or not in each frame. Polls once per frame while the
 * view may move and stops at rest.
 */
export function watchView(options: {
  container: HTMLElement;
  /** Numbers that identify the view. */
  read(): readonly number[];
  changed(): void;
  rested(): void;
}): ViewWatch {
  const { container, read } = options;
  let frame = 0;
  let quiet = 0;
  let pressed = false;
  let moved = false;
  let last = read();

  const look = () => {
    frame = requestAnimationFrame(look);
    const now = read();
    if (now.some((value, i) => value !== last[i])) {
      last = now;
      quiet = 0;
      moved = true;
      options.changed();
      return;
    }
    if (pressed || ++quiet < QUIET_FRAMES) return;
    cancelAnimationFrame(frame);
    frame = 0;
    if (!moved) return;
    moved = false;
    options.rested();
  };
  const stir = () => {
    quiet = 0;
    if (frame === 0) frame = requestAnimationFrame(look);
  };
  const press = () => {
    pressed = true;
    stir();
  };
  const release = () => {
    pressed = false;
  };
  for (const name of STIRRING) container.addEventListener(name, stir, { passive: true, capture: true });
  container.addEventListener('pointerdown', press, true);
  addEventListener('pointerup', release, true);
  addEventListener('pointercancel', release, true);

  return {
    stir,
    stop() {
      cancelAnimationFrame(frame);
      for (const name of STIRRING) container.removeEventListener(name, stir, true);
      container.removeEventListener('pointerdown', press, true);
      removeEventListener('pointerup', release, true);
      removeEventListener('pointercancel', release, true);
    },
  };
}
