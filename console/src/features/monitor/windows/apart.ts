import type { KeyboardEvent, PointerEvent } from 'react';

/** For the frame of a window over the map: what lies below neither closes by its Escape nor is dragged by it. */
export const apart = {
  onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault(),
  onPointerDown: (event: PointerEvent) => event.stopPropagation(),
};
