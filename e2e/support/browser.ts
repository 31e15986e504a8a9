/** Pages of a real Chromium for stories. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Download, Page } from 'playwright-core';
import { startBrowser } from './start-browser.ts';

/** Pages of stories live for seconds: optimizing their scripts, and collecting garbage often, cost more than they save. */
const SHORT_LIVED = ['--js-flags=--no-opt --min-semi-space-size=16'];

let started: Promise<Browser> | undefined;

/** The browser of this worker, for all of its files. A file closes its pages with `closePages`. */
export const openBrowser = (): Promise<Browser> => (started ??= start());

async function start(): Promise<Browser> {
  const browser = await startBrowser(SHORT_LIVED);
  browser.once('disconnected', () => {
    started = undefined;
  });
  return browser;
}

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

/** Contexts whose pages were closed, by browser and look. Their caches of files and compiled scripts open the next page a third faster. */
const kept = new WeakMap<Browser, Map<string, BrowserContext[]>>();

/**
 * A page in a context without cookies and stored data. `faults` collects page errors and console errors, refused styles and scripts
 * among them. `closePage` gives the context back.
 */
export async function openPage(browser: Browser, url: string, look: Look): Promise<{ page: Page; faults: string[] }> {
  const context = contextsFor(browser, look).pop() ?? (await newContext(browser, look));
  await context.addCookies([{ name: 'language', value: look.language, url }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  await session.detach();
  looks.set(context, look);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { page, faults };
}

const looks = new WeakMap<BrowserContext, Look>();

/** Closes the page and all others of its context, and keeps the context for a page with the same look. */
export async function closePage(page: Page): Promise<void> {
  const context = page.context();
  const browser = context.browser();
  const look = looks.get(context);
  if (!browser || !look) return context.close();
  context.removeAllListeners('page');
  await Promise.all(context.pages().map((each) => each.close()));
  await context.clearCookies();
  await context.clearPermissions();
  contextsFor(browser, look).push(context);
}

/** Closes what a file left open, as a failed story does. */
export async function closePages(): Promise<void> {
  const browser = await started;
  for (const context of browser?.contexts() ?? []) if (context.pages().length > 0) await context.close();
}

function contextsFor(browser: Browser, look: Look): BrowserContext[] {
  const byLook = kept.get(browser) ?? new Map<string, BrowserContext[]>();
  kept.set(browser, byLook);
  const key = JSON.stringify(look, Object.keys(look).sort());
  const contexts = byLook.get(key) ?? [];
  byLook.set(key, contexts);
  return contexts;
}

async function newContext(browser: Browser, look: Look): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    locale: LOCALES[look.language],
    reducedMotion: look.motion ? 'no-preference' : 'reduce',
    ...(look.timeZone === undefined ? {} : { timezoneId: look.timeZone }),
    ...(look.touch ? { hasTouch: true, isMobile: true } : {}),
  });
  context.once('close', () => {
    const contexts = contextsFor(browser, look);
    if (contexts.includes(context)) contexts.splice(contexts.indexOf(context), 1);
  });
  return context;
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
