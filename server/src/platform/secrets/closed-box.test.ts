import { describe, expect, it } from 'vitest';
import { closeBox, createLock, openBox } from './closed-box.ts';

describe('a closed box', () => {
  const { lock, key } = createLock();

  it('is opened by its key, and by nothing else', () => {
    const box = closeBox(lock, '密码 abcd');
    expect(box).not.toContain('abcd');
    expect(openBox(key, box)).toBe('密码 abcd');
    for (const other of [createLock().key, lock, '', 'x'.repeat(64)]) expect(openBox(other, box)).toBeUndefined();
  });

  it('does not open where it was changed', () => {
    const [from, rest] = closeBox(lock, 'abcd').split('.');
    const [other] = closeBox(lock, 'abcd').split('.');
    for (const box of [`${other}.${rest}`, `${from}.${rest!.slice(0, -4)}AAAA`, `${from}`, ''])
      expect(openBox(key, box)).toBeUndefined();
  });

  it('is another each time', () => expect(closeBox(lock, 'a')).not.toBe(closeBox(lock, 'a')));
});
