/** The demo as a workplace: a product with a few vehicles, a browser, and seats in it for the accounts of the demo. */
import type { Browser, Page, Request } from 'playwright-core';
import { type Look, openBrowser, openPage } from './browser.ts';
import { type Client, signIn } from './client.ts';
import { removeDataDir } from './data-dir.ts';
import { type Product, startProduct } from './product.ts';
import { copyDataDir } from './shared-services.ts';
import { DEMO_VEHICLES } from './templates.ts';

/** How long a story waits for what it expects to see. */
export const LIMIT = { timeout: 60_000 };
const WIDE: Look = { language: 'zh', scheme: 'light', width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 } as const;

export type Workplace = {
  readonly product: Product;
  readonly browser: Browser;
  /** Of every account of the demo. */
  readonly password: string;
  close(): Promise<void>;
};

export async function openWorkplace(): Promise<Workplace> {
  const dataDir = await copyDataDir('demo');
  const product = await startProduct(dataDir, { DEMO: 'on', DEMO_VEHICLES });
  const browser = await openBrowser();
  const told = (await (await fetch(`${product.url}/api/WebGis/user/loginPage`)).json()) as {
    data: { demo: { password: string } };
  };
  return {
    product,
    browser,
    password: told.data.demo.password,
    close: async () => {
      await browser.close();
      const code = await product.stop();
      removeDataDir(dataDir);
      if (code !== 0) throw new Error(`the server ended with ${code}`);
    },
  };
}

export type Seat = {
  readonly page: Page;
  /** What the console told itself so far and no user should cause; a story that causes one on purpose takes it away. */
  readonly faults: string[];
  /** Calls made so far. */
  readonly calls: readonly Request[];
  /** A caller outside the browser, with the same session. */
  readonly client: Client;
  /** Ends the seat. Fails where the console had a fault. */
  leave(): Promise<void>;
};

export type SeatOptions = Partial<Look> & {
  readonly password?: string;
};

/** An account signed in, at `path`. One session an account: it ends whatever session that account had. */
export async function takeSeat(
  place: Omit<Workplace, 'close'>,
  account: string,
  path: string,
  options: SeatOptions = {},
): Promise<Seat> {
  const { password = place.password, ...look } = options;
  const { url } = place.product;
  const client = await signIn(url, account, password);
  const { page, faults } = await openPage(place.browser, url, { ...WIDE, ...look });
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
    leave: async () => {
      if (faults.length > 0) throw new Error(`the console had faults:\n${faults.join('\n')}`);
      await page.context().close();
    },
  };
}

/** Takes away the faults a story caused on purpose; fails where there was none. */
export function expectFaults(seat: Pick<Seat, 'faults'>, wanted: RegExp): void {
  const others = seat.faults.filter((fault) => !wanted.test(fault));
  if (others.length === seat.faults.length) throw new Error(`no fault matches ${wanted}`);
  seat.faults.splice(0, seat.faults.length, ...others);
}

/** The reply of the next call to `path`. */
export const replyOf = (page: Page, path: string) =>
  page.waitForResponse((response) => response.url().includes(`/api/WebGis/${path}`), LIMIT);
