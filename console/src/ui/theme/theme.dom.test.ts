import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { antdTheme } from './antd-theme.ts';
import { contrast, over } from './colour.ts';
import { applyTheme, type Mode, paletteOf, palettes, presetColours, sizesOf } from './theme.ts';

const CHOSEN = { light: 0.09, dark: 0.12 };

function leastContrast(mode: Mode, colour: string): number {
  const { brand, paper, panel, onBrand } = paletteOf(mode, colour);
  const grounds = [paper, panel, onBrand, over(brand, panel, CHOSEN[mode])];
  return Math.min(...grounds.map((ground) => contrast(brand, ground)));
}

describe.each(['light', 'dark'] as const)('the theme colour in the %s theme', (mode) => {
  it('is the product default if no colour is selected', () => {
    expect(paletteOf(mode, '')).toBe(palettes[mode]);
    expect(leastContrast(mode, '')).toBeGreaterThanOrEqual(4.5);
  });
  it.each(Object.entries(presetColours))('has a contrast of at least 4.5:1 with %s', (_name, colour) => {
    expect(leastContrast(mode, colour)).toBeGreaterThanOrEqual(4.5);
  });
  it('has a contrast of at least 4.5:1 with any colour', () => {
    const channel = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(channel, channel, channel, (...rgb) => {
        const colour = `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
        expect(leastContrast(mode, colour)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});

it.each(['light', 'dark'] as const)(
  'texts in the %s theme have a contrast of 4.5:1 on pages, panels and selected rows',
  (mode) => {
    const { ink, brand, paper, panel, warning, danger, status } = palettes[mode];
    const texts = {
      warning: warning.text,
      danger: danger.text,
      ...Object.fromEntries(status.map(({ text }, of) => [`status ${of}`, text])),
    };
    for (const ground of [paper, panel, over(brand, paper, CHOSEN[mode]), over(brand, panel, CHOSEN[mode])]) {
      const all = { ...texts, secondary: over(ink, ground, 0.65) };
      const faint = Object.entries(all).filter(([, text]) => contrast(text, ground) < 4.5);
      expect(faint.map(([name, text]) => `${name} ${text} on ${ground}`)).toEqual([]);
    }
  },
);

it.each(['light', 'dark'] as const)(
  'an unchecked checkbox or radio button in the %s theme has a border contrast of 3:1 on pages and panels',
  (mode) => {
    const { paper, panel } = palettes[mode];
    const { components } = antdTheme({ mode, colour: '', size: 'medium' });
    for (const border of [components?.Checkbox?.colorBorder, components?.Radio?.colorBorder, components?.Tree?.colorBorder])
      for (const ground of [paper, panel]) expect(contrast(border!, ground)).toBeGreaterThanOrEqual(3);
  },
);

it('does not change a colour that has enough contrast', () => {
  expect(paletteOf('light', '#4f46e5').brand).toBe('#4F46E5');
});

it('offers six preset colours', () => {
  expect(Object.keys(presetColours)).toHaveLength(6);
});

describe('sizes', () => {
  it('default and medium are the same; small and mini are smaller', () => {
    expect(sizesOf.default).toEqual(sizesOf.medium);
    expect([sizesOf.medium.control, sizesOf.small.control, sizesOf.mini.control]).toEqual([32, 28, 24]);
    expect([sizesOf.medium.row, sizesOf.small.row, sizesOf.mini.row]).toEqual([36, 32, 28]);
  });
  it('are applied to the document with the colours; the sidebar is 13.125rem wide, panels next to a map 320 px', () => {
    applyTheme({ mode: 'dark', colour: '#7c3aed', size: 'mini' });
    const { style, dataset } = document.documentElement;
    expect(style.getPropertyValue('--sidebar')).toBe('13.125rem');
    expect(style.getPropertyValue('--panel-width')).toBe('320px');
    expect(style.getPropertyValue('--control')).toBe('24px');
    expect(style.getPropertyValue('--brand')).toBe(paletteOf('dark', '#7c3aed').brand);
    expect(style.colorScheme).toBe('dark');
    expect(dataset['theme']).toBe('dark');
  });
});
