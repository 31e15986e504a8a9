/** A real Chromium for stories. WebGL runs in software, so that it works on a machine without a screen. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.ts';

/** Only maps are drawn by a graphics processor that is none: pages are faster without. */
const ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  // as in a window: sounds wait until somebody has touched the page
  '--autoplay-policy=document-user-activation-required',
];

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: ARGS });
}

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
