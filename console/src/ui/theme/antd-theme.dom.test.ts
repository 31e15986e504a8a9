import { theme } from 'antd';
import { describe, expect, it } from 'vitest';
import { antdSize, antdTheme } from './antd-theme.ts';
import { paletteOf, type Size } from './theme.ts';

const tokens = (size: Size) => theme.getDesignToken(antdTheme({ mode: 'light', colour: '', size }));

describe('the size selector in antd', () => {
  it.each([
    ['default', 'medium'],
    ['medium', 'medium'],
    ['small', 'small'],
    ['mini', 'small'],
  ] as const)('%s is %s', (size, component) => {
    expect(antdSize(size)).toBe(component);
  });
  it('controls have the same height as those of the console', () => {
    expect(tokens('medium').controlHeight).toBe(32);
    expect(tokens('default')).toEqual(tokens('medium'));
    expect(tokens('small').controlHeightSM).toBe(28);
    expect(tokens('mini').controlHeightSM).toBe(24);
  });
  it('only mini has compact text', () => {
    expect(tokens('small').fontSize).toBe(14);
    expect(tokens('mini').fontSize).toBe(12);
  });
});

it('is the same object for the same look, so that antd computes its tokens once', () => {
  const look = { mode: 'light', colour: '', size: 'medium' } as const;
  expect(antdTheme({ ...look })).toBe(antdTheme(look));
  expect(antdTheme({ ...look, mode: 'dark' }).token?.colorBgContainer).toBe(paletteOf('dark', '').panel);
});

it('uses the theme colour', () => {
  const { token } = antdTheme({ mode: 'dark', colour: '#0f766e', size: 'medium' });
  expect(token?.colorPrimary).toBe(paletteOf('dark', '#0f766e').brand);
});
