import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './children.ts';

/** Inputs of the console build. */
const SOURCES = [
  'console/src/**',
  'console/public/**',
  'console/index.html',
  'console/*.ts',
  'console/package.json',
  'packages/{contract,domain,locale}/src/**',
  'package-lock.json',
];
const STAMP = 'console/dist/.sources';

/** Builds the console unless console/dist was built from exactly these sources. Throws when the build fails. */
export async function buildConsole(root = ROOT): Promise<void> {
  const sources = hashSources(root);
  if (readStamp(root) === sources) return;
  console.log('Building the console (once, and after changes) ...');
  const code = await run('vite', ['build', '--logLevel', 'warn'], { cwd: join(root, 'console') });
  if (code !== 0) throw new Error(`the console was not built: vite ended with ${code}`);
  writeFileSync(join(root, STAMP), sources);
}

/** A digest of names and contents, because file times are useless after a checkout. Without tests. */
export function hashSources(root: string, patterns: readonly string[] = SOURCES): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    const path = join(root, file);
    if (/\.test\.tsx?$/.test(file) || !statSync(path).isFile()) continue;
    const content = readFileSync(path);
    hash.update(`${file.replaceAll('\\', '/')} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function readStamp(root: string): string | undefined {
  try {
    return readFileSync(join(root, STAMP), 'utf8');
  } catch {
    return undefined;
  }
}
