import { type CSSProperties, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { NO_ZOOM, pan, type Zoom, zoomAt, zoomByKey } from './zoom.ts';

/** Wheel travel that doubles the picture, px. */
const DOUBLE_PX = 400;
/** Elements with a use of their own for these keys. */
const OWN_KEYS = 'input, textarea, select, video, audio, canvas, [contenteditable], [role="tree"], [role="slider"], [role="tab"]';

type Zooming = {
  readonly zoom: Zoom;
  /** The transform of the picture. */
  readonly style: CSSProperties | undefined;
  /** Drags of a magnified picture. */
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
  };
  readonly reset: () => void;
};

/**
 * Digital zoom of a tile: the wheel magnifies at the pointer, a drag moves the picture. With `hasKeys`, the keys + - 0 and the arrows do
 * the same, wherever the focus is on the page.
 */
export function useZoom(tile: RefObject<HTMLElement | null>, hasKeys: boolean): Zooming {
  const [zoom, setZoom] = useState(NO_ZOOM);
  const grip = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    const element = tile.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top, width, height } = element.getBoundingClientRect();
      const point = { x: (event.clientX - left) / width - 0.5, y: (event.clientY - top) / height - 0.5 };
      setZoom((now) => zoomAt(now, 2 ** (-event.deltaY / DOUBLE_PX), point));
    };
    // React's listener is passive: it could not keep the page from scrolling
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [tile]);

  useEffect(() => {
    if (!hasKeys) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return;
      const next = zoomByKey(zoom, event.key);
      if (!next) return;
      // an arrow moves the picture, and nothing behind it
      event.preventDefault();
      event.stopPropagation();
      setZoom(next);
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [hasKeys, zoom]);

  const release = () => {
    grip.current = null;
  };
  return {
    zoom,
    style: zoom.scale > 1 ? { transform: `translate(${zoom.x * 100}%, ${zoom.y * 100}%) scale(${zoom.scale})` } : undefined,
    handlers: {
      onPointerDown(event) {
        if (zoom.scale === 1 || event.button !== 0 || (event.target as Element).closest('button')) return;
        grip.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove({ clientX: x, clientY: y, currentTarget }) {
        const from = grip.current;
        if (!from) return;
        const { width, height } = currentTarget.getBoundingClientRect();
        grip.current = { x, y };
        setZoom((now) => pan(now, { x: (x - from.x) / width, y: (y - from.y) / height }));
      },
      onPointerUp: release,
      onPointerCancel: release,
    },
    reset: () => setZoom(NO_ZOOM),
  };
}
