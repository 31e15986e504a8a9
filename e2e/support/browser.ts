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

/**
 * Blank pages of closed stories by browser and look, each the only one of its context. The process of a page knows the console's compiled
 * scripts: the next page with that look costs less than half in it.
 */
const kept = new WeakMap<Browser, Map<string, Page[]>>();
/** Each keeps the memory of its process. */
const MAX_KEPT = 4;
const looks = new WeakMap<Page, Look>();
const changed = new WeakSet<Page>();

/** What stories listen to. Playwright has listeners of its own for other events. */
const EVENTS = [
  ...(['console', 'dialog', 'download', 'filechooser', 'framenavigated', 'pageerror', 'popup', 'websocket', 'worker'] as const),
  ...(['request', 'requestfailed', 'requestfinished', 'response'] as const),
];

/**
 * A page in a context without cookies and stored data. `faults` collects page errors and console errors, refused styles and scripts
 * among them. `closePage` gives the page back.
 */
export async function openPage(browser: Browser, url: string, look: Look): Promise<{ page: Page; faults: string[] }> {
  const page = (await reusePage(browser, url, look)) ?? (await (await newContext(browser, look)).newPage());
  looks.set(page, look);
  await page.context().addCookies([{ name: 'language', value: look.language, url }]);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { page, faults };
}

/** A kept page as a new one would be: nothing stored, no history, the look of its context. */
async function reusePage(browser: Browser, url: string, look: Look): Promise<Page | undefined> {
  const page = keptPages(browser, look).pop();
  if (!page) return undefined;
  const { width, height, scheme, motion = false } = look;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ media: null, colorScheme: scheme, reducedMotion: motion ? 'no-preference' : 'reduce' });
  // a document of the console's address without its scripts
  await page.goto(`${url}/favicon.svg`);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  // an evaluation by Playwright counts as a user gesture, which would allow sounds
  await session.send('Runtime.evaluate', { expression: 'sessionStorage.clear()' });
  await session.send('Page.resetNavigationHistory');
  await session.detach();
  return page;
}

/** Closes the other pages of its context, and keeps the page for a story with the same look. */
export async function closePage(page: Page): Promise<void> {
  const context = page.context();
  const browser = context.browser();
  const look = looks.get(page);
  if (!browser || !look || changed.has(page) || page.isClosed()) return context.close();
  context.removeAllListeners('page');
  for (const event of EVENTS) page.removeAllListeners(event);
  await Promise.all(context.pages().map((each) => each === page || each.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank');
  await context.clearCookies();
  await context.clearPermissions();
  keptPages(browser, look).push(page);
  const pages = [...(kept.get(browser)?.values() ?? [])];
  const oldest = pages.find((each) => each.length > 0);
  if (pages.flat().length > MAX_KEPT) await oldest?.shift()?.context().close();
}

/** `closePage` does not keep this page: a story changed it for good, by a script for all of its documents for instance. */
export const doNotKeep = (page: Page): void => void changed.add(page);

/** Closes what a file left open, as a failed story does. */
export async function closePages(): Promise<void> {
  const browser = await started;
  if (!browser) return;
  const blank = new Set([...(kept.get(browser)?.values() ?? [])].flat());
  for (const context of browser.contexts()) if (context.pages().some((page) => !blank.has(page))) await context.close();
}

/** Those of a look that was used last come last. */
function keptPages(browser: Browser, look: Look): Page[] {
  const byLook = kept.get(browser) ?? new Map<string, Page[]>();
  kept.set(browser, byLook);
  const key = JSON.stringify(look, Object.keys(look).sort());
  const pages = byLook.get(key) ?? [];
  byLook.delete(key);
  byLook.set(key, pages);
  return pages;
}

async function newContext(browser: Browser, look: Look): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    locale: LOCALES[look.language],
    reducedMotion: look.motion ? 'no-preference' : 'reduce',
    ...(look.timeZone === undefined ? {} : { timezoneId: look.timeZone }),
    ...(look.touch ? { hasTouch: true, isMobile: true } : {}),
  });
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
