import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './children.ts';
import { SLOW_FILES, slowFirst } from './slow-files-first.ts';

describe('the order of test files', () => {
  it('contains only slow files that exist', () => {
    expect(SLOW_FILES.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('starts slow files first, slowest before others, and preserves the order of the rest', () => {
    const order = ['e2e/large.test.ts', SLOW_FILES[1]!, 'e2e/small.test.ts', SLOW_FILES[0]!];
    const sorted = slowFirst(order.map((file) => ({ moduleId: join(ROOT, file) })));
    expect(sorted.map(({ moduleId }) => moduleId)).toEqual(
      [SLOW_FILES[0]!, SLOW_FILES[1]!, 'e2e/large.test.ts', 'e2e/small.test.ts'].map((file) => join(ROOT, file)),
    );
  });
});
