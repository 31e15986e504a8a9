import type { ScreenPoint } from '../map-provider.ts';
import styles from './KeyCursor.module.css';

/** Steps of the cursor, px. */
const STEP_PX = 10;
const LONG_STEP_PX = 50;
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Elements that use these keys themselves. */
const OTHERS = '[role="tree"], [role="grid"], [role="listbox"], [role="menu"], [role="tablist"], [role="slider"]';

export type KeyCursor = {
  /** Whether the key was for the cursor: an arrow moves it (Shift: far), Space presses at it once it is shown. */
  take(event: KeyboardEvent): boolean;
  hide(): void;
};

/** A pointer for tools of the map that keys move. It starts in the middle, and is gone when the focus moves on. */
export function createKeyCursor(options: {
  readonly host: HTMLElement;
  readonly size: () => { readonly width: number; readonly height: number };
  readonly onMove: (point: ScreenPoint) => void;
  readonly onPress: (point: ScreenPoint) => void;
}): KeyCursor {
  const { host, size, onMove, onPress } = options;
  const mark = document.createElement('div');
  mark.className = styles['cursor'] ?? '';
  mark.setAttribute('aria-hidden', 'true');
  let point: ScreenPoint | null = null;

  const hide = () => {
    removeEventListener('focusin', hide);
    mark.remove();
    point = null;
  };
  const move = ([right, down]: readonly [number, number], step: number) => {
    const { width, height } = size();
    const from = point ?? { x: width / 2, y: height / 2 };
    point = {
      x: Math.min(Math.max(from.x + right * step, 0), width),
      y: Math.min(Math.max(from.y + down * step, 0), height),
    };
    mark.style.translate = `${point.x}px ${point.y}px`;
    if (!mark.isConnected) {
      host.append(mark);
      addEventListener('focusin', hide);
    }
    onMove(point);
  };
  return {
    take: ({ key, shiftKey, target }) => {
      if ((target as Element | null)?.closest?.(OTHERS)) return false;
      const direction = DIRECTIONS[key];
      if (direction) move(direction, shiftKey ? LONG_STEP_PX : STEP_PX);
      else if (key === ' ' && point) onPress(point);
      else return false;
      return true;
    },
    hide,
  };
}
