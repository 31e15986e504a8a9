import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { palettes } from '../ui/theme/theme.ts';

const STYLES = ['AlarmLevel.module.css', '../features/alarms/popups/Popups.module.css'].map((file) =>
  join(import.meta.dirname, file),
);
/** The hue of a colour `#rrggbb`, degrees. */
function hueOf(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
  const degrees = (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

/** console.md 2.6: level 2 is orange, level 3 red. */
describe.each([
  [2, 4, 15, 45],
  [3, 5, 345, 375],
] as const)('level %d', (level, status, from, to) => {
  it.each(STYLES)('has its colour in %s', (file) => {
    const colours = [
      ...readFileSync(file, 'utf8').matchAll(new RegExp(`data-level="${level}"\\] \\{[^}]*?color: var\\(--(status\\d)`, 'g')),
    ];
    expect(colours.length).toBeGreaterThan(0);
    expect(new Set(colours.map(([, name]) => name))).toEqual(new Set([`status${status}`]));
  });

  it.each(['light', 'dark'] as const)('has its hue in the %s theme', (mode) => {
    const hue = hueOf(palettes[mode].status[status].mark);
    expect(hue < from ? hue + 360 : hue).toBeGreaterThanOrEqual(from);
    expect(hue < from ? hue + 360 : hue).toBeLessThanOrEqual(to);
  });
});
