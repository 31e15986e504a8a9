/** Base maps of several providers in a real browser; the story answers the requests for scripts and tiles of third parties. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { takeScreenshot } from './support/browser.ts';
import { type Client, saveDefaultView, signIn } from './support/client.ts';
import {
  expectConsoleErrors,
  type Installation,
  LIMIT,
  NARROW,
  openUserPage,
  startDemo,
  type UserPage,
} from './support/installation.ts';
import { translate } from './support/login.ts';
import { doubleScript, REFUSAL } from './support/map-scripts.ts';
import { RASTER_TILE, startTileServer } from './support/map-tiles.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 300_000 });

const MONITORING = '/mapcontent/mapmonitoring';
/** Software rendering draws maps slowly. */
const DRAWN = { timeout: 60_000 };
const t = (key: string, values: Readonly<Record<string, string>> = {}) => translate('zh', key, values);

/** One row per provider: settings, request, allowed host, and Beijing in its coordinates (specification 9). */
const PROVIDERS = [
  {
    mode: 1,
    double: 'baidu',
    settings: { mapProvider: 'BaiduMap', baiduMapKey: 'baidu-key' },
    script: 'https://api.map.baidu.com/**',
    asks: 'type=webgl&v=1.0&ak=baidu-key',
    host: 'https://*.baidu.com',
    sdk: 'BMapGL',
    centre: [116.3964, 39.9093],
  },
  {
    mode: 2,
    double: 'amap',
    settings: { mapProvider: 'GaodeMap', gaodeMapKey: 'amap-key', gaodeMapCode: 'amap-code' },
    script: 'https://webapi.amap.com/**',
    asks: 'v=1.4.15&key=amap-key',
    host: 'https://*.amap.com',
    sdk: 'AMap',
    centre: [116.3899, 39.90303],
  },
  {
    mode: 3,
    double: 'tencent',
    settings: { mapProvider: 'TenxunMap', tenxunMapKey: 'tencent-key' },
    script: 'https://map.qq.com/**',
    asks: 'key=tencent-key&libraries=tools,service',
    host: 'https://*.qq.com',
    sdk: 'TMap',
    centre: [116.3899, 39.90303],
  },
] as const;
/** The user's next view in the provider's coordinates and zoom. */
const MOVED = [120.2, 30.3, 9.5] as const;
/** The last view that the provider's map was sent to: longitude, latitude, zoom. */
const SENT = `(() => {
  const moves = ['centerAndZoom', 'setViewport', 'setZoomAndCenter', 'setCenter', 'easeTo'];
  const [name, ...at] = mapControl().calls.filter(([name]) => moves.includes(name)).at(-1);
  return name === 'setZoomAndCenter' ? [at[1], at[2], at[0]] : at;
})()`;
let demo: Installation;
let keeper: Client;
let version = 0;
let user: UserPage;

const put = async (values: Record<string, unknown>) => {
  ({ version } = await keeper.post('setting/savePlatSetting', { version, values }));
};
const map = (page: Page) => page.getByRole('region', { name: '车辆地图' });
const stands = async (page: Page) => {
  await map(page).waitFor(LIMIT);
  await expect.poll(() => map(page).getAttribute('aria-busy'), DRAWN).toBe('false');
};
const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: t('map.layers') }).click(DRAWN);
  await page.getByRole('menuitemradio', { name }).click();
};
/** The share of the map with a colour. */
async function shareOf(page: Page, colour: readonly number[]): Promise<number> {
  const png = (await map(page).screenshot()).toString('base64');
  return page.evaluate<number>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png}';
    await image.decode();
    const paint = new OffscreenCanvas(image.width, image.height).getContext('2d');
    paint.drawImage(image, 0, 0);
    const pixels = paint.getImageData(0, 0, image.width, image.height).data;
    let found = 0;
    for (let i = 0; i < pixels.length; i += 4)
      if (${JSON.stringify(colour)}.every((part, k) => Math.abs(pixels[i + k] - part) <= 2)) found++;
    return found / (image.width * image.height);
  })()`);
}

/** Answers the raster tiles of an address without a network; returns what the page asked for. */
async function answerTiles(page: Page, address: string) {
  const asked: string[] = [];
  await page.route(address, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'image/png', body: RASTER_TILE, headers: { 'access-control-allow-origin': '*' } });
  });
  return asked;
}

beforeAll(async () => {
  demo = await startDemo();
  keeper = await signIn(demo.product.url, 'demo', demo.password);
  await saveDefaultView(demo.product.url, 'dispatcher', demo.password);
});
afterAll(() => demo?.close());
beforeEach(async () => {
  user = await openUserPage(demo, 'dispatcher', '/index');
  // the page of the story before may have been closed before its choice was saved
  await user.client.post('setting/saveUserSetting', { mapTools: {} });
});
afterEach(() => user.close());

it('measures distances and areas on the map that needs no key', async () => {
  const { page } = user;
  await page.goto(demo.product.url + MONITORING);
  await stands(page);
  const pressed = (name: string) => expect.poll(() => page.getByRole('button', { name }).getAttribute('aria-pressed'), LIMIT);
  await page.getByRole('button', { name: '测距' }).click();
  await pressed('测距').toBe('true');
  const { x, y } = (await map(page).boundingBox())!;
  await page.mouse.click(x + 200, y + 200);
  await page.mouse.click(x + 400, y + 260);
  await page.mouse.move(x + 500, y + 400);
  await page.mouse.dblclick(x + 500, y + 400);
  await page.getByRole('button', { name: '清除测量' }).waitFor(LIMIT);
  await pressed('测距').toBe('false');
  await page.getByRole('button', { name: '测面积' }).click();
  await pressed('测面积').toBe('true');
  for (const [right, down] of [
    [600, 200],
    [760, 220],
    [720, 360],
  ] as const)
    await page.mouse.click(x + right, y + down);
  await page.keyboard.press('Escape');
  await takeScreenshot(page, 'map-measured-zh-light-1440');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(NARROW);
  await takeScreenshot(page, 'map-measured-zh-dark-390');
  await page.getByRole('button', { name: '清除测量' }).click();
  expect(await page.getByRole('button', { name: '清除测量' }).count()).toBe(0);
});

it.each(PROVIDERS)(
  'falls back from the map of mode $mode if its script or key fails, and restores the same view',
  async (row) => {
    const { mode, double, settings, script, asks, host, sdk, centre } = row;
    await put(settings);
    const { page } = user;
    const name = t(`map.mode${mode}`);
    const bodies = { double: await doubleScript(double), refused: REFUSAL };
    let answer: keyof typeof bodies | 'blocked' = 'blocked';
    const asked: string[] = [];
    await page.route(script, (route) => {
      asked.push(route.request().url());
      return answer === 'blocked' ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: bodies[answer] });
    });
    const policies: string[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'document') policies.push(response.headers()['content-security-policy'] ?? '');
    });
    const fallen = async (fault: string) => {
      await page.getByText(t('map.fallback', { name, reason: t(`map.${fault}`) })).waitFor(DRAWN);
      await page.locator('.maplibregl-canvas').waitFor(DRAWN);
    };
    const sent = (wanted: readonly number[]) =>
      expect
        .poll(
          async () => ((await page.evaluate(`window.mapControl?.() ? ${SENT} : []`)) as number[]).slice(0, wanted.length),
          DRAWN,
        )
        .toEqual(wanted.map((number) => expect.closeTo(number, 3)));

    await page.goto(demo.product.url + MONITORING);
    await fallen('blocked');
    await takeScreenshot(page, `map-${double}-blocked-zh-light-1440`);
    expectConsoleErrors(user, /ERR_FAILED/);
    // the page was reloaded for it once, and for no other provider
    const opened = policies.filter((policy) => policy.includes(host));
    expect(opened).toHaveLength(1);
    expect(opened[0]).toBe(policies.at(-1));
    expect(opened[0]).toMatch(/script-src [^;]*'unsafe-eval'/);
    for (const other of PROVIDERS) if (other !== row) expect(policies.join()).not.toContain(other.host);

    answer = 'double';
    await choose(page, name);
    await stands(page);
    await sent(centre);
    expect(asked.at(-1)).toContain(asks);
    expect(await page.evaluate('window._AMapSecurityConfig?.securityJsCode')).toBe(mode === 2 ? 'amap-code' : undefined);
    await takeScreenshot(page, `map-${double}-zh-light-1440`);

    await page.evaluate(`mapControl().userMoves(${MOVED})`);
    await choose(page, t('map.mode0'));
    await page.locator('.maplibregl-canvas').waitFor(DRAWN);
    expect(await page.evaluate('mapControl().calls.at(-1)')).toEqual(['destroy']);

    // the key is revoked: the library is gone and does not load again
    answer = 'refused';
    await page.evaluate(`delete window.${sdk}`);
    await choose(page, name);
    await fallen('refused');
    await takeScreenshot(page, `map-${double}-refused-zh-light-1440`);
    answer = 'double';
    await choose(page, name);
    await sent(MOVED);
  },
);

it('draws the platform’s own tiles below the vehicles', async () => {
  await put({
    baiduMapKey: null,
    gaodeMapKey: null,
    tenxunMapKey: null,
    mapSource: 'xyz',
    mapSourceUrl: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
    mapAttribution: '© tiles',
  });
  const { page } = user;
  const tiles = await answerTiles(page, 'https://*.tiles.example/**');
  await page.goto(demo.product.url + MONITORING);
  await stands(page);
  await expect.poll(() => tiles.length, DRAWN).toBeGreaterThan(0);
  expect(tiles[0]).toMatch(/^https:\/\/[abc]\.tiles\.example\/\d+\/\d+\/\d+\.png$/);
  await takeScreenshot(page, 'map-tiles-zh-light-1440');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.locator('html').getAttribute('data-theme'), LIMIT).toBe('dark');
  await takeScreenshot(page, 'map-tiles-zh-dark-1440');
});

it('draws streets from the source that the user selects, and allows requests to no other source', async () => {
  const [tiles, other] = await Promise.all([startTileServer(), startTileServer()]);
  const { page } = user;
  const asked = (form: RegExp) => tiles.asked.filter((path) => form.test(path)).length;
  const reach = (url: string) =>
    page.evaluate(
      (address) =>
        fetch(address).then(
          () => 'answered',
          () => 'refused',
        ),
      url,
    );
  const attribution = (text: string) => page.locator('.maplibregl-ctrl-attrib-inner').getByText(text).waitFor(DRAWN);
  try {
    await put({ mapSource: 'vector', mapSourceUrl: `${tiles.url}/planet`, mapAttribution: '© local streets' });
    const osmTiles = await answerTiles(page, 'https://tile.openstreetmap.org/**');
    await page.goto(demo.product.url + MONITORING);
    await stands(page);
    await attribution('© local streets');
    // the water of the vector tiles
    await expect.poll(() => shareOf(page, [0xd4, 0xe2, 0xec]), DRAWN).toBeGreaterThan(0.2);
    expect(asked(/^\/v\/\d+\/\d+\/\d+$/)).toBeGreaterThan(0);
    expect([await reach(`${tiles.url}/planet`), await reach(`${other.url}/planet`), other.asked]).toEqual([
      'answered',
      'refused',
      [],
    ]);
    await takeScreenshot(page, 'map-streets-zh-light-1440');

    await choose(page, t('map.openStreetMap'));
    await attribution('© OpenStreetMap');
    await expect.poll(() => shareOf(page, [0xee, 0xee, 0xee]), DRAWN).toBeGreaterThan(0.2);
    expect([osmTiles.length > 0, await reach(`${tiles.url}/planet`)]).toEqual([true, 'refused']);
    // the choice is the user's: another page has it too
    await page.goto(demo.product.url + MONITORING);
    await attribution('© OpenStreetMap');

    await choose(page, t('map.mode0'));
    await expect.poll(() => shareOf(page, [0xee, 0xee, 0xee]), DRAWN).toBeLessThan(0.01);
    await tiles.close();
    await choose(page, t('map.platformMap'));
    await page.getByText(t('map.sourceFailed')).waitFor(DRAWN);
    await stands(page);
    expectConsoleErrors(user, /Content Security Policy|ERR_CONNECTION_REFUSED|ERR_FAILED/);
  } finally {
    await Promise.all([tiles.close(), other.close()]);
  }
});
