import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { ROOT, run } from './children.ts';

/** Chromium for Linux on x64 in an npm package, with the libraries that bare systems lack. */
const PACKAGE = '@sparticuz/chromium@153.0.0';
const CACHE = join(ROOT, 'node_modules', '.cache', 'chromium-153.0.0');

/**
 * Unpacks Chromium into a cache folder once: a few seconds, without rights on the machine. Returns the path of its launcher, or undefined
 * where the package is unavailable or does not fit the machine.
 */
export async function packagedBrowser(cache = CACHE): Promise<string | undefined> {
  const launcher = join(cache, 'chromium.sh');
  if (existsSync(launcher)) return launcher;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const unfinished = `${cache}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    // a project of its own: nothing of it gets into ours
    writeFileSync(join(unfinished, 'package.json'), '{"private":true}\n');
    // without a network another browser is looked for at once
    const fetching = ['--prefer-offline', '--fetch-retries=0'];
    const flags = ['--prefix', unfinished, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...fetching];
    if ((await run('npm', ['install', ...flags, PACKAGE], { cwd: unfinished })) !== 0) return undefined;
    unpack(join(unfinished, 'node_modules', '@sparticuz', 'chromium', 'bin'), unfinished);
    rmSync(join(unfinished, 'node_modules'), { recursive: true });
    renameSync(unfinished, cache);
    return launcher;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function unpack(from: string, to: string): void {
  const inflate = (file: string) => brotliDecompressSync(readFileSync(join(from, file)));
  writeFileSync(join(to, 'chromium'), inflate('chromium.br'));
  chmodSync(join(to, 'chromium'), 0o755);
  // software rendering must be in the program's folder; libraries and fonts have their own folders
  for (const archive of ['swiftshader', 'al2023', 'fonts']) {
    const { status, stderr } = spawnSync('tar', ['-x', '-C', to], { input: inflate(`${archive}.tar.br`), encoding: 'utf8' });
    if (status !== 0) throw new Error(`${archive} of ${PACKAGE} cannot be unpacked: ${stderr}`);
  }
  writeFileSync(join(to, 'chromium.sh'), LAUNCHER, { mode: 0o755 });
}

// the system's own libraries take precedence over the package's
const LAUNCHER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
if ! "$here/chromium" --version > /dev/null 2>&1; then
  export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fi
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here"
exec "$here/chromium" "$@"
`;
