/** The login page, and texts of the console. */
import { getText, type Language } from '@fleetwarden/locale/languages';
import type { Locator, Page } from 'playwright-core';

export type Demo = {
  readonly password: string;
  readonly inspection: { readonly carNo: string; readonly color: number; readonly password: string };
};

/** The demo accounts that the login page shows. */
export async function readLoginDemo(url: string): Promise<Demo> {
  const reply = await fetch(`${url}/api/WebGis/user/loginPage`);
  const { data } = (await reply.json()) as { data: { demo: Demo } };
  return data.demo;
}

/** Waits for the captcha setting, fills the login form and submits it. */
export async function fillLogin(page: Page, account: string, password: string): Promise<void> {
  // the demo accounts arrive with the captcha setting
  await page.locator('section button').first().waitFor();
  await page.locator('input[name="username"]').fill(account);
  await page.locator('input[name="password"]').fill(password);
  await page.keyboard.press('Enter');
}

/** A text of the console in a language, with its placeholders filled. */
export const translate = (language: Language, key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  getText(language, key).replace(/\{\{(\w+)(?:, number)?\}\}/g, (_, name) => String(values[name] ?? ''));

/** The paths of the links in a part of the page. */
export const linkPaths = (part: Locator): Promise<string[]> =>
  part.locator('a[href]').evaluateAll((links) => links.map((link) => (link as unknown as { pathname: string }).pathname));
