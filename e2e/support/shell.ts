/** The console of a demo, opened as one of its accounts, and its texts. */
import { type Language, textOf } from '@fleetwarden/locale/languages';
import type { Browser, Locator, Page } from 'playwright-core';
import { type Look, openPage } from './browser.ts';
import { type Client, signIn } from './client.ts';

export type Demo = {
  readonly url: string;
  readonly password: string;
  readonly inspection: { readonly carNo: string; readonly color: number; readonly password: string };
};

/** What the login page of a demo tells everybody. */
export async function demoAt(url: string): Promise<Demo> {
  const reply = await fetch(`${url}/api/WebGis/user/loginPage`);
  const { data } = (await reply.json()) as { data: { demo: Omit<Demo, 'url'> } };
  return { url, ...data.demo };
}

/** A page that is signed in already, without having seen the login page; `client` calls with the same session. */
export async function openAs(
  browser: Browser,
  demo: Demo,
  account: string,
  look: Look,
): Promise<{ page: Page; faults: string[]; client: Client }> {
  const client = await signIn(demo.url, account, demo.password);
  const opened = await openPage(browser, demo.url, look);
  await opened.page.context().addCookies([{ name: 'token', value: encodeURIComponent(client.token), url: demo.url }]);
  return { ...opened, client };
}

/** Fills the login form, once the page knows what is asked for, and sends it. */
export async function fillLogin(page: Page, account: string, password: string): Promise<void> {
  // the accounts of the demo come with that knowledge
  await page.locator('section button').first().waitFor();
  await page.locator('input[name="username"]').fill(account);
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
}

/** A text of the console in a language, its placeholders filled. */
export const say = (language: Language, key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  textOf(language, key).replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name] ?? ''));

/** Where the links in a part of the page lead, as paths. */
export const targetsIn = (part: Locator): Promise<string[]> =>
  part.locator('a[href]').evaluateAll((links) => links.map((link) => (link as unknown as { pathname: string }).pathname));
