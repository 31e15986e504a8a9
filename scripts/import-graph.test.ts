import { describe, expect, it } from 'vitest';
import { findCircles, type Import, readImports } from './import-graph.ts';

const imports = (...pairs: readonly (readonly [from: string, to: string])[]): Import[] =>
  pairs.map(([from, to]) => ({ from, specifier: `./${to}`, to }));

describe('imports of a file', () => {
  const files = new Set(['a/one.ts', 'a/two.ts', 'packages/domain/src/ring.ts']);

  it('include types, re-exports and dynamic imports', () => {
    const text = [
      "import type { Two } from './two.ts';",
      "export { two } from './two.ts';",
      "import './two.ts';",
      "const ring = await import('@fleetwarden/domain/ring');",
      "import { it } from 'vitest';",
    ].join('\n');
    expect(readImports('a/one.ts', text, files).map(({ to }) => to)).toEqual([
      'a/two.ts',
      'a/two.ts',
      'a/two.ts',
      'packages/domain/src/ring.ts',
      undefined,
    ]);
  });
});

describe('import cycles', () => {
  it('do not exist if every path ends', () => {
    expect(findCircles(imports(['a', 'b'], ['a', 'c'], ['b', 'd'], ['c', 'd']))).toEqual([]);
  });

  it('consist of all their files, without files that lead into them or out of them', () => {
    const circle = imports(['in', 'a'], ['a', 'b'], ['b', 'c'], ['c', 'a'], ['c', 'out']);
    expect(findCircles(circle)).toEqual([['a', 'b', 'c']]);
  });

  it('are one cycle if they share a file, and several if they do not', () => {
    expect(findCircles(imports(['a', 'b'], ['b', 'a'], ['b', 'c'], ['c', 'b']))).toEqual([['a', 'b', 'c']]);
    expect(findCircles(imports(['a', 'b'], ['b', 'a'], ['a', 'c'], ['c', 'd'], ['d', 'c']))).toHaveLength(2);
  });

  it('do not include imports of packages, or of the file itself', () => {
    expect(findCircles([{ from: 'a', specifier: 'vitest', to: undefined }, ...imports(['a', 'a'])])).toEqual([]);
  });
});
