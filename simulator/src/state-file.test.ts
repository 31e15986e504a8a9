import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileMemory } from './state-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetwarden-fleet-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the state of a fleet', () => {
  it('survives the process', () => {
    const path = join(folder, 'deep', 'fleet.json');
    const before = fileMemory(path);
    before.codes.set('1', 'one');
    before.codes.set('2', 'two');
    before.codes.drop('2');
    before.marks.set('1', 42);
    before.save();
    const after = fileMemory(path);
    expect(after.codes.get('1')).toBe('one');
    expect(after.codes.get('2')).toBeUndefined();
    expect(after.marks.get('1')).toBe(42);
  });

  it('starts empty if the file is damaged', () => {
    const path = join(folder, 'bad.json');
    writeFileSync(path, '{"codes": {"1"');
    expect(fileMemory(path).codes.get('1')).toBeUndefined();
  });
});
