import type { ScreenPoint } from '../map-provider.ts';

/** A press that was let go within this was a click, px. */
const CLICK_SLACK = 4;

/** Who hears of the pointer over a map before the map does. */
export type PointerTaker = {
  /** Whether drags that begin here are kept from the map; its clicks are heard in any case. */
  holds(point: ScreenPoint): boolean;
  press(point: ScreenPoint): void;
  move(point: ScreenPoint): void;
  release(point: ScreenPoint): void;
  click(point: ScreenPoint): void;
  /** Whether it was taken, and must not zoom the map. */
  dblclick(point: ScreenPoint): boolean;
  rightClick(point: ScreenPoint): boolean;
};

/**
 * The pointer over a map of any provider: listens in front of it, on the element around it, so that it hears of everything first
 * and can keep it to itself. Returns what ends it.
 */
export function listenToPointer(host: HTMLElement, taker: PointerTaker): () => void {
  let down: ScreenPoint | null = null;
  let held: number | null = null;
  /** The browser makes a click of a press that was kept from the map, too. */
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
    // what older parts of a provider's map listen to instead
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
