import type { DragEvent } from 'react';
import type { Channel } from './wall-model.ts';

/** What is dragged within the wall: channels from the tree, or a tile. */
export type Dragged =
  | { readonly kind: 'channels'; readonly load: () => Promise<readonly Channel[]> }
  | { readonly kind: 'tile'; readonly at: number };

// not in the data transfer, so that nothing dragged in from outside is taken for a channel
let dragged: Dragged | null = null;

export function startDrag(event: DragEvent, item: Dragged): void {
  event.dataTransfer.effectAllowed = 'move';
  // Firefox drags nothing without data
  event.dataTransfer.setData('text/plain', '');
  dragged = item;
}

export const isDragging = (): boolean => dragged !== null;

/** Ends the drag and returns what was dragged. */
export function takeDragged(): Dragged | null {
  const item = dragged;
  dragged = null;
  return item;
}
