import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildConsole, hashSources } from './console-build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'console-'));
  write('console/src/app/main.tsx', 'a');
  write('packages/locale/src/zh.ts', 'b');
  write('package-lock.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

describe('the digest of the console', () => {
  it.each([
    'console/src/app/main.tsx',
    'console/src/new.ts',
    'packages/locale/src/zh.ts',
    'package-lock.json',
    'console/index.html',
  ])('changes with %s', (file) => {
    const before = hashSources(root);
    write(file, 'changed');
    expect(hashSources(root)).not.toBe(before);
  });

  it('does not change with times, tests or other folders', () => {
    const before = hashSources(root);
    utimesSync(join(root, 'package-lock.json'), 1, 1);
    write('console/src/app/main.test.tsx', 'test');
    write('server/src/main.ts', 'server');
    write('console/dist/index.html', 'built');
    expect(hashSources(root)).toBe(before);
  });

  it('leaves a console alone that was built from it', async () => {
    write('console/dist/.sources', hashSources(root));
    await expect(buildConsole(root)).resolves.toBeUndefined();
  });
});
