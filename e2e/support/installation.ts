/** A running product with a browser, and pages in it for signed-in users. */
import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import type { Language } from '@fleetwarden/locale/names';
import type { Browser, Page, Request } from 'playwright-core';
import { closePage, closePages, type Look, openBrowser, openPage } from './browser.ts';
import { type Client, signIn } from './client.ts';
import { removeDataDir } from './data-dir.ts';
import { translate } from './login.ts';
import { endProduct, type Product, startProduct } from './product.ts';
import { copyDataDir } from './shared-services.ts';
import { DEMO_HISTORY_DAYS, DEMO_VEHICLES } from './templates.ts';

/** Playwright options: how long a story waits for a condition. */
export const LIMIT = { timeout: 60_000 };
const WIDE: Look = { language: 'zh', scheme: 'light', width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 } as const;

export type Installation = {
  readonly product: Product;
  readonly browser: Browser;
  /** Of every account that the installation begins with. */
  readonly password: string;
  close(): Promise<void>;
};

export async function startDemo(): Promise<Installation> {
  const dataDir = await copyDataDir('demo');
  const product = await startProduct(dataDir, { DEMO: 'on', DEMO_VEHICLES, DEMO_HISTORY_DAYS });
  const browser = await openBrowser();
  const told = (await (await fetch(`${product.url}/api/WebGis/user/loginPage`)).json()) as {
    data: { demo: { password: string } };
  };
  return {
    product,
    browser,
    password: told.data.demo.password,
    close: async () => {
      await closePages();
      await endProduct(product).finally(() => removeDataDir(dataDir));
    },
  };
}

export type UserPage = {
  readonly page: Page;
  /** Errors in the browser's console so far. `expectConsoleErrors` removes those that a story causes on purpose. */
  readonly faults: string[];
  /** API calls so far. */
  readonly calls: readonly Request[];
  /** Calls the API outside the browser, with the same session. */
  readonly client: Client;
  /** Closes the page. Throws when the browser's console had errors. */
  close(): Promise<void>;
};

const routes: readonly { readonly path: string; readonly title: string }[] = consoleRoutes;

/**
 * Opens a path as a link of the console does, and waits for its page: the document stays, so its maps and code need no new start.
 * `locate`: the map of the monitoring centre moves to the vehicle of the path.
 */
export async function navigate(page: Page, path: string, { locate = false } = {}): Promise<void> {
  // the history state of React Router
  const state = { key: crypto.randomUUID(), ...(locate ? { usr: { locate: true } } : {}) };
  const language = await page.evaluate<Language>('document.documentElement.lang');
  const [pathname] = path.split('?');
  const { title } = routes.find((route) => route.path === pathname)!;
  // kept pages are in the document but hidden
  await page.evaluate(`new Promise((done, fail) => {
    history.pushState(${JSON.stringify(state)}, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));
    const end = Date.now() + ${LIMIT.timeout};
    const look = () => {
      const loads = [...document.querySelectorAll('main [role=status][aria-label]')].some((each) => each.checkVisibility());
      if (document.title.startsWith(${JSON.stringify(`${translate(language, title)} - `)}) && !loads) done();
      else if (Date.now() > end) fail(new Error('not shown: ${path}'));
      else setTimeout(look, 20);
    };
    look();
  })`);
}

export type UserPageOptions = Partial<Look> & {
  readonly password?: string;
};

/** Signs an account in and opens `path`. An account has one session: an earlier one of it ends. */
export async function openUserPage(
  installation: Omit<Installation, 'close'>,
  account: string,
  path: string,
  options: UserPageOptions = {},
): Promise<UserPage> {
  const { password = installation.password, ...look } = options;
  const { url } = installation.product;
  const client = await signIn(url, account, password);
  const { page, faults } = await openPage(installation.browser, url, { ...WIDE, ...look });
  await page.context().addCookies([{ name: 'token', value: client.token, url }]);
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/WebGis/')) calls.push(request);
  });
  await page.goto(url + path);
  await page.locator('main').waitFor(LIMIT);
  return {
    page,
    faults,
    calls,
    client,
    close: async () => {
      if (faults.length > 0) throw new Error(`the console had faults:\n${faults.join('\n')}`);
      await closePage(page);
    },
  };
}

/** Removes the console errors that a story caused on purpose. Throws when there are none. */
export function expectConsoleErrors(user: Pick<UserPage, 'faults'>, wanted: RegExp): void {
  const others = user.faults.filter((fault) => !wanted.test(fault));
  if (others.length === user.faults.length) throw new Error(`no fault matches ${wanted}`);
  user.faults.splice(0, user.faults.length, ...others);
}

/** The response to the next call of `path`. */
export const nextReply = (page: Page, path: string) =>
  page.waitForResponse((response) => response.url().includes(`/api/WebGis/${path}`), LIMIT);
