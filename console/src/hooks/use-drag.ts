import type { PointerEvent } from 'react';
import { useRef, useState } from 'react';

/** Part of a floating box that stays inside its parent, px, so that the head can be reached again. */
const MIN_VISIBLE = 64;

type Handle = {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
};

/** Drags a floating box by its head: a CSS transform for the box, handlers for the head, whose parent is the box. */
export function useDrag(): [transform: string, handle: Handle] {
  const [offset, setOffset] = useState({ x: 0, y: 0 });
  const grip = useRef<{ x: number; y: number; limit: { left: number; right: number; top: number; bottom: number } } | null>(null);

  const release = () => {
    grip.current = null;
  };

  const handle: Handle = {
    onPointerDown(event) {
      const box = event.currentTarget.parentElement;
      const room = box?.offsetParent;
      if (!box || !room || event.button !== 0 || (event.target as HTMLElement).closest('button')) return;
      const [inner, outer] = [box.getBoundingClientRect(), room.getBoundingClientRect()];
      grip.current = {
        x: event.clientX - offset.x,
        y: event.clientY - offset.y,
        limit: {
          left: offset.x + outer.left - inner.right + MIN_VISIBLE,
          right: offset.x + outer.right - inner.left - MIN_VISIBLE,
          top: offset.y + outer.top - inner.top,
          bottom: offset.y + outer.bottom - inner.top - MIN_VISIBLE,
        },
      };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove({ clientX, clientY }) {
      if (!grip.current) return;
      const { x, y, limit } = grip.current;
      setOffset({
        x: Math.min(Math.max(clientX - x, limit.left), limit.right),
        y: Math.min(Math.max(clientY - y, limit.top), limit.bottom),
      });
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
  return [`translate(${offset.x}px, ${offset.y}px)`, handle];
}
