/** Geofences and routes: drawn, edited, imported, bound to vehicles, sent to simulated terminals and deleted there. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { closePages, takeScreenshot } from './support/browser.ts';
import { until, vehicleIds } from './support/client.ts';
import { ADMIN, type Fleet, startFleet } from './support/fleet.ts';
import { NARROW, openUserPage, type UserPage } from './support/installation.ts';
import { translate } from './support/login.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 300_000 });

const PAGE = '/mapcontent/mapmonitoring';
const LIMIT = { timeout: 60_000 };
const SIMULATOR = resolve(import.meta.dirname, '../simulator/src/main.ts');
/** Terminals may be offline at any time; pending commands are sent when they reconnect. */
const TERMINALS = 5;
const PATIENCE = { timeout: 90_000 };
/** How long to wait for an answer before the next query. */
const ANSWERED = { timeout: 10_000 };

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => translate('zh', key, values);

const members = Array.from({ length: TERMINALS }, (_, n) => ({
  phone: `1990000200${n}`,
  version: 2019,
  plate: `京A7000${n}`,
  plateColour: 2,
  terminalNo: `S71000${n}`,
  maker: 'FWSIM',
  model: 'FW-T1',
  kind: 'taxi',
  seed: n + 1,
  homeCity: '北京',
}));

/** The drawing of each shape, in fractions of the map's size. */
const SHAPES = [
  {
    mode: 4,
    name: '圆形车场',
    shape: 4,
    set: '8600',
    drag: [
      [0.2, 0.3],
      [0.24, 0.34],
    ],
  },
  {
    mode: 1,
    name: '矩形货场',
    shape: 1,
    set: '8602',
    drag: [
      [0.3, 0.3],
      [0.4, 0.4],
    ],
  },
  {
    mode: 2,
    name: '三角禁区',
    shape: 2,
    set: '8604',
    clicks: [
      [0.45, 0.3],
      [0.55, 0.3],
      [0.5, 0.4],
    ],
  },
  {
    mode: 3,
    name: '干线',
    shape: 3,
    set: '8606',
    clicks: [
      [0.2, 0.6],
      [0.35, 0.65],
      [0.5, 0.6],
    ],
  },
] as const;

let fleet: Fleet;
let simulator: ChildProcess | undefined;
/** Plate of a terminal that is online. */
let plate = '';

beforeAll(async () => {
  fleet = await startFleet();
  const file = join(fleet.product.dataDir, 'fleet.json');
  writeFileSync(file, JSON.stringify(members));
  const options = [
    '--fleet',
    file,
    '--port',
    String(fleet.product.gatewayPort),
    '--steady',
    '--interval',
    '1',
    '--parked',
    '1',
    '--report',
    '0',
  ];
  simulator = spawn(process.execPath, [SIMULATOR, ...options], { stdio: 'ignore' });
  const user = await openUserPage(fleet, ADMIN, '/index');
  plate = await until(
    'a simulated terminal to be online',
    async () => (await user.client.post('device/listDevice', { online: true })).list[0]?.carNo as string | undefined,
    PATIENCE.timeout,
  );
  await user.close();
});
// a page left open by a failed step would slow the next one
afterEach(async () => {
  await closePages();
});
afterAll(async () => {
  if (simulator && simulator.exitCode === null) {
    simulator.kill('SIGTERM');
    await once(simulator, 'exit');
  }
  await fleet?.close();
});

/** Opens the monitoring centre with its geofence panel. */
async function openAreas(look: Parameters<typeof openUserPage>[3] = {}): Promise<UserPage & { panel: Locator }> {
  const user = await openUserPage(fleet, ADMIN, PAGE, look);
  const { page } = user;
  const language = look.language ?? 'zh';
  const map = page.getByRole('region', { name: translate(language, 'map.label') });
  await expect.poll(() => map.getAttribute('aria-busy'), LIMIT).toBe('false');
  await page.getByRole('button', { name: translate(language, 'page.areasAndGeofences'), exact: true }).click();
  const panel = page.getByRole('complementary', { name: translate(language, 'page.areasAndGeofences') });
  await panel.getByRole('button', { name: translate(language, 'geofences.draw1') }).waitFor(LIMIT);
  return { ...user, panel };
}

const pointOn = async (page: Page, [right, down]: readonly [number, number]): Promise<[number, number]> => {
  const { x, y, width, height } = (await page.getByRole('region', { name: t('map.label') }).boundingBox())!;
  return [x + right * width, y + down * height];
};

async function draw(page: Page, shape: (typeof SHAPES)[number]): Promise<void> {
  if ('drag' in shape) {
    const [from, to] = shape.drag;
    await page.mouse.move(...(await pointOn(page, from)));
    await page.mouse.down();
    await page.mouse.move(...(await pointOn(page, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])));
    await page.mouse.move(...(await pointOn(page, to)));
    await page.mouse.up();
    return;
  }
  for (const corner of shape.clicks) await page.mouse.click(...(await pointOn(page, corner)));
  await page.keyboard.press('Enter');
}

const choose = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: t('geofences.more', { name }) }).click(LIMIT);
  await page.getByRole('menuitem', { name: t(action), exact: true }).click();
};
const box = (panel: Locator, name: string): Locator => panel.getByRole('checkbox', { name: t('geofences.show', { name }) });
const saved = (page: Page) => page.getByRole('button', { name: t('form.save'), exact: true });

it('draws the four geofence shapes and stores them with their names and limits', async () => {
  const { page, panel, close } = await openAreas();
  await panel.getByText(t('geofences.empty')).waitFor(LIMIT);
  await takeScreenshot(page, 'areas-empty-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  for (const shape of SHAPES) {
    await panel.getByRole('button', { name: t(`geofences.draw${shape.mode}`) }).click();
    await panel.getByText(t('geofences.drawing')).waitFor(LIMIT);
    await draw(page, shape);
    const form = page.getByRole('dialog', { name: t('area.addTitle') });
    await form.getByLabel(t('area.areaName')).fill(shape.name);
    if (shape.mode === 4) {
      await form.getByRole('switch', { name: t('area.limitSpeed'), exact: true }).click();
      await form.getByLabel(new RegExp(`^${t('area.maxSpeed')}`)).fill('60');
      await form.getByLabel(new RegExp(`^${t('area.overDuration')}`)).fill('10');
      await takeScreenshot(page, 'areas-form-zh-light-1440');
      expect(await accessibilityViolations(page)).toEqual([]);
    }
    const stored = page.waitForResponse((reply) => reply.url().includes('area/addArea'), LIMIT);
    await saved(page).click();
    const reply = await stored;
    expect((await reply.json()).code).toBe('0');
    expect(JSON.parse(reply.request().postData()!).data.values.geo.shape).toBe(shape.shape);
    await form.waitFor({ state: 'hidden', ...LIMIT });
    await expect.poll(() => box(panel, shape.name).isChecked(), LIMIT).toBe(true);
  }
  await takeScreenshot(page, 'areas-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await close();
});

it('shows, hides, finds, edits, copies and deletes geofences', async () => {
  const { page, panel, client, close } = await openAreas();
  const [circle, rectangle] = SHAPES;
  await box(panel, circle.name).waitFor(LIMIT);
  await panel.getByRole('button', { name: t('geofences.showAll') }).click();
  await expect.poll(() => box(panel, circle.name).isChecked(), LIMIT).toBe(true);
  await panel.getByRole('button', { name: t('geofences.hideAll') }).click();
  await expect.poll(() => box(panel, circle.name).isChecked(), LIMIT).toBe(false);
  await box(panel, rectangle.name).check();
  await page.reload();
  // that closed the panel; the map is unchanged
  await page.getByRole('button', { name: t('page.areasAndGeofences'), exact: true }).click();
  await expect.poll(() => box(panel, rectangle.name).isChecked(), LIMIT).toBe(true);
  expect(await box(panel, circle.name).isChecked()).toBe(false);

  await panel.getByRole('textbox', { name: t('geofences.find') }).fill('车场');
  await box(panel, rectangle.name).waitFor({ state: 'detached', ...LIMIT });
  await choose(page, circle.name, 'resource.edit');
  const name = page.getByRole('dialog').getByLabel(t('area.areaName'));
  await expect.poll(() => name.inputValue(), LIMIT).toBe(circle.name);
  await name.fill('圆形停车场');
  await saved(page).click();
  await box(panel, '圆形停车场').waitFor(LIMIT);

  await choose(page, '圆形停车场', 'resource.copy');
  await expect.poll(() => name.inputValue(), LIMIT).not.toBe('');
  await name.fill('要删除的停车场');
  await page.getByRole('dialog').getByLabel(t('area.areaNo')).fill('99');
  await saved(page).click();
  await box(panel, '要删除的停车场').waitFor(LIMIT);
  await choose(page, '要删除的停车场', 'resource.remove');
  const question = page.getByRole('dialog', { name: t('geofences.removeTitle', { name: '要删除的停车场' }) });
  await question.getByText(t('geofences.removeHint')).waitFor(LIMIT);
  await takeScreenshot(page, 'areas-remove-zh-light-1440');
  await question.getByRole('button', { name: t('resource.remove') }).click();
  await box(panel, '要删除的停车场').waitFor({ state: 'detached', ...LIMIT });
  const { list } = await client.post('area/listArea');
  expect(list.map(({ areaName }: { areaName: string }) => areaName).sort()).toEqual(
    ['圆形停车场', ...SHAPES.slice(1).map(({ name: other }) => other)].sort(),
  );
  await close();
});

it('binds a vehicle, sends each shape to its terminal, queries the stored geofences, and deletes them there', async () => {
  const { page, client, close } = await openAreas();
  const { list } = await client.post('area/listArea');
  const areas = list as { id: string; areaName: string; areaNo: number; shape: number }[];
  const targId = (await vehicleIds(client, [plate])).get(plate);
  const [first, ...others] = SHAPES.map(({ shape }) => areas.find((area) => area.shape === shape)!);

  await choose(page, first!.areaName, 'vehiclePicker.bind');
  const picker = page.getByRole('dialog', { name: t('vehiclePicker.title', { name: first!.areaName }) });
  await picker.getByRole('searchbox', { name: t('vehiclePicker.findPlate') }).fill(plate);
  await page.keyboard.press('Enter');
  await picker.getByRole('treeitem', { name: plate }).locator('[data-checked]').first().click(LIMIT);
  await picker.getByRole('button', { name: t('vehiclePicker.move') }).click();
  await picker.getByText(t('vehiclePicker.associated', { count: 1 })).waitFor(LIMIT);
  await takeScreenshot(page, 'areas-bind-zh-light-1440');
  await saved(page).click();
  await picker.waitFor({ state: 'hidden', ...LIMIT });
  const none = { addCars: [], addDepts: [], removeCars: [], removeDepts: [] };
  for (const { id } of others) await client.post('area/bindCar', { id, ...none, addCars: [targId] });

  for (const area of [first!, ...others]) {
    await choose(page, area.areaName, 'geofences.terminals');
    const drawer = page.getByRole('dialog', { name: t('geofences.terminalsTitle', { name: area.areaName }) });
    const row = drawer.getByRole('row').filter({ hasText: plate });
    await row.getByText(t('geofences.kept_none')).waitFor(LIMIT);
    await drawer.getByRole('button', { name: t('geofences.sendAll') }).click();
    await row.getByText(t('geofences.kept_held')).waitFor(PATIENCE);
    await row.getByText(`${t('geofences.action1')} · ${t('enumeration.cmdStateSucceeded')}`).waitFor(LIMIT);
    await drawer.locator('.ant-btn-loading').waitFor({ state: 'detached', ...LIMIT });
    if (area === first) {
      await page.mouse.move(0, 0);
      await takeScreenshot(page, 'areas-terminals-zh-light-1440');
      expect(await accessibilityViolations(page)).toEqual([]);
    }
    await row.getByRole('checkbox').check();
    // a query does not wait for an offline terminal: repeat it until there is an answer
    const keeps = drawer.getByText(t('geofences.terminalGeofences', { areas: area.areaNo }), { exact: true });
    await expect
      .poll(async () => {
        await drawer.getByRole('button', { name: t('geofences.ask') }).click(LIMIT);
        return keeps.waitFor(ANSWERED).then(
          () => true,
          () => false,
        );
      }, PATIENCE)
      .toBe(true);
    await drawer.getByRole('button', { name: t('geofences.erase') }).click();
    await page
      .getByRole('dialog', { name: t('geofences.eraseTitle_one', { count: 1 }) })
      .getByRole('button', { name: t('geofences.erase') })
      .click(LIMIT);
    await row.getByText(t('geofences.kept_none')).waitFor(PATIENCE);
    // a toast may cover the button for the pointer
    await drawer.locator('.ant-drawer-close').press('Enter', LIMIT);
    await drawer.waitFor({ state: 'hidden', ...LIMIT });
  }
  // 2 done, 6 answered with its geofences
  for (const [cmdCode, state] of [
    ...SHAPES.flatMap(({ set }) => [set, String(Number(set) + 1)].map((code) => [code, 2])),
    ['8608', 6],
  ])
    expect((await client.post('terminal/listCommand', { cmdCode, targId })).list).toContainEqual(
      expect.objectContaining({ cmdCode, state }),
    );
  await close();
});

it('imports geofences from GeoJSON and KML and exports them again', async () => {
  const { page, panel, close } = await openAreas();
  const ring = [
    [116.3, 39.9],
    [116.31, 39.9],
    [116.31, 39.91],
    [116.3, 39.9],
  ];
  const crossing = [
    [116.3, 39.9],
    [116.31, 39.91],
    [116.31, 39.9],
    [116.3, 39.91],
    [116.3, 39.9],
  ];
  const feature = (name: string, coordinates: unknown) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates: [coordinates] },
  });
  const geojson = JSON.stringify({
    type: 'FeatureCollection',
    features: [feature('来自文件', ring), feature('交叉的', crossing)],
  });
  const kml = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>来自地标</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring.map((point) => point.join(',')).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`;

  async function bring(name: string, text: string, count: number, into: string): Promise<void> {
    await panel.getByRole('button', { name: new RegExp(`${t('geofences.import')}$`) }).click();
    const dialog = page.getByRole('dialog', { name: t('geofences.importTitle') });
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
    await dialog.getByRole('row').filter({ hasText: into }).waitFor(LIMIT);
    if (count > 1) await dialog.getByText(/不能相交/).waitFor(LIMIT);
    await takeScreenshot(page, `areas-import-${count}-zh-light-1440`);
    await dialog.getByRole('button', { name: t('geofences.importRun', { count: 1 }) }).click();
    await dialog.waitFor({ state: 'hidden', ...LIMIT });
    await expect.poll(() => box(panel, into).isChecked(), LIMIT).toBe(true);
  }
  await bring('areas.geojson', geojson, 2, '来自文件');
  await bring('areas.kml', kml, 1, '来自地标');

  await panel.getByRole('textbox', { name: t('geofences.find') }).fill('来自');
  await expect.poll(() => panel.getByRole('checkbox').count(), LIMIT).toBe(2);
  for (const format of ['GeoJSON', 'KML']) {
    const made = page.waitForResponse((reply) => reply.url().includes('area/exportShapes'), LIMIT);
    await panel.getByRole('button', { name: new RegExp(`${t('geofences.export')}$`) }).click();
    await page.getByRole('menuitem', { name: t('geofences.exportAs', { format }) }).click();
    const { url } = (await (await made).json()).data;
    const text = await (await fetch(new URL(url, fleet.product.url))).text();
    for (const name of ['来自文件', '来自地标']) expect(text).toContain(name);
    expect(text).toContain('116.31,39.91');
  }
  await close();
});

it.each([
  ['en', 'dark', {}],
  ['en', 'dark', NARROW],
] as const)('has no accessibility violations in %s, %s', async (language, scheme, size) => {
  const { page, panel, close } = await openAreas({ language, scheme, ...size });
  await panel.getByRole('checkbox').first().waitFor(LIMIT);
  await takeScreenshot(page, `areas-${language}-${scheme}-${'width' in size ? size.width : 1440}`);
  expect(await accessibilityViolations(page)).toEqual([]);
  await close();
});
