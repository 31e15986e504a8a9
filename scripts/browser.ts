import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packagedBrowser } from './browser-package.ts';
import { ROOT, run } from './children.ts';

/** Chromium without windows: a page opens in a third of the time, because no tab strip or side panel is drawn. */
const SHELLS = ['/usr/bin/chromium-headless-shell'];

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

/** Debian's package of fonts for Chinese and Japanese, and one of its files. */
const FONTS = 'fonts-noto-cjk';
const FONT_FILE = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';

type Environment = Readonly<Record<string, string | undefined>>;
/** Where to look for a browser. */
type Sources = {
  /** Unpacks the packaged Chromium; undefined where that is not to be had. */
  readonly unpack: () => Promise<string | undefined>;
  readonly shells: readonly string[];
  readonly places: readonly string[];
};
const SOURCES: Sources = { unpack: packagedBrowser, shells: SHELLS, places: USUAL_PLACES };

/**
 * The path of a Chromium that runs: CHROME_PATH, the packaged one, the headless shell, the usual places, or Playwright's own. The
 * packaged one comes first because it is fastest: stories take a tenth less processor time than with Debian's. If there is none, one is
 * installed: by apt for root, else by Playwright. Root also gets fonts for Chinese. Throws if all fail.
 */
export async function findBrowser(environment: Environment = process.env, sources: Sources = SOURCES): Promise<string> {
  const named = environment['CHROME_PATH'];
  if (named) {
    if (runs(named)) return named;
    throw new Error(`CHROME_PATH: got ${JSON.stringify(named)}, takes the path of a Chromium that runs`);
  }
  const packaged = await sources.unpack();
  if (packaged && runs(packaged)) {
    if (!existsSync(FONT_FILE)) await installByApt(['fontconfig', FONTS]);
    return packaged;
  }
  return firstThatRuns([...sources.shells, ...sources.places]) ?? (await playwrightsOwn()) ?? (await install(sources));
}

const firstThatRuns = (places: readonly string[]): string | undefined => places.find(runs);

/** Gives up soon where no package source can be reached. */
const APT_OPTIONS = ['-q', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0'];

/** Whether packages were installed: only for root, on systems that have apt. */
async function installByApt(packages: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${packages.join(' and ')} for the tests in a browser ...`);
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
  };
  await run('apt-get', ['update', ...APT_OPTIONS], options);
  return (await run('apt-get', ['install', '-y', ...APT_OPTIONS, '--no-install-recommends', ...packages], options)) === 0;
}

async function install({ shells, places }: Sources): Promise<string> {
  // some releases have no package of the shell
  for (const name of ['chromium-headless-shell', 'chromium']) if (await installByApt([name, FONTS])) break;
  const installed = firstThatRuns([...shells, ...places]);
  if (installed) return installed;
  console.log('No Chromium was found; installing one for the tests in a browser ...');
  await run(process.execPath, [join(playwrightRoot(), 'cli.js'), 'install', 'chromium']);
  const found = await playwrightsOwn();
  if (found) return found;
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
