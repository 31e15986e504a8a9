import { describe, expect, it } from 'vitest';
import { createOneTimeKeys, decryptOneTimeSecret, encryptOneTimeSecret } from './one-time-secret.ts';

describe('a closed box', () => {
  const { lock, key } = createOneTimeKeys();

  it('is opened by its key, and by nothing else', () => {
    const box = encryptOneTimeSecret(lock, '密码 abcd');
    expect(box).not.toContain('abcd');
    expect(decryptOneTimeSecret(key, box)).toBe('密码 abcd');
    for (const other of [createOneTimeKeys().key, lock, '', 'x'.repeat(64)])
      expect(decryptOneTimeSecret(other, box)).toBeUndefined();
  });

  it('does not open where it was changed', () => {
    const [from, rest] = encryptOneTimeSecret(lock, 'abcd').split('.');
    const [other] = encryptOneTimeSecret(lock, 'abcd').split('.');
    for (const box of [`${other}.${rest}`, `${from}.${rest!.slice(0, -4)}AAAA`, `${from}`, ''])
      expect(decryptOneTimeSecret(key, box)).toBeUndefined();
  });

  it('is another each time', () => expect(encryptOneTimeSecret(lock, 'a')).not.toBe(encryptOneTimeSecret(lock, 'a')));
});
