import type { BaseMap, ScreenPoint } from '../map-provider.ts';
import type { Overlay, OverlayLayer } from '../overlays/overlay-layer.ts';
import { createKeyCursor } from './key-cursor.ts';
import { listenToPointer } from './pointer-surface.ts';
import type { Outcome, Tool, ToolView } from './tool.ts';

const FREE = { drag: true, doubleClickZoom: true } as const;

/** The tools of a map: one is active at a time, Escape ends it. Arrow keys and Space stand for the pointer. */
export type ToolBox = {
  /** Whether a tool receives the clicks. */
  readonly active: boolean;
  readonly view: ToolView;
  /** Activates a tool and cancels the previous one. `ended` receives its result once, or null. */
  use<R>(tool: Tool<R>, ended: (result: R | null) => void): void;
  /** Cancels the active tool. */
  stop(): void;
  close(): void;
};

export function openToolBox(options: { host: HTMLElement; overlays: OverlayLayer; base: () => BaseMap }): ToolBox {
  const { host, overlays, base } = options;
  let using: { tool: Tool<unknown>; ended: (result: unknown) => void } | null = null;
  let draft: Overlay[] = [];
  let dragging = false;
  const view: ToolView = {
    placeAt: (point) => overlays.placeAt(base().camera(), point),
    pixelOf: (place) => overlays.pixelOf(base().camera(), place),
  };

  const show = () => {
    for (const overlay of draft) overlay.remove();
    draft = using ? using.tool.shapes().map((shape) => overlays.add(shape)) : [];
  };
  const end = (result: unknown) => {
    const ended = using?.ended;
    using = null;
    base().setGestures(FREE);
    host.style.cursor = '';
    cursor.hide();
    show();
    ended?.(result);
  };
  const after = (outcome: Outcome<unknown> | undefined) => {
    if (!outcome) show();
    else end('done' in outcome ? outcome.done : null);
  };

  const cursor = createKeyCursor({
    host,
    size: () => base().camera(),
    onMove: (point) => {
      using?.tool.move(point);
      show();
    },
    onPress: (point) => {
      if (!using) return;
      const { tool } = using;
      if (!tool.holdsDrag) return after(tool.click?.(point));
      // as a press and a release at one place: the next one is the other end
      after(tool.press?.(point) ?? tool.release?.(point));
    },
  });

  const unlisten = listenToPointer(host, {
    holds: (point) => {
      dragging = !using && overlays.grab(base().camera(), point);
      return dragging || using?.tool.holdsDrag === true;
    },
    press: (point) => {
      if (using) after(using.tool.press?.(point));
    },
    move: (point: ScreenPoint) => {
      if (dragging) overlays.drag(base().camera(), point);
      else if (using) {
        cursor.hide();
        using.tool.move(point);
        show();
      }
    },
    release: (point) => {
      if (dragging) {
        dragging = false;
        overlays.release();
      } else if (using) after(using.tool.release?.(point));
    },
    click: (point) => {
      if (using) after(using.tool.click?.(point));
    },
    dblclick: (point) => {
      if (!using) return false;
      after(using.tool.dblclick?.(point));
      return true;
    },
    rightClick: (point) => !using && overlays.dropVertex(base().camera(), point),
  });
  const onKey = (event: KeyboardEvent) => {
    // keys typed into a field are not for the map
    if (!using || (event.target as HTMLElement | null)?.closest?.('input, textarea, select, [contenteditable]')) return;
    const isTaken = cursor.take(event);
    if (!isTaken) after(using.tool.key(event.key));
    // a button that started the tool would start it again
    if (isTaken || (event.key === 'Enter' && !using)) event.preventDefault();
    if (isTaken || event.key === 'Escape') event.stopPropagation();
  };
  addEventListener('keydown', onKey, true);

  return {
    get active() {
      return using !== null;
    },
    view,
    use(tool, ended) {
      if (using) end(null);
      using = { tool: tool as Tool<unknown>, ended: ended as (result: unknown) => void };
      base().setGestures({ drag: !tool.holdsDrag, doubleClickZoom: false });
      host.style.cursor = 'crosshair';
      show();
    },
    stop: () => {
      if (using) end(null);
    },
    close: () => {
      using = null;
      draft = [];
      cursor.hide();
      unlisten();
      removeEventListener('keydown', onKey, true);
    },
  };
}
