import { describe, expect, it } from 'vitest';
import { diffRows } from './diff.ts';

describe('diffRows', () => {
  it('lists changed, removed and unchanged values, field by field', () => {
    expect(
      diffRows({ name: '张三', rights: ['1', '2'], on: true }, { name: '李四', rights: ['1'], note: null, on: true }),
    ).toEqual([
      { field: 'name', before: '张三', after: '李四', kind: 'changed' },
      { field: 'rights.0', before: '1', after: '1', kind: 'same' },
      { field: 'rights.1', before: '2', after: null, kind: 'removed' },
      { field: 'on', before: 'true', after: 'true', kind: 'same' },
    ]);
  });
  it('handles created and deleted records, and plain values', () => {
    expect(diffRows(null, { a: 1 })).toEqual([{ field: 'a', before: null, after: '1', kind: 'added' }]);
    expect(diffRows({ a: false }, undefined)).toEqual([{ field: 'a', before: 'false', after: null, kind: 'removed' }]);
    expect(diffRows('x', 'y')).toEqual([{ field: '', before: 'x', after: 'y', kind: 'changed' }]);
    expect(diffRows(null, null)).toEqual([]);
  });
  it('omits empty values', () => {
    expect(diffRows({ a: null, b: [], c: '', d: 'x' }, { a: '', b: {}, d: null })).toEqual([
      { field: 'd', before: 'x', after: null, kind: 'removed' },
    ]);
  });
  it('is limited to 500 rows', () => {
    const huge = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, n]));
    expect(diffRows(null, huge)).toHaveLength(500);
  });
});
