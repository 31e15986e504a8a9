import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ConsoleRoute, consoleRoutes } from '@fleetwarden/contract/console-routes';
import { permissionTree, withAncestors } from '@fleetwarden/contract/permission-tree';
import { permission } from '@fleetwarden/contract/permissions';
import { plannedPermissions } from '@fleetwarden/contract/planned-permissions';
import { describe, expect, it } from 'vitest';
import { pages } from './pages.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Where codes are listed, not checked. */
const LISTS =
  /(?:permission-tree|permissions|planned-permissions|console-routes|built-in-roles|demo-people)\.ts$|\.test\.|test-setup|testing/;

/** Codes that source code states, by literal or by name. */
function* statedCodes(): Generator<string> {
  for (const folder of ['server/src', 'console/src', 'packages/contract/src'])
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file) || LISTS.test(file)) continue;
      const text = readFileSync(join(ROOT, folder, file), 'utf8');
      for (const [, code] of text.matchAll(/['"`](\d{3,8})['"`]/g)) yield code!;
      for (const [, name] of text.matchAll(/\bpermission\.(\w+)/g)) {
        const named = permission[name as keyof typeof permission];
        if (named) yield named;
      }
    }
}

describe('planned permissions', () => {
  const ofPages = (consoleRoutes as readonly ConsoleRoute[])
    .filter(({ path }) => pages[path as keyof typeof pages])
    .flatMap(({ roles = [] }) => roles);
  const used = withAncestors([...ofPages, ...statedCodes()]);

  it('are codes that no page and no call checks', () => {
    expect([...plannedPermissions].filter((code) => used.has(code))).toEqual([]);
  });

  it('include every page without such a check', () => {
    const unused = permissionTree.filter(({ code, kind }) => kind === 'page' && !used.has(code)).map(({ code }) => code);
    expect(unused.filter((code) => !plannedPermissions.has(code))).toEqual([]);
  });
});
