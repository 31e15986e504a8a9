/** Pages of a real Chromium for stories. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Download, type Page } from 'playwright-core';
import { browserEndpoint } from './shared-services.ts';

/** The browser of this worker. Closing it ends the pages of this story, not those of the next. */
export const openBrowser = async (): Promise<Browser> => chromium.connect(await browserEndpoint());

const LOCALES = { zh: 'zh-CN', en: 'en-US', es: 'es-ES', ja: 'ja-JP' } as const;

export type Look = {
  readonly language: keyof typeof LOCALES;
  readonly scheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** A phone: fingers instead of a pointer. */
  readonly touch?: boolean;
  /** Motion as users have it. Without it nothing glides: a browser that draws in software is through sooner, with nothing left out. */
  readonly motion?: boolean;
  /** Where the browser is; that of the machine unless told. */
  readonly timeZone?: string;
};

/** A page of its own profile. `faults` collects what a user would never see: page errors, console errors, refused styles and scripts. */
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

/** Longer than any motion of the console. */
const MOTION_MS = 400;

/** Keeps a picture of the page when SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  // what is still coming or going is shown where it comes to rest
  await page.waitForTimeout(MOTION_MS);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** A file that a page was given. */
export async function readDownload(download: Download): Promise<Buffer> {
  return Buffer.concat(await (await download.createReadStream()).toArray());
}
