/** Pages of a real Chromium for stories. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Download, type Page } from 'playwright-core';
import { browserEndpoint } from './shared-services.ts';

/** Connects to the browser of this worker. Closing the connection closes the pages of this story only. */
export const openBrowser = async (): Promise<Browser> => chromium.connect(await browserEndpoint());

const LOCALES = { zh: 'zh-CN', en: 'en-US', es: 'es-ES', ja: 'ja-JP' } as const;

export type Look = {
  readonly language: keyof typeof LOCALES;
  readonly scheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** A phone with a touch screen. */
  readonly touch?: boolean;
  /** With animations, as users see them. Stories are faster without. */
  readonly motion?: boolean;
  /** Default: the machine's. */
  readonly timeZone?: string;
};

/** A page in a new browser context. `faults` collects page errors and console errors, refused styles and scripts among them. */
export async function openPage(browser: Browser, url: string, look: Look): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    locale: LOCALES[look.language],
    reducedMotion: look.motion ? 'no-preference' : 'reduce',
    ...(look.timeZone === undefined ? {} : { timezoneId: look.timeZone }),
    ...(look.touch ? { hasTouch: true, isMobile: true } : {}),
  });
  await context.addCookies([{ name: 'language', value: look.language, url }]);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { page, faults };
}

/** Longer than any animation of the console. */
const MOTION_MS = 400;

/** Saves a screenshot when SCREENSHOTS names a folder. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  // shows the end of animations
  await page.waitForTimeout(MOTION_MS);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** The content of a downloaded file. */
export async function readDownload(download: Download): Promise<Buffer> {
  return Buffer.concat(await (await download.createReadStream()).toArray());
}
