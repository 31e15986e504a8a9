/** Alarm pop-ups, bells, sounds and lists, as stories look for them. */
import type { Language } from '@fleetwarden/locale/languages';
import type { Locator, Page } from 'playwright-core';
import { doNotKeep } from './browser.ts';
import { until } from './client.ts';
import { LIMIT } from './installation.ts';
import { recordLiveFeed } from './live-feed.ts';
import { translate } from './login.ts';

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => translate('zh', key, values);

/** A kind of alarm by its name. */
export const kind = (key: string): string => t(`alarm.${key}`);

const LANGUAGES: readonly Language[] = ['zh', 'en', 'es', 'ja'];

/** Whether a row of a reply is of that kind, in any language. */
export const isOfKind = ({ subTypeName }: { readonly subTypeName: string }, key: string): boolean =>
  LANGUAGES.some((language) => translate(language, `alarm.${key}`) === subTypeName);

/** In the browser: frames in a row that came soon enough after each other. */
const STEADY = `new Promise((done) => {
  let before = performance.now();
  let steady = 0;
  const count = (now) => {
    steady = now - before < 250 ? steady + 1 : 0;
    before = now;
    if (steady < 5) requestAnimationFrame(count);
    else done();
  };
  requestAnimationFrame(count);
})`;

/**
 * Opens the monitoring centre and waits for its first positions, and until its map is drawn: a busy page could show and hide a pop-up
 * between two looks of the story.
 */
export async function openMap(page: Page, url: string): Promise<void> {
  const feed = recordLiveFeed(page);
  await page.goto(`${url}/mapcontent/mapmonitoring`);
  await until('positions', () => feed.received.length > 0 || undefined);
  await page.evaluate(STEADY);
}

/** Holds pop-ups with this text as a user's pointer does, until the next click: a story on a busy machine may look too late. */
export async function holdPopups(page: Page, text: string): Promise<void> {
  await page.evaluate(`{
    const all = () => [...document.querySelectorAll('[role="alert"]')].filter((each) => each.textContent.includes(${JSON.stringify(text)}));
    const tell = (type) => { for (const each of all()) if (!each.matches(':hover')) each.dispatchEvent(new PointerEvent(type)); };
    const timer = setInterval(tell, 100, 'pointerenter');
    const end = () => { clearInterval(timer); tell('pointerleave'); };
    document.addEventListener('click', end, { once: true, capture: true });
  }`);
}

/** The pop-up of an ordinary alarm, and of active safety, of a vehicle. */
export const ordinaryPopup = (page: Page, plate: string): Locator =>
  page.getByRole('alert', { name: `${t('alarmPopup.title')} ${plate}` });
export const safetyPopup = (page: Page, plate: string): Locator =>
  page.getByRole('alert', { name: `${t('alarmPopup.safetyTitle')} ${plate}` });

/** The banner of serious alarms. */
const seriousBanner = (page: Page): Locator => page.getByRole('region', { name: t('alarmPopup.serious') });

/** Acknowledges the serious alarm with this text; the banner stays until then. */
export async function acknowledgeSerious(page: Page, text: string): Promise<void> {
  const item = seriousBanner(page).getByRole('listitem').filter({ hasText: text });
  await item.getByRole('button', { name: t('alarmPopup.acknowledge'), exact: true }).click(LIMIT);
  await item.waitFor({ state: 'detached', ...LIMIT });
}

/** The number at a bell: of ordinary alarms, or of active safety. */
export async function bellCount(page: Page, bell: 'ordinaryBell' | 'safetyBell'): Promise<number> {
  const [before] = t(`notices.${bell}`, { count: '\n' }).split('\n');
  const label = await page.getByRole('link', { name: before! }).getAttribute('aria-label');
  return Number(/[\d,]+/.exec(label!.slice(before!.length))?.[0].replaceAll(',', ''));
}

/** Records each sound of the page. Call it before the page loads. */
export async function recordSounds(page: Page): Promise<void> {
  doNotKeep(page);
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
/** Alarm levels of the sounds since the page was loaded, in order. */
export const playedLevels = (page: Page): Promise<number[]> => page.evaluate('window.heardLevels');

/**
 * The texts of alerts and status regions. Read by a raw DevTools call: Playwright's own evaluation counts as a user gesture, which
 * would allow sounds.
 */
export async function announcedText(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const expression = `[...document.querySelectorAll('[role="alert"], [role="status"]')].map((node) => node.textContent).join('\\n')`;
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  await session.detach();
  return String(result.value);
}

/** Opens the list of all alarms of the session. */
export async function openAlarmDrawer(page: Page, language: Language = 'zh'): Promise<Locator> {
  const waiting = ['one', 'other']
    .map((form) => translate(language, `alarmPopup.waiting_${form}`, { count: '[\\d,.]+' }))
    .join('|');
  await page.getByRole('button', { name: new RegExp(waiting) }).click(LIMIT);
  const drawer = page.getByRole('dialog', { name: translate(language, 'alarmPopup.drawer') });
  await drawer.waitFor(LIMIT);
  return drawer;
}

/** The open handling dialog. */
export const handlingDialog = (page: Page): Locator => page.getByRole('dialog', { name: t('alarmHandling.title') });

/** Handles the alarms of the open dialog: 1 by message, 5 by phone, 6 as false alarms. */
export async function decide(page: Page, dealType: 1 | 5 | 6, notes = ''): Promise<void> {
  const dialog = handlingDialog(page);
  await dialog.getByRole('radio', { name: t(`alarmHandling.type${dealType}`) }).check(LIMIT);
  if (notes !== '') await dialog.getByRole('textbox', { name: t('alarmHandling.notes') }).fill(notes);
  await dialog.getByRole('button', { name: t('alarmHandling.submit') }).click();
}

/** The rows of the list of alarms on a page, and one of them. */
export const alarmRows = (page: Page): Locator => page.locator('[data-row-key]').filter({ visible: true });
export const alarmRow = (page: Page, ...texts: readonly string[]): Locator =>
  texts.reduce((rows, text) => rows.filter({ hasText: text }), alarmRows(page));

/** The history of the case that is shown. */
export const caseSteps = (page: Page): Locator =>
  page.getByRole('list', { name: t('alarmHistory.history') }).getByRole('listitem');
