import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packagedBrowser } from './browser-package.ts';
import { ROOT, run } from './children.ts';

/** Chromium without windows: a page opens in a third of the time, because no tab strip or side panel is drawn. */
const SHELL_PLACES = ['/usr/bin/chromium-headless-shell'];

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
 * The path of a Chromium that runs: CHROME_PATH, the headless shell (root gets it by apt, with fonts for Chinese), the usual places, what
 * Playwright installed or installs, at last a package of the npm registry. Throws if none can be had.
 */
export async function findBrowser(
  environment: Environment = process.env,
  shells: readonly string[] = SHELL_PLACES,
  places: readonly string[] = USUAL_PLACES,
): Promise<string> {
  const named = environment['CHROME_PATH'];
  if (named) {
    if (runs(named)) return named;
    throw new Error(`CHROME_PATH: got ${JSON.stringify(named)}, takes the path of a Chromium that runs`);
  }
  const found =
    firstThatRuns(shells) ?? (await installByApt(shells, places)) ?? firstThatRuns(places) ?? (await playwrightsOwn());
  return found ?? (await install());
}

const firstThatRuns = (places: readonly string[]): string | undefined => places.find(runs);

/** Gives up soon where no package source can be reached. */
const APT_OPTIONS = ['-q', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0'];

async function installByApt(shells: readonly string[], places: readonly string[]): Promise<string | undefined> {
  if (shells.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Installing a headless Chromium for the tests in a browser ...');
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
  };
  await run('apt-get', ['update', ...APT_OPTIONS], options);
  // some releases have no package of the shell
  const names = ['chromium-headless-shell', ...(firstThatRuns(places) ? [] : ['chromium'])];
  for (const name of names) {
    const packages = ['--no-install-recommends', name, 'fonts-noto-cjk'];
    if ((await run('apt-get', ['install', '-y', ...APT_OPTIONS, ...packages], options)) === 0) break;
  }
  return firstThatRuns(shells);
}

async function install(): Promise<string> {
  console.log('No Chromium was found; installing one for the tests in a browser ...');
  await run(process.execPath, [join(playwrightRoot(), 'cli.js'), 'install', 'chromium']);
  const found = (await playwrightsOwn()) ?? (await packagedBrowser());
  if (found && runs(found)) return found;
  throw new Error('no Chromium could be installed: install one and name it by CHROME_PATH');
}

async function playwrightsOwn(): Promise<string | undefined> {
  const module = pathToFileURL(join(playwrightRoot(), 'index.mjs')).href;
  const { chromium } = (await import(module)) as { chromium: { executablePath(): string } };
  return firstThatRuns([chromium.executablePath()]);
}

/** playwright-core belongs to the workspace of the stories, not to the root. */
function playwrightRoot(): string {
  return join(createRequire(join(ROOT, 'e2e', 'package.json')).resolve('playwright-core/package.json'), '..');
}

function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}
