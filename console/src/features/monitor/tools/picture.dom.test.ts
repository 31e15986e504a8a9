import { afterEach, expect, it, vi } from 'vitest';
import type { MapPicture } from '../../../map/capture.ts';
import { pictureName, printPicture } from './picture.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

it('only the map is printed, and the page is restored afterwards', async () => {
  const canvas = { toDataURL: () => 'data:image/png;base64,AA==' };
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockResolvedValue();
  const page = document.documentElement;
  // the printed picture, or the whole page
  const printed: (string | undefined)[] = [];
  vi.stubGlobal('print', () => printed.push(document.querySelector('img')?.alt, page.dataset['printing']));
  await printPicture({ canvas, complete: true } as unknown as MapPicture, '地图截图');
  expect(printed).toEqual(['地图截图', 'map']);
  dispatchEvent(new Event('afterprint'));
  expect([document.querySelector('img'), page.dataset['printing']]).toEqual([null, undefined]);
});

it('the file name of a screenshot contains date and minute, without a colon', () => {
  expect(pictureName('地图截图', Date.parse('2026-11-21T16:05:00+08:00'))).toBe('地图截图 2026-11-21 16-05');
});
