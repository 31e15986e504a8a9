/** Pages of a real Chromium for stories. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Download, Page } from 'playwright-core';
import { slowDown } from './slow-calls.ts';
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
 * Blank pages of closed stories by browser, each the only one of its context. The process of a page knows the console's compiled
 * scripts: the next page with that look costs less than half in it.
 */
const blankPages = new WeakMap<Browser, { readonly page: Page; readonly look: string }[]>();
/** Each keeps the memory of its process. */
const MAX_BLANK = 4;
/** Of the pages that stories use now. */
const looks = new WeakMap<Page, Look>();
const changedPages = new WeakSet<Page>();

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

/** A blank page as a new one would be: nothing stored, no history, the look of its context. */
async function reusePage(browser: Browser, url: string, look: Look): Promise<Page | undefined> {
  const pages = listBlankPages(browser);
  const at = pages.findLastIndex((each) => each.look === formatLook(look));
  const [blank] = at < 0 ? [] : pages.splice(at, 1);
  if (!blank) return undefined;
  const { page } = blank;
  page.context().removeAllListeners('page');
  await page.setViewportSize({ width: look.width, height: look.height });
  await page.emulateMedia({ media: null, ...toMedia(look) });
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

/** Closes the other pages of its context, and leaves the page blank for a story with the same look. */
export async function closePage(page: Page): Promise<void> {
  const context = page.context();
  const browser = context.browser();
  const look = looks.get(page);
  if (!look) throw new Error('no open page of a story');
  looks.delete(page);
  if (!browser || changedPages.has(page) || page.isClosed()) return context.close();
  context.removeAllListeners('page');
  // the tab of a download may still open
  context.on('page', (late) => void late.close().catch(() => undefined));
  for (const event of EVENTS) page.removeAllListeners(event);
  await Promise.all(context.pages().map((each) => each === page || each.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank');
  await context.clearCookies();
  await context.clearPermissions();
  const pages = listBlankPages(browser);
  pages.push({ page, look: formatLook(look) });
  if (pages.length > MAX_BLANK) await pages.shift()?.page.context().close();
}

/** `closePage` closes this page for good: a story changed it for all of its documents, by a script for instance. */
export const doNotKeep = (page: Page): void => void changedPages.add(page);

/** Closes what a file left open, as a failed story does. */
export async function closePages(): Promise<void> {
  const browser = await started;
  if (!browser) return;
  const blank = new Set(listBlankPages(browser).map(({ page }) => page.context()));
  for (const context of browser.contexts()) if (!blank.has(context)) await context.close();
}

/** The oldest first. */
function listBlankPages(browser: Browser) {
  const pages = blankPages.get(browser) ?? [];
  blankPages.set(browser, pages);
  return pages;
}

const formatLook = (look: Look): string => JSON.stringify(look, Object.keys(look).sort());

const toMedia = ({ scheme, motion = false }: Look) =>
  ({ colorScheme: scheme, reducedMotion: motion ? 'no-preference' : 'reduce' }) as const;

async function newContext(browser: Browser, look: Look): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...toMedia(look),
    viewport: { width: look.width, height: look.height },
    locale: LOCALES[look.language],
    ...(look.timeZone === undefined ? {} : { timezoneId: look.timeZone }),
    ...(look.touch ? { hasTouch: true, isMobile: true } : {}),
  });
  await slowDown(context);
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
