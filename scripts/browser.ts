import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packagedBrowser } from './browser-package.ts';
import { ROOT, run } from './children.ts';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The path of a Chromium that runs: CHROME_PATH, the usual places, an earlier Playwright install, or else a new install: by apt for
 * root (with fonts for Chinese), by Playwright, finally from the npm registry. Throws when none is available.
 */
export async function findBrowser(
  environment: Environment = process.env,
  places: readonly string[] = USUAL_PLACES,
): Promise<string> {
  const named = environment['CHROME_PATH'];
  if (named) {
    if (runs(named)) return named;
    throw new Error(`CHROME_PATH: got ${JSON.stringify(named)}, takes the path of a Chromium that runs`);
  }
  return (await firstThatRuns(places)) ?? (await install(places));
}

async function firstThatRuns(places: readonly string[]): Promise<string | undefined> {
  return [...places, await playwrightsOwn()].find((place) => place !== undefined && runs(place));
}

async function install(places: readonly string[]): Promise<string> {
  console.log('No Chromium was found; installing one for the tests in a browser ...');
  for (const way of [byApt, byPlaywright]) {
    await way();
    const found = await firstThatRuns(places);
    if (found) return found;
  }
  const packaged = await packagedBrowser();
  if (packaged && runs(packaged)) return packaged;
  throw new Error('no Chromium could be installed: install one and name it by CHROME_PATH');
}

async function byApt(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };
  await run('apt-get', ['update', '-q'], quiet);
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], quiet);
}

async function byPlaywright(): Promise<void> {
  await run(process.execPath, [join(playwrightRoot(), 'cli.js'), 'install', 'chromium']);
}

async function playwrightsOwn(): Promise<string | undefined> {
  const module = pathToFileURL(join(playwrightRoot(), 'index.mjs')).href;
  const { chromium } = (await import(module)) as { chromium: { executablePath(): string } };
  return chromium.executablePath() || undefined;
}

/** playwright-core belongs to the workspace of the stories, not to the root. */
function playwrightRoot(): string {
  return join(createRequire(join(ROOT, 'e2e', 'package.json')).resolve('playwright-core/package.json'), '..');
}

function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}
