/** Alarm rule pages: create a speed limit, try it on past drives, and see a terminal break it. */
import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { type Look, takeScreenshot } from './support/browser.ts';
import { ADMIN, type Fleet, startFleet } from './support/fleet.ts';
import { LIMIT, NARROW, openUserPage } from './support/installation.ts';
import { translate } from './support/login.ts';
import type { Place, Terminal } from './support/terminal.ts';
import { findTextKey } from './support/text-keys.ts';

const PAGE = '/alarmrule/common/platOverSpeedSet';
const PLATE = '沪B60102';
const SCHEME = '港区限速';
const STEP_MS = 10_000;
/** Steps of a drive one hour ago; the vehicle speeds between FAST_FROM and FAST_TO. */
const [STEPS, FAST_FROM, FAST_TO] = [30, 10, 20];
const [FAST_KMH, SLOW_KMH] = [95, 30];
/** Degrees eastward in a second at about 90 km/h. */
const A_SECOND = 0.00026;

let fleet: Fleet;
let terminal: Terminal;

const driving = (at: number, lng: number, speedKmh: number): Place => ({ lng, lat: 31.2, speedKmh, heading: 90, at });

beforeAll(async () => {
  fleet = await startFleet();
  const began = Date.now() - HOUR_MS;
  terminal = await fleet.connect('013900060102', PLATE, driving(began, 121.4, 0));
  for (let step = 1; step <= STEPS; step++) {
    const kmh = step >= FAST_FROM && step <= FAST_TO ? FAST_KMH : SLOW_KMH;
    await terminal.report(driving(began + step * STEP_MS, 121.4 + step * A_SECOND * 5, kmh));
  }
});
afterAll(() => fleet?.close());

/** A visible form control by its label. */
const labelled = (page: Page, label: string) => page.getByLabel(label, { exact: true }).filter({ visible: true });

async function pickVehicle(page: Page): Promise<void> {
  const tree = page.getByRole('tree', { name: '可选车辆' }).filter({ visible: true });
  const search = page.getByRole('searchbox', { name: '车牌号，回车搜索' }).filter({ visible: true });
  await search.fill(PLATE);
  await search.press('Enter');
  await tree.getByRole('treeitem', { name: PLATE }).getByTitle('选择').click();
  await page.getByRole('button', { name: '添加所选' }).filter({ visible: true }).click();
  await page.getByText('已关联 1').filter({ visible: true }).waitFor(LIMIT);
}

it('an alarm rule is created, tried in a dry run, in force within seconds, and raises an alarm', async () => {
  const user = await openUserPage(fleet, ADMIN, PAGE);
  const { page } = user;
  await page.getByRole('button', { name: '新增方案' }).first().click();
  const panel = page.getByRole('region', { name: '新方案' });
  await panel.getByLabel('方案名称').fill(SCHEME);
  expect(await accessibilityViolations(page)).toEqual([]);
  await panel.getByRole('tab', { name: '参数' }).click();
  await labelled(page, '第 1 行限速').fill('161');
  await panel.getByRole('button', { name: /^保\s*存$/ }).click();
  await panel.getByText('第 1 行 限速：最大值为160').waitFor(LIMIT);
  await labelled(page, '第 1 行限速').fill('60');
  await labelled(page, '持续时间').fill('3');
  await labelled(page, '预警差值').fill('0');
  expect(await accessibilityViolations(page)).toEqual([]);
  await takeScreenshot(page, 'rules-params-new');

  // try it before saving
  await panel.getByRole('button', { name: /^试\s*算$/ }).click();
  const drawer = page.getByRole('dialog', { name: '方案试算' });
  await pickVehicle(page);
  await drawer.getByLabel('天数').fill('3');
  await takeScreenshot(page, 'rules-try-wish');
  expect(await accessibilityViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: '开始试算' }).click();
  await drawer.getByText('将产生 1 条报警').waitFor(LIMIT);
  await drawer.getByRole('cell', { name: PLATE }).waitFor(LIMIT);
  await takeScreenshot(page, 'rules-try-result');
  await drawer.getByRole('button', { name: '关闭' }).last().click();
  await drawer.waitFor({ state: 'detached', ...LIMIT });

  await panel.getByRole('tab', { name: '适用车辆' }).click();
  await pickVehicle(page);
  await takeScreenshot(page, 'rules-targets');
  expect(await accessibilityViolations(page)).toEqual([]);
  await panel.getByRole('button', { name: /^保\s*存$/ }).click();
  await page.getByRole('region', { name: SCHEME }).waitFor(LIMIT);
  await page.getByRole('button', { name: SCHEME, exact: true }).waitFor(LIMIT);
  const { list } = await user.client.post('warnScheme/warnSchemeListYL', { schemeType: '130102' });
  expect(list).toMatchObject([{ schemeName: SCHEME, vehicles: 1, params: { duration: 3, preDiff: 0, rows: [{ limit: 60 }] } }]);

  // a link restores the view of its sender
  await page.reload();
  await labelled(page, '持续时间')
    .or(page.getByRole('tab', { name: '参数' }))
    .first()
    .waitFor(LIMIT);
  await page.getByRole('tab', { name: '参数' }).click();
  expect(await labelled(page, '持续时间').inputValue()).toBe('3');

  fleet.drive(terminal, (step) => driving(Date.now(), 121.5 + step * A_SECOND, FAST_KMH));
  await page.goto(`${fleet.product.url}/QuickBar/danger`);
  const row = page
    .getByRole('row')
    .filter({ hasText: PLATE })
    .filter({ hasText: /平台(夜间)?超速报警/ });
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: '刷新' }).filter({ visible: true }).first().click();
        return row.count();
      },
      { ...LIMIT, interval: 1_000 },
    )
    .toBeGreaterThan(0);
  await takeScreenshot(page, 'rules-alarm-raised');
  await user.close();
});

const LOOKS: readonly (Look & { readonly name: string })[] = [
  { name: 'zh-light-1440', language: 'zh', scheme: 'light', width: 1440, height: 900 },
  { name: 'en-dark-1440', language: 'en', scheme: 'dark', width: 1440, height: 900 },
  { name: 'zh-dark-390', language: 'zh', scheme: 'dark', ...NARROW },
  { name: 'en-light-390', language: 'en', scheme: 'light', ...NARROW },
];

/** Pages whose forms differ most. */
const KINDS = [
  ['platOverSpeedSet', '130102'],
  ['platWarmplans', '130101'],
  ['bjzdclsz', '130103'],
  ['dsbwzdxfsz', '130110'],
  ['roadspeedalarm', '130113'],
] as const;

describe.each(LOOKS)('in $name', ({ name, ...look }) => {
  it('the pages fit the window and have no accessibility violations', async () => {
    const user = await openUserPage(fleet, ADMIN, PAGE, look);
    const { page } = user;
    const word = (key: string) => translate(look.language, key);
    const looked = async (what: string) => {
      await takeScreenshot(page, `rules-${what}-${name}`);
      expect(await findTextKey(page), page.url()).toBeUndefined();
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width);
    };
    await page.getByRole('button', { name: SCHEME, exact: true }).waitFor(LIMIT);
    await looked('list');
    await page.getByRole('button', { name: SCHEME, exact: true }).click();
    await page.getByRole('region', { name: SCHEME }).waitFor(LIMIT);
    await looked('base');
    await page.getByRole('tab', { name: word('warnScheme.tab_log') }).click();
    await page.getByText(word('warnScheme.act_add'), { exact: true }).waitFor(LIMIT);
    await looked('log');
    await page.getByRole('tab', { name: word('warnScheme.tab_targets') }).click();
    await page.getByRole('tree', { name: word('vehiclePicker.candidates') }).waitFor(LIMIT);
    await looked('targets');
    for (const [path, code] of KINDS) {
      await page.goto(`${fleet.product.url}/alarmrule/common/${path}?scheme=new&tab=params`);
      await page.getByRole('region', { name: word('warnScheme.newOne') }).waitFor(LIMIT);
      if (code === '130101') {
        await page.getByRole('combobox', { name: word('warnScheme.chooseTypes') }).fill(word('alarm.emergency'));
        await page.keyboard.press('Enter');
        await page.keyboard.press('Escape');
        await page
          .getByRole('button', { name: word('warnScheme.addTypes'), exact: false })
          .last()
          .click();
        await page.getByRole('region', { name: word('warnScheme.param_types') }).waitFor(LIMIT);
      }
      await looked(`params-${code}`);
    }
    await page.goto(`${fleet.product.url}/alarmrule/common/roadspeedalarm?view=roads`);
    await page.getByText(word('table.empty')).first().waitFor(LIMIT);
    await looked('roads');
    await page.goto(`${fleet.product.url}/setup/platsettings?tab=alarm`);
    await page.getByText(word('settings.platformChecks'), { exact: true }).first().waitFor(LIMIT);
    await looked('checks');
    await user.close();
  });
});
