/** What a console says and sounds of alarms, as stories look for it. */
import type { Language } from '@fleetwarden/locale/languages';
import type { Locator, Page } from 'playwright-core';
import { until } from './client.ts';
import { listen } from './feed.ts';
import { say as sayIn } from './shell.ts';
import { LIMIT } from './workplace.ts';

const say = (key: string, values: Readonly<Record<string, string | number>> = {}) => sayIn('zh', key, values);

/** A kind of alarm by its name. */
export const kind = (key: string): string => say(`alarm.${key}`);

const LANGUAGES: readonly Language[] = ['zh', 'en', 'es', 'ja'];

/** Whether a call tells of that kind, in whatever language it was asked. */
export const isOfKind = ({ subTypeName }: { readonly subTypeName: string }, key: string): boolean =>
  LANGUAGES.some((language) => sayIn(language, `alarm.${key}`) === subTypeName);

/** The monitoring centre, once it is told what happens. */
export async function openMap(page: Page, url: string): Promise<void> {
  const feed = listen(page);
  await page.goto(`${url}/mapcontent/mapmonitoring`);
  await until('positions', () => feed.told.length > 0 || undefined);
}

/** The pop-up of an ordinary alarm, and of active safety, of a vehicle. */
export const ordinaryPopup = (page: Page, plate: string): Locator =>
  page.getByRole('alert', { name: `${say('alarmPopup.title')} ${plate}` });
export const safetyPopup = (page: Page, plate: string): Locator =>
  page.getByRole('alert', { name: `${say('alarmPopup.safetyTitle')} ${plate}` });

/** The number at a bell: of ordinary alarms, or of active safety. */
export async function bellCount(page: Page, bell: 'ordinaryBell' | 'safetyBell'): Promise<number> {
  const [before] = say(`notices.${bell}`, { count: '\n' }).split('\n');
  const label = await page.getByRole('link', { name: before! }).getAttribute('aria-label');
  return Number(/[\d,]+/.exec(label!.slice(before!.length))?.[0].replaceAll(',', ''));
}

/** Writes down each sound of a page, from before it is loaded. */
export async function listenToSounds(page: Page): Promise<void> {
  await page.addInitScript(`{
    window.heardLevels = [];
    let played = 0;
    new MutationObserver(() => {
      const mark = document.querySelector('[data-sound]');
      if (!mark || Number(mark.dataset.played) <= played) return;
      played = Number(mark.dataset.played);
      window.heardLevels.push(Number(mark.dataset.level));
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-played'] });
  }`);
}
/** Levels that sounded since the page was loaded, in order. */
export const heard = (page: Page): Promise<number[]> => page.evaluate('window.heardLevels');

/**
 * What a page calls out, asked in a way that is no touch of it: what a browser's driver asks by itself counts as one, and lets
 * sounds through.
 */
export async function calledOut(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const expression = `[...document.querySelectorAll('[role="alert"], [role="status"]')].map((node) => node.textContent).join('\\n')`;
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  await session.detach();
  return String(result.value);
}

/** The list of all alarms of the session, opened by what waits. */
export async function openDrawer(page: Page, language: Language = 'zh'): Promise<Locator> {
  const waiting = sayIn(language, 'alarmPopup.waiting', { count: '[\\d,.]+' });
  await page.getByRole('button', { name: new RegExp(waiting) }).click(LIMIT);
  const drawer = page.getByRole('dialog', { name: sayIn(language, 'alarmPopup.drawer') });
  await drawer.waitFor(LIMIT);
  return drawer;
}

/** The handling dialog, which is open. */
export const dealDialog = (page: Page): Locator => page.getByRole('dialog', { name: say('alarmDeal.title') });

/** Chooses how the alarms of the open dialog are handled: 1 a message, 5 by phone, 6 as false ones; and submits. */
export async function decide(page: Page, dealType: 1 | 5 | 6, notes = ''): Promise<void> {
  const dialog = dealDialog(page);
  await dialog.getByRole('radio', { name: say(`alarmDeal.type${dealType}`) }).check(LIMIT);
  if (notes !== '') await dialog.getByRole('textbox', { name: say('alarmDeal.notes') }).fill(notes);
  await dialog.getByRole('button', { name: say('alarmDeal.submit') }).click();
}

/** The rows of the list of alarms on a page, and one of them. */
export const alarmRows = (page: Page): Locator => page.locator('tbody tr[data-row-key]').filter({ visible: true });
export const alarmRow = (page: Page, ...texts: readonly string[]): Locator =>
  texts.reduce((rows, text) => rows.filter({ hasText: text }), alarmRows(page));

/** What happened to the case of the alarm whose details are shown. */
export const caseSteps = (page: Page): Locator =>
  page.getByRole('list', { name: say('alarmHistory.history') }).getByRole('listitem');
