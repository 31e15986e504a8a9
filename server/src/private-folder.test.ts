import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makePrivateFolder } from './private-folder.ts';

const base = mkdtempSync(join(tmpdir(), 'private-'));
afterAll(() => rmSync(base, { recursive: true }));

const mode = (path: string) => statSync(path).mode & 0o777;
const READ_WRITE_OF_OTHERS = 0o066;

describe('the data folder', () => {
  it('is created for this account only', () => {
    const path = join(base, 'above', 'data');
    makePrivateFolder(path);
    expect(mode(path) & READ_WRITE_OF_OTHERS).toBe(0);
  });

  it('that already exists is closed to other accounts, but not to the group', () => {
    const path = join(base, 'shared');
    mkdirSync(path);
    chmodSync(path, 0o757);
    makePrivateFolder(path);
    expect(mode(path) & 0o006).toBe(0);
    expect(mode(path) & 0o770).toBe(0o750);
    makePrivateFolder(path);
    expect(mode(path) & 0o770).toBe(0o750);
  });
});
