/** A view that did not change for so many frames has come to rest: a fifth of a second. */
export const QUIET_FRAMES = 12;
/** What a user sets a map in motion with. */
const STIRRING = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const;

export type ViewWatch = {
  /** Something may have set the view in motion. */
  stir(): void;
  stop(): void;
};

/**
 * Tells when a view that others move changes: the providers' own events come late, or not in each frame of an animation. It looks
 * once a frame while there is motion, or may be, and costs nothing while there is none.
 */
export function watchView(options: {
  container: HTMLElement;
  /** Numbers that are equal while the view is. */
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
