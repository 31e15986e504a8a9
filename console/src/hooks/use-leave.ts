import type { RefObject } from 'react';
import { useEffect, useEffectEvent } from 'react';

/** Reports presses outside an element while `active`. */
export function useLeave(root: RefObject<HTMLElement | null>, active: boolean, onLeave: () => void): void {
  const leave = useEffectEvent((event: PointerEvent) => {
    if (!root.current?.contains(event.target as Node)) onLeave();
  });
  useEffect(() => {
    if (!active) return;
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [active]);
}
