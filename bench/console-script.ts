import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BASE_PATH } from '@fleetwarden/contract/call';
import { UserSettings } from '@fleetwarden/contract/settings/schemas';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../e2e/support/start-browser.ts';
import { ROOT } from '../scripts/children.ts';
import { buildProduct } from '../scripts/product-build.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';

/**
 * Script size of the console, gzipped: until a page is ready, and including preloads. Pages: login, and the
 * monitoring centre, which is ready when the map's worker requests the ground. The built console is served from a folder; calls have
 * minimal replies. There are no vehicles: pinyin for their names is loaded with them.
 */
const PAGES = [
  { path: '/login', goalKib: 165, stands: 'form', asks: null },
  { path: '/mapcontent/mapmonitoring', goalKib: 690, stands: 'section[aria-busy="false"] canvas', asks: '.json' },
] as const;
type Measured = (typeof PAGES)[number];
/** The page is ready after this long without a request. */
const QUIET_MS = 2_500;
const DIST = join(import.meta.dirname, '../console/dist');
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

const userInfo = {
  userId: '1',
  deptId: '1',
  deptName: '',
  account: 'bench',
  username: 'bench',
  clientType: 4,
  configList: [],
  storageUrl: '',
  helpUrl: '',
  timeZone: 'Asia/Shanghai',
  settings: UserSettings.parse({}),
  mustChangePassword: false,
  inspection: null,
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  'user/loginPage': { platName: '', logoUrl: '', footer: '', captcha: true, demo: null },
  'user/getLoginInfo': { userInfo, rights: ['2'] },
};

tellMachine('console-script');
await buildProduct(ROOT, ['console']);
const loaded = new Map<string, number>();
const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://console').pathname;
  if (path.startsWith(BASE_PATH)) {
    const data = ANSWERS[path.slice(BASE_PATH.length)];
    const envelope = data ? { code: '0', msg: '', data } : { code: '4004', msg: '', data: null };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope));
    return;
  }
  const file = extname(path) !== '' && existsSync(join(DIST, path)) ? path : '/index.html';
  const body = readFileSync(join(DIST, file));
  if (extname(file) === '.js') loaded.set(file, gzipSync(body, { level: 9 }).length);
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(body);
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
let browser: Browser | null = null;
try {
  browser = await startBrowser();
  for (const measured of PAGES) {
    for (const language of ['zh', 'en', 'es', 'ja']) await measure(browser, measured, language);
  }
} finally {
  await browser?.close();
  server.closeAllConnections();
  server.close();
}

async function measure(browser: Browser, { path, goalKib, stands, asks }: Measured, language: string): Promise<void> {
  loaded.clear();
  const context = await browser.newContext();
  const cookies = path === '/login' ? { language } : { language, token: '0123456789abcdef.bench' };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })));
  const page = await context.newPage();
  const asked = asks && page.context().waitForEvent('request', (request) => new URL(request.url()).pathname.endsWith(asks));
  await Promise.all([page.goto(origin + path), page.locator(stands).first().waitFor(), asked]);
  const kib = () => [...loaded.values()].reduce((sum, size) => sum + size, 0) / 1024;
  const first = kib();
  for (let count = -1; count !== loaded.size; ) {
    count = loaded.size;
    await page.waitForTimeout(QUIET_MS);
  }
  tellGoal(`${path} in ${language}, gzipped until it stands (${kib().toFixed(0)} KiB in all)`, first, goalKib, 'KiB');
  await context.close();
}
