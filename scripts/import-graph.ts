import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** An import of one source file: the module specifier as written, and the file it names if it is one of ours. */
export type Import = { readonly from: string; readonly specifier: string; readonly to: string | undefined };

const SPECIFIER =
  /(?:^|[;\s}])(?:import|export)\s[^'"`;]*?from\s*'([^']+)'|(?:^|[;\s])import\s*'([^']+)'|\bimport\(\s*'([^']+)'/g;
const PACKAGE = /^@fleetwarden\/(\w+)\/(.+)$/;

/** Every TypeScript file of the repository, by its path from the root. Untracked files count, ignored ones do not. */
export function sourceFiles(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' });
  return listed.split('\n').filter((file) => file !== '' && existsSync(posix.join(root, file)));
}

/** All imports of a file, type imports included. */
export function readImports(file: string, text: string, files: ReadonlySet<string>): Import[] {
  return [...text.matchAll(SPECIFIER)].map((match) => {
    const specifier = (match[1] ?? match[2] ?? match[3])!;
    return { from: file, specifier, to: resolveSpecifier(file, specifier, files) };
  });
}

/** The imports of all `files`. */
export const readGraph = (root: string, files: readonly string[]): Import[] => {
  const known = new Set(files);
  return files.flatMap((file) => readImports(file, readFileSync(posix.join(root, file), 'utf8'), known));
};

function resolveSpecifier(from: string, specifier: string, files: ReadonlySet<string>): string | undefined {
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
    return files.has(path) ? path : undefined;
  }
  const [, name, subpath] = PACKAGE.exec(specifier) ?? [];
  if (!name) return undefined;
  const candidates = [
    `packages/${name}/src/${subpath}.ts`,
    `packages/${name}/src/${subpath}/index.ts`,
    `${name}/src/${subpath}.ts`,
  ];
  return candidates.find((path) => files.has(path));
}
