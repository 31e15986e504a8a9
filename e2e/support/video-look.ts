/** What a video element shows: its picture changes, and is not black. */
import type { Page } from 'playwright-core';
import { until } from './client.ts';
import { t } from './reports.ts';

/** The time of a video and its picture: mean red, green and blue, and the difference of light and dark places. */
type Look = { readonly time: number; readonly width: number; readonly mean: readonly number[]; readonly contrast: number };

const LOOK = `(video) => {
  if (!video) return null;
  const canvas = Object.assign(document.createElement('canvas'), { width: 88, height: 72 });
  const context = canvas.getContext('2d');
  context.drawImage(video, 0, 0, 88, 72);
  const { data } = context.getImageData(0, 0, 88, 72);
  const sum = [0, 0, 0];
  let [dark, light] = [255, 0];
  for (let i = 0; i < data.length; i += 4) {
    for (let c = 0; c < 3; c++) sum[c] += data[i + c];
    dark = Math.min(dark, data[i + 1]);
    light = Math.max(light, data[i + 1]);
  }
  const mean = sum.map((each) => each / (88 * 72));
  return { time: video.currentTime, width: video.videoWidth, mean, contrast: light - dark };
}`;
const look = async (page: Page, at: number): Promise<Look | null> =>
  page.evaluate<Look | null>(
    `(${LOOK})([...document.querySelectorAll('video')].filter((each) => each.checkVisibility())[${at}])`,
  );

export const videos = (page: Page) => page.locator('video').filter({ visible: true });
export const difference = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));

/** The names of the shown videos, in the order of the tiles. */
export const shownLabels = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('video')].filter((each) => each.checkVisibility()).map((each) => each.ariaLabel)`,
  );

export const labelOf = (plate: string, channel: number) => `${plate} ${t('video.channel', { channel })}`;

/** Waits until a channel plays, whatever its tile. */
export async function showsChannel(page: Page, plate: string, channel: number): Promise<void> {
  const at = await until('the tile of a channel', async () => {
    const found = (await shownLabels(page)).indexOf(labelOf(plate, channel));
    return found < 0 ? undefined : found;
  });
  await plays(page, at);
}

/** Waits until a video plays on: its time advances by a second, and its picture changes. */
export async function plays(page: Page, at: number): Promise<Look> {
  const first = await until('a picture', async () => {
    const now = await look(page, at);
    return now && now.time > 0 && now.contrast > 100 ? now : undefined;
  });
  return until('the next second', async () => {
    const now = await look(page, at);
    return now && now.time > first.time + 1 && difference(now.mean, first.mean) > 0 ? now : undefined;
  });
}
