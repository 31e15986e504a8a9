import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Product } from '../../e2e/support/product.ts';

export type SeatOptions = {
  readonly path: string;
  /** Files of `bench/` that run in the page before it does. */
  readonly scripts?: readonly string[];
  /** Where the page's map opens; else as anybody's first. */
  readonly view?: { readonly lng: number; readonly lat: number; readonly zoom: number };
};

/** The console in a browser of its own, signed in by a token. */
export async function openSeat(
  browser: Browser,
  product: Product,
  token: string,
  { path, scripts = [], view }: SeatOptions,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(Object.entries({ language: 'zh', token }).map(([name, value]) => ({ name, value, url: product.url })));
  for (const script of scripts) await context.addInitScript({ path: join(import.meta.dirname, '..', script) });
  if (view) {
    // the state that a reloaded page restores (console/src/shared/map-state.ts)
    const state = JSON.stringify(JSON.stringify({ view, mode: null }));
    await context.addInitScript(`sessionStorage.setItem('map.state', ${state})`);
  }
  const page = await context.newPage();
  await page.goto(product.url + path);
  return page;
}
