import type { ScreenPoint } from '../map-provider.ts';

/** A press that moved less than this is a click, px. */
const CLICK_SLACK = 4;

/** Handles the pointer before the map does. */
export type PointerTaker = {
  /** Whether drags from this point are hidden from the map; clicks are handled in any case. */
  holds(point: ScreenPoint): boolean;
  press(point: ScreenPoint): void;
  move(point: ScreenPoint): void;
  release(point: ScreenPoint): void;
  click(point: ScreenPoint): void;
  /** Whether it was handled and must not zoom the map. */
  dblclick(point: ScreenPoint): boolean;
  rightClick(point: ScreenPoint): boolean;
};

/**
 * Captures pointer events on the parent element before a map of any provider receives them. Returns the function that ends it.
 */
export function listenToPointer(host: HTMLElement, taker: PointerTaker): () => void {
  let down: ScreenPoint | null = null;
  let held: number | null = null;
  /** The browser also creates a click for a press that was hidden from the map. */
  let swallow = false;
  const pointOf = ({ clientX, clientY }: MouseEvent): ScreenPoint => {
    const { left, top } = host.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const keep = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const handlers: { [name: string]: (event: never) => void } = {
    pointerdown: (event: PointerEvent) => {
      swallow = false;
      if (event.button !== 0 || !event.isPrimary) return;
      down = pointOf(event);
      if (!taker.holds(down)) return;
      held = event.pointerId;
      host.setPointerCapture?.(held);
      keep(event);
      taker.press(down);
    },
    pointermove: (event: PointerEvent) => {
      if (held !== null) keep(event);
      taker.move(pointOf(event));
    },
    pointerup: (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return;
      const point = pointOf(event);
      const clicked = down !== null && Math.hypot(point.x - down.x, point.y - down.y) <= CLICK_SLACK;
      down = null;
      if (held !== null) {
        host.releasePointerCapture?.(held);
        held = null;
        swallow = true;
        keep(event);
        taker.release(point);
      } else if (clicked) taker.click(point);
    },
    pointercancel: () => {
      down = null;
      held = null;
    },
    // older provider code listens to mouse events instead
    mousedown: (event: MouseEvent) => {
      if (held !== null) keep(event);
    },
    touchstart: (event: TouchEvent) => {
      if (held !== null) keep(event);
    },
    click: (event: MouseEvent) => {
      if (swallow) keep(event);
      swallow = false;
    },
    dblclick: (event: MouseEvent) => {
      if (taker.dblclick(pointOf(event))) keep(event);
    },
    contextmenu: (event: MouseEvent) => {
      if (taker.rightClick(pointOf(event))) keep(event);
    },
  };
  for (const [name, handler] of Object.entries(handlers))
    host.addEventListener(name, handler as EventListener, { capture: true, passive: false });
  return () => {
    for (const [name, handler] of Object.entries(handlers))
      host.removeEventListener(name, handler as EventListener, { capture: true });
  };
}
