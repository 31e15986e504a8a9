import { describe, expect, it } from 'vitest';
import { buildFolderNames } from './folders.ts';

const of = (...names: string[]) => [...buildFolderNames(names.map((name, at) => ({ id: at + 1, name }))).values()];

describe('folders of companies', () => {
  it('have the company name', () => expect(of('华东公司', 'West & Sons (2)')).toEqual(['华东公司', 'West & Sons (2)']));

  it('never contain path elements or control characters', () => {
    for (const name of [
      '../x',
      '..\\..\\x',
      '/etc/passwd',
      'C:\\x',
      '..',
      '.',
      '',
      '   ',
      'a/../b',
      'x\u0000y',
      '\u202Egnp.exe',
      '~',
      'a:b',
    ]) {
      const [folder] = of(name);
      expect(folder, name).not.toMatch(/[\\/:\p{Cc}\p{Cf}]/u);
      expect(['', '.', '..'], name).not.toContain(folder);
      expect(folder, name).not.toMatch(/^[.\s]|[.\s]$/);
    }
    expect(of('../x')).toEqual(['_x']);
    expect(of('..')).toEqual(['_1']);
  });

  it('are unique, case-insensitively', () => {
    expect(of('ABC', 'abc', 'Abc')).toEqual(['ABC', 'abc_2', 'Abc_3']);
    expect(of('a/b', 'a:b')).toEqual(['a_b', 'a_b_2']);
    expect(of('x_3', 'x', 'X')).toEqual(['x_3', 'x', 'X_3_3']);
  });

  it('avoid Windows device names, and have a limited length', () => {
    expect(of('CON', 'lpt1')).toEqual(['CON_1', 'lpt1_2']);
    expect([...of('公'.repeat(300))[0]!]).toHaveLength(80);
  });
});
