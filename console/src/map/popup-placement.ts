import type { CSSProperties } from 'react';
import type { ScreenPoint } from './map-provider.ts';

/** Distance from a marker's centre to its popup, px. */
const AWAY = 18;

/** Places a popup next to a point of the map, on the sides with more room. */
export function placePopup({ x, y }: ScreenPoint, size: { readonly width: number; readonly height: number }): CSSProperties {
  const left = x > size.width / 2;
  const above = y > size.height / 2;
  return {
    left: left ? x - AWAY : x + AWAY,
    top: above ? y - AWAY / 2 : y + AWAY / 2,
    transform: `translate(${left ? '-100%' : '0'}, ${above ? '-100%' : '0'})`,
  };
}
