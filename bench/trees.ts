/**
 * Trees of a company with 5,000 departments: the call that lists them, and the time from click to painted frame in a real browser.
 * Trees: departments beside a list, one opened, the select of a form, and the permissions of a role.
 * Run: `node bench/trees.ts [number of departments] [departments or permissions, else both]`.
 */
import { getText } from '@fleetwarden/locale/languages';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../scripts/browser.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { type Figures, LIMIT, opened, type Step, startClock, told, worstOf } from './platform/page-clock.ts';
import { type Bench, withProduct } from './platform/product.ts';
import { openSeat } from './platform/seat.ts';

const DEPARTMENTS = Number(process.argv[2] ?? 5_000);
const PART = process.argv[3];
const VEHICLES = 5_000;
const GOAL_MS = 200;
const TIMES = 5;
const said = (key: string) => getText('zh', key);

await withProduct({ vehicles: VEHICLES, departments: DEPARTMENTS }, async (bench) => {
  tellMachine('trees');
  await calls(bench);
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
  try {
    if (PART !== 'permissions') await departments(browser, bench);
    if (PART !== 'departments') await permissions(browser, bench);
  } finally {
    await browser.close();
  }
});

async function calls({ call, tokens, busyMs }: Bench): Promise<void> {
  const times: number[] = [];
  let count = 0;
  const before = busyMs();
  for (let n = 0; n < TIMES * 4; n++) {
    const start = performance.now();
    count = (await call(tokens.all, 'mainPage/getDeptTree')).data.list.length;
    times.push(performance.now() - start);
  }
  const busy = (busyMs() - before) / times.length;
  if (count !== DEPARTMENTS) throw new Error(`${count} departments`);
  times.sort((a, b) => a - b);
  console.log(
    `call of ${count} departments: median ${times[times.length >> 1]!.toFixed(0)} ms, processor time ${busy.toFixed(0)} ms`,
  );
  tellGoal(`worst call of ${count} departments`, times.at(-1)!, GOAL_MS, 'ms');
}

async function departments(browser: Browser, bench: Bench): Promise<void> {
  const page = await signedIn(browser, bench, '/platform/carInfoManagement');
  const tree = `[role=tree][aria-label="${said('resource.departments')}"]`;
  const item = `${tree} [role=treeitem]`;
  await page.locator(item).first().waitFor(LIMIT);
  const hide: Step = { click: `[aria-label="${said('resource.hideDepartments')}"]`, shows: `aside[data-hidden]` };
  const show: Step = { click: `[aria-label="${said('resource.showDepartments')}"]`, shows: item };
  await measured(page, `${DEPARTMENTS} departments beside a list`, show, hide);
  const second = `${item}[aria-posinset="1"][aria-level="2"]`;
  const open: Step = { click: `${second} [data-open="false"]`, shows: `${item}[aria-level="3"]` };
  const close: Step = { click: `${second} [data-open="true"]`, shows: `${tree}:not(:has([aria-level="3"]))` };
  await measured(page, 'one department opened', open, close);
  await page
    .getByRole('button', { name: said('resource.add') })
    .first()
    .click();
  const select = '.ant-drawer .ant-tree-select, .ant-modal .ant-tree-select';
  await page.locator(select).first().waitFor(LIMIT);
  const field: Step = { click: select, shows: '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-tree-treenode' };
  await measured(page, `select of ${DEPARTMENTS} departments in a form`, field, {
    click: '.ant-drawer-header',
    shows: 'body:not(:has(.ant-select-dropdown:not(.ant-select-dropdown-hidden)))',
  });
  await page.context().close();
}

async function permissions(browser: Browser, bench: Bench): Promise<void> {
  const page = await signedIn(browser, bench, '/platform/roleManagement');
  await page
    .getByRole('button', { name: said('resource.add') })
    .first()
    .waitFor(LIMIT);
  const tree = `[role=tree][aria-label="${said('role.codes')}"]`;
  const mark = (key: string) => page.evaluate(`benchMark(${JSON.stringify(said(key))}, ${JSON.stringify(key)})`);
  await mark('resource.add');
  const first = await opened(page, { click: '[data-bench="resource.add"]', shows: `${tree} [role=treeitem]` });
  console.log(`form of a role with its permissions, its code and its sliding in among it: ${told(first)}`);
  const figures: Figures[] = [];
  for (let n = 0; n < TIMES; n++) {
    await mark('role.expandAll');
    figures.push(await opened(page, { click: '[data-bench="role.expandAll"]', shows: `${tree} [aria-level="3"]` }));
    await mark('role.collapseAll');
    await opened(page, { click: '[data-bench="role.collapseAll"]', shows: `${tree}:not(:has([aria-level="2"]))` });
  }
  tell('every permission opened', figures);
  await page.context().close();
}

/** Opens and closes something several times; it is left open. */
async function measured(page: Page, what: string, open: Step, close: Step): Promise<void> {
  const figures: Figures[] = [];
  for (let n = 0; n < TIMES; n++) {
    if (n > 0 || (await page.locator(open.shows).count()) > 0) await opened(page, close);
    figures.push(await opened(page, open));
  }
  tell(what, figures);
}

function tell(what: string, figures: readonly Figures[]): void {
  console.log(`${what}: ${figures.map(told).join(', ')}`);
  tellGoal(`${what}, worst`, worstOf(figures), GOAL_MS, 'ms');
}

async function signedIn(browser: Browser, { product, tokens }: Bench, path: string): Promise<Page> {
  const page = await openSeat(browser, product, tokens.all, { path, scripts: ['platform/in-page.js'] });
  await startClock(page);
  return page;
}
