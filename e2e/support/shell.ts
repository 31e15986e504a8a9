/** The way into a demo's console, and what stands there. */
import { type Language, textOf } from '@fleetwarden/locale/languages';
import type { Locator, Page } from 'playwright-core';

export type Demo = {
  readonly password: string;
  readonly inspection: { readonly carNo: string; readonly color: number; readonly password: string };
};

/** What the login page of a demo tells everybody. */
export async function demoAt(url: string): Promise<Demo> {
  const reply = await fetch(`${url}/api/WebGis/user/loginPage`);
  const { data } = (await reply.json()) as { data: { demo: Demo } };
  return data.demo;
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
