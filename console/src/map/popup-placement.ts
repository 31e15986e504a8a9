import type { CSSProperties } from 'react';
import type { ScreenPoint } from './map-provider.ts';

/** From a marker's middle to what is said of it, px. */
const AWAY = 18;

/** Where something is put beside a point of the map so that it stays on it: on the side, and above or below, where there is more room. */
export function besides({ x, y }: ScreenPoint, size: { readonly width: number; readonly height: number }): CSSProperties {
  const left = x > size.width / 2;
  const above = y > size.height / 2;
  return {
    left: left ? x - AWAY : x + AWAY,
    top: above ? y - AWAY / 2 : y + AWAY / 2,
    transform: `translate(${left ? '-100%' : '0'}, ${above ? '-100%' : '0'})`,
  };
}
