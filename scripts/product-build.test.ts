import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILDS, buildProduct, hashSources } from './product-build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'product-'));
  write('console/src/app/main.tsx', 'a');
  write('server/src/main.ts', 'b');
  write('packages/locale/src/zh.ts', 'c');
  write('package-lock.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

/** The workspaces that a change of this file builds again. */
function built(file: string): string[] {
  const hash = () => BUILDS.map(({ sources }) => hashSources(root, sources));
  const before = hash();
  write(file, 'changed');
  return hash().flatMap((after, index) => (after === before[index] ? [] : [BUILDS[index]!.workspace]));
}

describe('the digest of a workspace', () => {
  it.each([
    ['console/src/app/main.tsx', ['console']],
    ['console/src/new.ts', ['console']],
    ['console/index.html', ['console']],
    ['server/src/main.ts', ['server']],
    ['server/vite.config.ts', ['server']],
    ['packages/protocol/src/bytes.ts', ['server']],
    ['packages/locale/src/zh.ts', ['console', 'server']],
    ['package-lock.json', ['console', 'server']],
    ['console/src/app/main.test.tsx', []],
    ['server/src/main.test.ts', []],
    ['server/test/support/server.ts', []],
    ['console/dist/index.html', []],
    ['server/dist/main.js', []],
    ['simulator/src/main.ts', []],
  ])('changes with file %s: %j', (file, workspaces) => {
    expect(built(file)).toEqual(workspaces);
  });

  it('does not change with file times', () => {
    const hash = () => BUILDS.map(({ sources }) => hashSources(root, sources));
    const before = hash();
    utimesSync(join(root, 'package-lock.json'), 1, 1);
    expect(hash()).toEqual(before);
  });
});

describe('a build', () => {
  it('does not rebuild a workspace with unchanged sources', async () => {
    for (const { workspace, sources } of BUILDS) write(`${workspace}/dist/.sources`, hashSources(root, sources));
    await expect(buildProduct(root)).resolves.toBeUndefined();
  });
});
