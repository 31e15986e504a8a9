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

/** Groups of files that import each other in a circle (strongly connected components of two or more files, Tarjan 1972). */
export function findCircles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) {
    if (to === undefined || to === from) continue;
    const known = targets.get(from);
    if (known) known.push(to);
    else targets.set(from, [to]);
  }
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const circles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    stack.push(file);
    onStack.add(file);
    for (const next of targets.get(file) ?? []) {
      if (!order.has(next)) {
        visit(next);
        lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!));
      } else if (onStack.has(next)) lowest.set(file, Math.min(lowest.get(file)!, order.get(next)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.lastIndexOf(file));
    for (const member of circle) onStack.delete(member);
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles;
}
