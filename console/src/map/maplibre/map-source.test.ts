import { expect, it } from 'vitest';
import { tileUrls, wmtsTemplate } from './map-source.ts';

it('an XYZ template is used unchanged, with its hosts expanded', () => {
  expect(tileUrls('https://tiles.example/{z}/{x}/{y}.png')).toEqual(['https://tiles.example/{z}/{x}/{y}.png']);
  expect(tileUrls('https://{s}.example/{z}/{x}/{y}')).toEqual(
    ['a', 'b', 'c'].map((host) => `https://${host}.example/{z}/{x}/{y}`),
  );
  expect(tileUrls('https://t{0-3}.example/{z}/{x}/{y}').map((url) => url.slice(8, 10))).toEqual(['t0', 't1', 't2', 't3']);
});

it('a WMTS template contains matrix, row and column', () => {
  expect(wmtsTemplate('https://w.example/1.0.0/roads/default/web/{TileMatrix}/{TileRow}/{TileCol}.png')).toBe(
    'https://w.example/1.0.0/roads/default/web/{z}/{y}/{x}.png',
  );
});

it('a WMTS URL becomes a GetTile URL and retains its own parameters', () => {
  const url = wmtsTemplate('https://t0.example/vec_w/wmts?LAYER=vec&TILEMATRIXSET=w&FORMAT=tiles&tk=KEY');
  const query = new URLSearchParams(url.split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({
    LAYER: 'vec',
    TILEMATRIXSET: 'w',
    FORMAT: 'tiles',
    tk: 'KEY',
    SERVICE: 'WMTS',
    REQUEST: 'GetTile',
    VERSION: '1.0.0',
    STYLE: 'default',
    TILEMATRIX: '{z}',
    TILEROW: '{y}',
    TILECOL: '{x}',
  });
});
