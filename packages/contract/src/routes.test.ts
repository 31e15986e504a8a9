import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const routes = globSync('**/routes.ts', { cwd: import.meta.dirname }).map((file) => join(import.meta.dirname, file));

/** Everything a file loads at run time, in packages and in files of this package. */
function loaded(file: string, found = new Set<string>()): ReadonlySet<string> {
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm)) {
    const path = specifier.startsWith('.') ? join(dirname(file), specifier) : specifier;
    if (found.has(path)) continue;
    found.add(path);
    if (path !== specifier) loaded(path, found);
  }
  return found;
}

it('routes load without the schema library, because the login page needs them', () => {
  expect(routes.length).toBeGreaterThan(30);
  for (const file of routes)
    expect(
      [...loaded(file)].filter((path) => path === 'zod'),
      file,
    ).toEqual([]);
  expect(loaded(join(import.meta.dirname, 'call-tables.ts'))).toContain('zod');
});
