import { describe, expect, it } from 'vitest';
import { createOneTimeKeys, decryptOneTimeSecret, encryptOneTimeSecret } from './one-time-secret.ts';

describe('a one-time secret', () => {
  const { lock, key } = createOneTimeKeys();

  it('is decrypted by its key only', () => {
    const box = encryptOneTimeSecret(lock, '密码 abcd');
    expect(box).not.toContain('abcd');
    expect(decryptOneTimeSecret(key, box)).toBe('密码 abcd');
    for (const other of [createOneTimeKeys().key, lock, '', 'x'.repeat(64)])
      expect(decryptOneTimeSecret(other, box)).toBeUndefined();
  });

  it('cannot be decrypted after a change', () => {
    const [from, rest] = encryptOneTimeSecret(lock, 'abcd').split('.');
    const [other] = encryptOneTimeSecret(lock, 'abcd').split('.');
    for (const box of [`${other}.${rest}`, `${from}.${rest!.slice(0, -4)}AAAA`, `${from}`, ''])
      expect(decryptOneTimeSecret(key, box)).toBeUndefined();
  });

  it('is encrypted differently each time', () =>
    expect(encryptOneTimeSecret(lock, 'a')).not.toBe(encryptOneTimeSecret(lock, 'a')));
});
