import type { KeyboardEvent, PointerEvent } from 'react';

/** Props for a window over the map: stops Escape and drags for the layers below. */
export const apart = {
  onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault(),
  onPointerDown: (event: PointerEvent) => event.stopPropagation(),
};
