import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './children.ts';

/** A workspace that Vite builds into its `dist`. `sources`: all that the result depends on. */
type Build = { readonly workspace: 'console' | 'server'; readonly sources: readonly string[] };

export const BUILDS: readonly Build[] = [
  {
    workspace: 'console',
    sources: [
      'console/src/**',
      'console/public/**',
      'console/index.html',
      'console/*.ts',
      'console/package.json',
      'packages/{contract,domain,locale}/src/**',
      'package-lock.json',
    ],
  },
  {
    workspace: 'server',
    sources: ['server/src/**', 'server/*.ts', 'server/package.json', 'packages/*/src/**', 'package-lock.json'],
  },
];

/** Builds each of these workspaces whose `dist` was not built from exactly its sources. Throws when a build fails. */
export async function buildProduct(root = ROOT, workspaces = BUILDS.map(({ workspace }) => workspace)): Promise<void> {
  const builds = BUILDS.filter(({ workspace }) => workspaces.includes(workspace));
  await Promise.all(builds.map((build) => buildWorkspace(root, build)));
}

async function buildWorkspace(root: string, { workspace, sources }: Build): Promise<void> {
  const hash = hashSources(root, sources);
  const stamp = join(root, workspace, 'dist/.sources');
  if (readStamp(stamp) === hash) return;
  console.log(`Building the ${workspace} (once, and after changes) ...`);
  const code = await run('vite', ['build', '--logLevel', 'warn'], { cwd: join(root, workspace) });
  if (code !== 0) throw new Error(`the ${workspace} was not built: vite ended with ${code}`);
  writeFileSync(stamp, hash);
}

/** A digest of names and contents, because file times are useless after a checkout. Without tests. */
export function hashSources(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    const path = join(root, file);
    if (/\.test\.tsx?$/.test(file) || !statSync(path).isFile()) continue;
    const content = readFileSync(path);
    hash.update(`${file.replaceAll('\\', '/')} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function readStamp(stamp: string): string | undefined {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
}
