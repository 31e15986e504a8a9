/** Base maps of several providers below the demo's vehicles, in a real browser; scripts and tiles of others are answered here. */
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { picture } from './support/browser.ts';
import { type Client, signIn } from './support/client.ts';
import { expectFaults, LIMIT, NARROW, openWorkplace, type Seat, takeSeat, type Workplace } from './support/workplace.ts';

const MONITORING = '/mapcontent/mapmonitoring';
/** Software draws a map slowly. */
const DRAWN = { timeout: 60_000 };

/** What stands for Amap's script: of its shape, drawing a chequered ground, and leaving a trace of what it was asked. */
const AMAP = `(() => {
  const at = (lng, lat) => ({ getLng: () => lng, getLat: () => lat });
  window.amapTrace = [];
  class Map {
    constructor(container, options) {
      amapTrace.push(['Map', options.mapStyle]);
      Object.assign(this, { container, zoom: 4, lng: 0, lat: 0, handlers: {} });
      container.style.background = 'conic-gradient(#dde 25%, #eef 0 50%, #dde 0 75%, #eef 0) 0 0 / 64px 64px';
      setTimeout(() => this.emit('complete', {}), 50);
    }
    emit(name, event) { for (const handler of this.handlers[name] ?? []) handler(event); }
    on(name, handler) { (this.handlers[name] ??= []).push(handler); }
    off(name, handler) { this.handlers[name] = (this.handlers[name] ?? []).filter((one) => one !== handler); }
    getZoom() { return this.zoom; }
    getCenter() { return at(this.lng, this.lat); }
    setZoomAndCenter(zoom, [lng, lat]) { Object.assign(this, { zoom, lng, lat }); amapTrace.push(['go', zoom, lng, lat]); }
    lngLatToContainer([lng]) {
      const x = ((lng - this.lng) / 360) * 256 * 2 ** this.zoom + this.container.clientWidth / 2;
      return { getX: () => x, getY: () => this.container.clientHeight / 2 };
    }
    setMapStyle(style) { amapTrace.push(['style', style]); }
    setLang() {}
    setStatus() {}
    setDefaultCursor() {}
    destroy() { this.container.remove(); amapTrace.push(['destroy']); }
  }
  const layer = class { setMap() {} };
  // as the real one does it: a part of it is text
  window.AMap = new Function('Map', 'layer', 'return { Map, TileLayer: { Satellite: layer, RoadNet: layer, Traffic: layer } }')(Map, layer);
  window[new URL(document.currentScript.src).searchParams.get('callback')]();
})();`;
/** A tile as maps of paper have them: light, with a road through it. */
const TILE = (() => {
  const size = 256;
  const rows = Buffer.alloc((size + 1) * size, 0xee);
  for (let y = 0; y < size; y++) {
    rows[y * (size + 1)] = 0;
    rows.fill(0xff, y * (size + 1) + 120, y * (size + 1) + 136);
  }
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.from([0, 0, 1, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0]);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
})();

let place: Workplace;
let keeper: Client;
let version = 0;
let seat: Seat;

const put = async (values: Record<string, unknown>) => {
  ({ version } = await keeper.post('setting/savePlatSetting', { version, values }));
};
const map = (page: Page) => page.getByRole('region', { name: '车辆地图' });
const stands = async (page: Page) => {
  await map(page).waitFor(LIMIT);
  await expect.poll(() => map(page).getAttribute('aria-busy'), DRAWN).toBe('false');
};

beforeAll(async () => {
  place = await openWorkplace();
  keeper = await signIn(place.product.url, 'demo', place.password);
});
afterAll(() => place?.close());
beforeEach(async () => {
  seat = await takeSeat(place, 'dispatcher', '/index');
});
afterEach(() => seat.leave());

it('measures a distance on the map that needs no key', async () => {
  const { page } = seat;
  await page.goto(place.product.url + MONITORING);
  await stands(page);
  expect(await page.getByRole('button', { name: '底图' }).count()).toBe(0);
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
  await picture(page, 'map-measured-zh-light-1440');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(NARROW);
  await picture(page, 'map-measured-zh-dark-390');
  await page.getByRole('button', { name: '清除测量' }).click();
  expect(await page.getByRole('button', { name: '清除测量' }).count()).toBe(0);
});

it('shows a provider’s map once it has a key, with the page opened for it alone', async () => {
  await put({ mapProvider: 'GaodeMap', gaodeMapKey: 'amap-key', gaodeMapCode: 'amap-code' });
  const { page } = seat;
  const asked: string[] = [];
  await page.route('https://webapi.amap.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: AMAP });
  });
  const policies: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'document') policies.push(response.headers()['content-security-policy'] ?? '');
  });
  await page.reload();
  await page.goto(place.product.url + MONITORING);
  await stands(page);
  await expect.poll(() => page.evaluate('window.amapTrace?.length > 0'), DRAWN).toBe(true);
  expect(policies.filter((policy) => policy.includes('amap.com'))).toHaveLength(1);
  expect(policies.at(-1)).toMatch(/script-src 'self' https:\/\/\*\.amap\.com/);
  expect(policies.join('')).not.toMatch(/baidu|qq\.com/);
  expect(asked[0]).toContain('v=1.4.15&key=amap-key');
  expect(await page.evaluate('window._AMapSecurityConfig.securityJsCode')).toBe('amap-code');
  // specification 9: 116.3964, 39.9093 in the Baidu system, which Amap has 0.0065 farther west and 0.006 farther south
  const gone = (await page.evaluate("window.amapTrace.filter(([name]) => name === 'go').at(-1)")) as [
    string,
    number,
    number,
    number,
  ];
  expect(gone.slice(2)).toEqual([expect.closeTo(116.3899, 3), expect.closeTo(39.90303, 3)]);
  await picture(page, 'map-amap-zh-light-1440');
  await page.getByRole('button', { name: '底图' }).click();
  await page.getByRole('menuitemradio', { name: '内置地图' }).click();
  await page.locator('.maplibregl-canvas').waitFor(DRAWN);
  expect(await page.evaluate('window.amapTrace.at(-1)')).toEqual(['destroy']);
});

it('goes on with its own map where the provider’s script does not come, and says so', async () => {
  const { page } = seat;
  await page.route('https://webapi.amap.com/**', (route) => route.abort());
  await page.goto(place.product.url + MONITORING);
  await page.getByText('高德地图无法使用，已改用内置地图。脚本被网络或浏览器拦截').waitFor(DRAWN);
  await page.locator('.maplibregl-canvas').waitFor(DRAWN);
  await picture(page, 'map-fallen-zh-light-1440');
  expectFaults(seat, /ERR_FAILED/);
});

it('draws the platform’s own tiles below the vehicles', async () => {
  await put({
    gaodeMapKey: null,
    mapSource: 'xyz',
    mapSourceUrl: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
    mapAttribution: '© tiles',
  });
  const { page } = seat;
  const tiles: string[] = [];
  await page.route('https://*.tiles.example/**', (route) => {
    tiles.push(route.request().url());
    return route.fulfill({ contentType: 'image/png', body: TILE, headers: { 'access-control-allow-origin': '*' } });
  });
  await page.goto(place.product.url + MONITORING);
  await stands(page);
  await expect.poll(() => tiles.length, DRAWN).toBeGreaterThan(0);
  expect(tiles[0]).toMatch(/^https:\/\/[abc]\.tiles\.example\/\d+\/\d+\/\d+\.png$/);
  await picture(page, 'map-tiles-zh-light-1440');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.locator('html').getAttribute('data-theme'), LIMIT).toBe('dark');
  await picture(page, 'map-tiles-zh-dark-1440');
});
