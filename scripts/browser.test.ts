import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBrowser } from './browser.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'browser-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program that answers --version with this exit code. */
function program(name: string, code: number): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
  return path;
}

const NOTHING = { unpack: async () => undefined, shells: [], places: [] };

describe('finding a browser', () => {
  it('uses the configured browser', async () => {
    const named = program('named', 0);
    expect(await findBrowser({ CHROME_PATH: named }, { ...NOTHING, places: [program('usual', 0)] })).toBe(named);
  });

  it('refuses a configured browser that is missing or does not run', async () => {
    const missing = join(folder, 'missing');
    await expect(findBrowser({ CHROME_PATH: missing })).rejects.toThrow(`CHROME_PATH: got ${JSON.stringify(missing)}`);
    await expect(findBrowser({ CHROME_PATH: program('broken', 1) })).rejects.toThrow('takes the path of a Chromium that runs');
  });

  it('prefers the packaged browser', async () => {
    const packaged = program('packaged', 0);
    const unpack = async () => packaged;
    expect(await findBrowser({}, { unpack, shells: [program('shell', 0)], places: [program('usual', 0)] })).toBe(packaged);
  });

  it('searches elsewhere if the packaged browser does not run', async () => {
    const shell = program('shell', 0);
    expect(await findBrowser({}, { ...NOTHING, unpack: async () => program('packaged', 1), shells: [shell] })).toBe(shell);
  });

  it('prefers a headless browser to other browsers', async () => {
    const shell = program('shell', 0);
    expect(await findBrowser({}, { ...NOTHING, shells: [shell], places: [program('usual', 0)] })).toBe(shell);
  });

  it('uses the first usual path that runs, and skips a stub that does not run', async () => {
    const works = program('works', 0);
    const places = [join(folder, 'missing'), program('stub', 1), works, program('later', 0)];
    expect(await findBrowser({}, { ...NOTHING, places })).toBe(works);
  });
});
